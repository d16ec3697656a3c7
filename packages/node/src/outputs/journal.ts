/**
 * What a commit writes down before it renames anything: a claim beside each output, with who works on it, and one journal, with what is
 * to be done. The next run believes neither unchecked: both carry a checksum, and a journal changes nothing but the outputs whose
 * claims it holds, so that a folder from elsewhere cannot make us touch other files.
 */
import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize, relative, sep } from 'node:path'
import { claimEnding, claimName, leftOverIn } from './hiddenNames.ts'
import { type Owner, ownerFrom, ownerText } from './owner.ts'

/** One change of a name. */
export interface Step {
  /** Where the new content is; left out when the old one is to go. */
  readonly from?: string
  readonly to: string
  /** Where the old content waits until all is done; left out when there is none. */
  readonly backup?: string
}

/** What a commit does: all steps, and then folders go that held nothing but what the steps took away. */
export interface Changes {
  readonly steps: readonly Step[]
  readonly emptied?: readonly string[]
}

export interface Claim {
  readonly owner: Owner
  readonly token: string
  readonly journal: string
}

export interface Journal {
  readonly token: string
  readonly claims: readonly string[]
  readonly changes: Changes
}

export function claimText({ owner, token, journal }: Claim): string {
  return sealed({ version: 1, owner: ownerText(owner), token, journal })
}

/** Undefined for anything else than a whole claim. */
export function claimFrom(text: string): Claim | undefined {
  const { version, owner, token, journal } = unsealed(text)
  const holder = typeof owner === 'string' ? ownerFrom(owner) : undefined
  return version === 1 && holder !== undefined && isToken(token) && isPath(journal) ? { owner: holder, token, journal } : undefined
}

export function journalText(journal: Journal): string {
  return sealed({ version: 1, ...journal })
}

/** Undefined for anything else than a whole journal whose changes keep to its claims. */
export function journalFrom(text: string): Journal | undefined {
  const { version, token, claims, changes } = unsealed(text)
  if (version !== 1 || !isToken(token) || !isRecord(changes)) return undefined
  const { steps, emptied } = changes
  if (!isListOf(claims, isClaimPath) || !isListOf(steps, isStep) || !(emptied === undefined || isListOf(emptied, isPath))) return undefined
  const within = placesClaimedBy(claims)
  const allowed =
    steps.every(
      ({ from, to, backup }) =>
        within.holdsOutput(to) &&
        (from === undefined || within.holdsOurs(from)) &&
        (backup === undefined || within.holdsOurs(backup)) &&
        (from !== undefined || backup !== undefined),
    ) && (emptied ?? []).every(within.holdsOutput)
  return allowed ? { token, claims, changes: { steps, ...(emptied && { emptied }) } } : undefined
}

/** Whether no folder on the way to the outputs is a link: a commit writes down where links lead. */
export function isWithoutLinks({ changes: { steps } }: Journal): boolean {
  return steps.every(({ to }) => {
    try {
      return realpathSync(dirname(to)) === dirname(to)
    } catch {
      return true // a folder that is not there yet
    }
  })
}

function placesClaimedBy(claims: readonly string[]): { holdsOutput(path: string): boolean; holdsOurs(path: string): boolean } {
  const claimed = new Set(claims)
  return {
    /** An output that has a claim, or lies in a folder that has one. */
    holdsOutput(path) {
      if (claimed.has(claimName(path))) return true
      for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder))
        if (claimed.has(claimName(join(folder, basename(folder))))) return true
      return false
    },
    /** A hidden file of one of the outputs, or a file in a hidden folder of it. */
    holdsOurs(path) {
      return claims.some((claim) => {
        const [first] = relative(dirname(claim), path).split(sep)
        return leftOverIn(first)?.of === basename(claim).slice(0, -claimEnding.length)
      })
    },
  }
}

function sealed(content: object): string {
  const line = JSON.stringify(content)
  return `${checksum(line)}\n${line}\n`
}

/** The content, or an empty object if it is not what was written. */
function unsealed(text: string): { readonly [key: string]: unknown } {
  const [sum, line] = text.split('\n')
  if (line === undefined || text !== `${sum}\n${line}\n` || sum !== checksum(line)) return {}
  try {
    const content: unknown = JSON.parse(line)
    return isRecord(content) ? content : {}
  } catch {
    return {}
  }
}

function checksum(line: string): string {
  return `sha256:${createHash('sha256').update(line).digest('hex')}`
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every(isItem)
}

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{16}$/.test(value)
}

/** Whole, and without `..` in it. */
function isPath(value: unknown): value is string {
  return typeof value === 'string' && isAbsolute(value) && normalize(value) === value && !value.includes('\0')
}

function isClaimPath(value: unknown): value is string {
  return isPath(value) && basename(value).endsWith(claimEnding)
}

function isStep(value: unknown): value is Step {
  if (!isRecord(value)) return false
  const { from, to, backup } = value
  return isPath(to) && (from === undefined || isPath(from)) && (backup === undefined || isPath(backup))
}
