/**
 * How new files take the place of old ones. One file is renamed: it is the old one or the new one at any moment. Several files go
 * through a journal: once the journal is on the disk the new files are the result, and whoever finds the journal of a process that is
 * gone finishes its work. Claims, one file beside each output, keep processes from doing this at the same time.
 */

import { randomBytes } from 'node:crypto'
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { RankwrightError } from '@rankwright/core'
import { callback } from '@rankwright/core/arguments'
import { codeOf, type FileOperations, isUnsupported } from './fileOperations.ts'
import { claimName, draftName, journalName } from './hiddenNames.ts'
import {
  type Changes,
  type Claim,
  claimFrom,
  claimText,
  isWithoutLinks,
  type Journal,
  journalFrom,
  journalText,
  type Step,
} from './journal.ts'
import { ownerState } from './owner.ts'

type Guard = (work: () => void) => Promise<void>
let guard: Guard = async (work) => work()

/** For a worker that may be ended at any time: `run` is given each commit, and lets no one end the worker until it is done. */
export function guardCommits(run: Guard): void {
  callback('run', run)
  guard = run
}

const patience = 30_000
const pause = 20
/** A claim without content, or a takeover, that is older than this was left by a process that is gone. */
const staleAfter = 10_000

/** Makes all changes or, when it throws, none. `targets` are the outputs as others may name them: their claims are held meanwhile. */
export async function commit(files: FileOperations, targets: readonly string[], changes: Changes): Promise<void> {
  const claims = [...new Set(targets.map(claimName))].sort()
  const until = performance.now() + patience
  for (;;) {
    let busy: string | undefined
    await guard(() => {
      busy = tryCommit(files, claims, journalName([...targets].sort()[0]), changes)
    })
    if (busy === undefined) return
    if (performance.now() > until) throw new RankwrightError({ area: 'data', code: 'output-busy', at: { file: busy } })
    await sleep(pause)
  }
}

/** Waits until no process is putting new content at this place, and finishes what a process that is gone has begun. */
export async function settled(files: FileOperations, target: string): Promise<void> {
  await settledClaim(files, claimName(target))
}

/** The same, for a claim whose output is not known. */
export async function settledClaim(files: FileOperations, claim: string): Promise<void> {
  const until = performance.now() + 2000
  while (there(claim) && performance.now() < until) {
    if (settle(files, claim) || isOld(claim)) return
    await sleep(pause)
  }
}

/** Undefined when it is done, else the claim of another process that is at work. */
function tryCommit(files: FileOperations, claims: readonly string[], journal: string, changes: Changes): string | undefined {
  const { steps } = changes
  const token = randomBytes(8).toString('hex')
  const held: string[] = []
  const single = steps.length === 1 && steps[0].from !== undefined
  try {
    for (const claim of claims) {
      if (!makeClaim(files, claim, { owner: files.owner, token, journal }, !single)) return claim
      held.push(claim)
    }
    if (single) {
      files.rename(steps[0].from as string, steps[0].to)
      files.syncFolder(dirname(steps[0].to))
      return undefined
    }
    try {
      for (const step of steps) keepOld(files, step)
      for (const folder of foldersOf(claims)) files.syncFolder(folder)
      writeJournal(files, journal, { token, claims, changes })
    } catch (error) {
      for (const step of steps) if (step.from !== undefined && step.backup !== undefined) removeIfThere(files, step.backup)
      throw error
    }
    finish(files, journal, changes)
    return undefined
  } finally {
    // Where even going back failed, the claims lead the next run to the journal.
    if (!isHeldBy(token, journalAt(journal))) for (const claim of held.reverse()) removeIfThere(files, claim)
  }
}

/** Goes through the steps, or back to the start if one of them fails. Steps that are done already are passed over. */
function finish(files: FileOperations, journal: string, { steps, emptied = [] }: Changes): void {
  let failure: { readonly error: unknown } | undefined
  try {
    for (const step of steps) forward(files, step)
    for (const folder of foldersOf(steps.map(({ to }) => to))) if (there(folder)) files.syncFolder(folder)
  } catch (error) {
    failure = { error }
    for (const step of [...steps].reverse()) backward(files, step)
  }
  if (failure === undefined) for (const folder of emptied) removeIfEmpty(files, folder)
  removeIfThere(files, journal)
  // Only now: as long as there is a journal, someone may have to go back. The next run finds them by their names.
  for (const { backup } of steps) if (backup !== undefined) removeIfThere(files, backup)
  if (failure !== undefined) throw failure.error
}

function forward(files: FileOperations, { from, to, backup }: Step): void {
  if (from === undefined) {
    if (backup !== undefined && there(to) && !there(backup)) files.rename(to, backup)
    return
  }
  if (!there(from)) return
  if (backup !== undefined && there(to) && !there(backup)) files.rename(to, backup)
  files.rename(from, to)
}

function backward(files: FileOperations, { from, to, backup }: Step): void {
  const moved = from !== undefined && !there(from)
  if (backup === undefined) {
    if (moved && there(to)) files.rename(to, from)
  } else if (there(backup) && (moved || !there(to))) files.rename(backup, to)
}

/** A second name for the old content where the file system has such; elsewhere it moves away when its turn comes. */
function keepOld(files: FileOperations, { from, to, backup }: Step): void {
  if (from === undefined || backup === undefined) return
  try {
    files.link(to, backup)
  } catch (error) {
    if (!isUnsupported(error)) throw error
  }
}

function makeClaim(files: FileOperations, path: string, claim: Claim, durable: boolean): boolean {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeWhole(files, path, claimText(claim), durable)
      return true
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    if (!settle(files, path)) return false
  }
  return false
}

/** True when no one holds the claim any more: it was gone, or its holder is, and what the holder had begun is finished. */
function settle(files: FileOperations, path: string): boolean {
  const seen = claimAt(path)
  if (seen === 'none') return true
  if (seen === 'half' ? !isOld(path) : ownerState(seen.owner) !== 'dead') return false
  const takeover = `${path}.takeover`
  try {
    writeSmall(files, takeover, '', false)
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && isOld(takeover)) removeIfThere(files, takeover)
    return false
  }
  try {
    const now = claimAt(path)
    if (now === 'none') return true
    if (now !== 'half' && (seen === 'half' || now.token !== seen.token)) return false
    if (now !== 'half') resume(files, now)
    if (now !== 'half' && isHeldBy(now.token, journalAt(now.journal))) return false
    removeIfThere(files, path)
    return true
  } finally {
    removeIfThere(files, takeover)
  }
}

/** Finishes a commit whose journal is on the disk; without one, nothing had been changed, or all. */
function resume(files: FileOperations, { token, journal: path }: Claim): void {
  const journal = journalAt(path)
  if (journal === 'none' || journal === 'damaged' || journal.token !== token) return
  // As long as there is a journal, all its claims are there, too: no one else could have made them.
  const isClaimed = journal.claims.every((claim) => {
    const other = claimAt(claim)
    return typeof other !== 'string' && other.token === token
  })
  if (!isClaimed || !isWithoutLinks(journal)) return
  try {
    finish(files, path, journal.changes)
  } catch {
    if (there(path)) return // neither on nor back; the next run tries again
  }
  for (const claim of journal.claims) {
    const other = claimAt(claim)
    if (typeof other !== 'string' && other.token === token) removeIfThere(files, claim)
  }
}

function claimAt(path: string): Claim | 'none' | 'half' {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 'none'
    throw error
  }
  return claimFrom(text) ?? 'half'
}

function journalAt(path: string): Journal | 'none' | 'damaged' {
  try {
    return journalFrom(readFileSync(path, 'utf8')) ?? 'damaged'
  } catch {
    return 'none'
  }
}

/** A journal that cannot be read may be anyone's. */
function isHeldBy(token: string, journal: Journal | 'none' | 'damaged'): boolean {
  return journal === 'damaged' || (journal !== 'none' && journal.token === token)
}

/** The journal is there as a whole or not at all. */
function writeJournal(files: FileOperations, path: string, journal: Journal): void {
  const draft = draftName(path, files.owner)
  try {
    writeSmall(files, draft, journalText(journal), true)
    files.rename(draft, path)
  } catch (error) {
    removeIfThere(files, draft)
    throw error
  }
  try {
    files.syncFolder(dirname(path))
  } catch (error) {
    removeIfThere(files, path)
    throw error
  }
}

/** Makes a file that is never seen half-written, where the file system allows it; fails when it is there already. */
function writeWhole(files: FileOperations, path: string, text: string, durable: boolean): void {
  const draft = draftName(path, files.owner)
  try {
    writeSmall(files, draft, text, durable)
    files.link(draft, path)
  } catch (error) {
    if (!isUnsupported(error)) throw error
    writeSmall(files, path, text, durable)
  } finally {
    removeIfThere(files, draft)
  }
}

/** Removes the file again if it cannot be written. */
function writeSmall(files: FileOperations, path: string, text: string, durable: boolean): void {
  const file = files.create(path, 0o666)
  try {
    try {
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; ) at += files.writeNow(file, bytes.subarray(at))
      if (durable) files.syncNow(file)
    } finally {
      files.close(file)
    }
  } catch (error) {
    removeIfThere(files, path)
    throw error
  }
}

export function removeIfThere(files: FileOperations, path: string): void {
  try {
    files.remove(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') return // the next run of the same output removes it
  }
}

export function removeIfEmpty(files: FileOperations, folder: string): void {
  try {
    files.removeFolder(folder)
  } catch {
    // It holds something that is not ours, or is gone.
  }
}

export function there(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function isOld(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined || Date.now() - stat.mtimeMs > staleAfter
}

function foldersOf(paths: readonly string[]): Set<string> {
  return new Set(paths.map((path) => dirname(path)))
}
