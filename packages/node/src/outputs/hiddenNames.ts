import { createHash, randomBytes } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import { type Owner, ownerFrom, ownerText } from './owner.ts'

/** What an unfinished file is: new content, or the old content while the new one moves in. */
export type LeftOverKind = 'tmp' | 'old'

/** `.model.json.rw-a1b2c3-4711-9f86d081a3c5f2-0f1e2d3c.tmp` beside `model.json`: whose it is can be seen from the name. */
export function unfinishedName(target: string, kind: LeftOverKind, owner: Owner): string {
  return join(dirname(target), `${hiddenPart(target)}${ownEnding(kind, owner)}`)
}

function ownEnding(kind: LeftOverKind, owner: Owner): string {
  return `.rw-${ownerText(owner)}-${randomBytes(4).toString('hex')}.${kind}`
}

export interface LeftOver {
  /** The start of the names of all hidden files of the output that it belongs to. */
  readonly of: string
  readonly owner: Owner
}

/** What the name of an unfinished file says; undefined for any other name. */
export function leftOverIn(name: string): LeftOver | undefined {
  const parts = /^(\..+)\.rw-([0-9a-f]{6}-\d+-[0-9a-f]+)-[0-9a-f]{8}\.(?:tmp|old)$/s.exec(name)
  const owner = parts === null ? undefined : ownerFrom(parts[2])
  return parts === null || owner === undefined ? undefined : { of: parts[1], owner }
}

/** The file that says that a process is putting new content at this place. */
export function claimName(target: string): string {
  return join(dirname(target), `${hiddenPart(target)}${claimEnding}`)
}

export const claimEnding = '.rw-commit'

/** The name of the claim that a left-over may belong to. */
export function claimOf({ of }: LeftOver): string {
  return `${of}${claimEnding}`
}

export function isClaim(name: string): boolean {
  return name.startsWith('.') && name.endsWith(claimEnding)
}

/** Where a claim or a journal is written before it gets its name. */
export function draftName(path: string, owner: Owner): string {
  const ending = [claimEnding, journalEnding].find((each) => path.endsWith(each)) ?? ''
  return `${path.slice(0, path.length - ending.length)}${ownEnding('tmp', owner)}`
}

/** The list of what a process still has to rename. */
export function journalName(target: string): string {
  return join(dirname(target), `${hiddenPart(target)}${journalEnding}`)
}

const journalEnding = '.rw-journal'

const mostBytes = 180

/** The start of the hidden names of an output. Names may have 255 bytes: long ones are cut and made unique by a hash. */
export function hiddenPart(target: string): string {
  const name = basename(target)
  if (Buffer.byteLength(name) <= mostBytes) return `.${name}`
  return `.${Array.from(name).slice(0, 30).join('')}-${createHash('sha256').update(name).digest('hex').slice(0, 16)}`
}
