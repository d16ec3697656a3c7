/**
 * One process at a time works on a file that it reads, changes and writes back. The lock of FILE is the folder FILE.lock with one file
 * in it, whose name says who holds it. Every step is one rename, so of several processes exactly one succeeds:
 *
 *   taking      a folder that is ready is renamed to FILE.lock; that fails as long as FILE.lock has a holder
 *   taking over the file of a holder that does not run any more is renamed; a second process no longer finds it under that name
 */

import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, realpath, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import { callback } from '@rankwright/core/arguments'
import { codeOf, diskOperations } from '../outputs/fileOperations.ts'
import { unfinishedName } from '../outputs/hiddenNames.ts'
import { removeLeftOvers } from '../outputs/leftOvers.ts'
import { filePath } from '../outputs/outputShapes.ts'
import { type Owner, ownerFrom, ownerState, ownerText, ownOwner } from '../outputs/owner.ts'
import { keepTrack } from '../outputs/unfinished.ts'
import { fileFailure } from './fileFailure.ts'

export interface FileLock {
  release(): Promise<void>
}

/** Runs `work` while this process holds the lock of the file, which need not exist. Throws at once if another process holds it. */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  callback('work', work)
  const lock = await lockFile(path)
  try {
    return await work()
  } finally {
    await lock.release()
  }
}

/** How often a lock may change hands while it is looked at. */
const attempts = 100

export async function lockFile(path: string): Promise<FileLock> {
  filePath('path', path)
  const lock = `${await resolved(path)}.lock`
  const own = `holder-${ownerText(ownOwner())}-${randomBytes(6).toString('hex')}`
  await removeLeftOvers(diskOperations, lock)
  const prepared = unfinishedName(lock, 'tmp', diskOperations.owner)
  const forgetPrepared = keepTrack(prepared)
  try {
    await mkdir(prepared)
    await writeFile(join(prepared, own), hostname())
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (await renamed(prepared, lock)) return heldLock(lock, own)
      const holder = holderOf(lock)
      if (holder === undefined) continue
      if (typeof holder === 'string') throw notOurs(path, lock, holder)
      if (ownerState(holder.owner) !== 'dead') throw inUse(path, lock, holder)
      if (await renamed(join(lock, holder.token), join(lock, own))) return heldLock(lock, own)
    }
    throw notOurs(path, lock, 'it changes all the time')
  } catch (error) {
    throw fileFailure('cannot-write', path, error)
  } finally {
    await rm(prepared, { recursive: true, force: true })
    forgetPrepared()
  }
}

function heldLock(lock: string, own: string): FileLock {
  const forget = keepTrack(lock)
  return {
    async release() {
      // From here on the folder may belong to another process.
      forget()
      await unlink(join(lock, own)).catch(() => {})
      await rmdir(lock).catch(() => {})
    },
  }
}

/** The same name for all ways to the file: links are followed. */
async function resolved(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    try {
      return join(await realpath(dirname(path)), basename(path))
    } catch (error) {
      throw fileFailure('cannot-write', path, error)
    }
  }
}

/** Whether a name was changed; not if the new one is taken or the old one is gone. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOENT' || code === 'ENOTDIR') return false
    // Windows renames no folder to the name of another.
    if (code === 'EPERM' && process.platform === 'win32') return false
    throw error
  }
}

/** Throws if another process, which may still be at work, holds the lock of a file with its links followed; `path` is what messages call it. */
export function requireUnlocked(real: string, path: string): void {
  const lock = `${real}.lock`
  const holder = holderOf(lock)
  if (
    holder === undefined ||
    typeof holder === 'string' ||
    ownerState(holder.owner) === 'dead' ||
    ownerText(holder.owner) === ownerText(ownOwner())
  )
    return
  throw inUse(path, lock, holder)
}

function notOurs(file: string, lock: string, reason: string): RankwrightError {
  return new RankwrightError({ area: 'data', code: 'lock-not-ours', at: { file }, lock, reason })
}

function inUse(file: string, lock: string, { owner, token }: Holder): RankwrightError {
  const elsewhere = ownerState(owner) === 'unknown' ? { host: hostIn(join(lock, token)) } : {}
  return new RankwrightError({ area: 'data', code: 'file-in-use', at: { file }, process: owner.pid, ...elsewhere, lock })
}

function hostIn(path: string): string {
  try {
    return readFileSync(path, 'utf8').slice(0, 100) || 'another machine'
  } catch {
    return 'another machine'
  }
}

interface Holder {
  readonly token: string
  readonly owner: Owner
}

/** Undefined if nobody holds it any more, and the reason if the lock is not of our making. */
function holderOf(lock: string): Holder | string | undefined {
  let names: readonly string[]
  try {
    names = readdirSync(lock)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    if (codeOf(error) === 'ENOTDIR') return 'there is a file of that name'
    throw error
  }
  if (names.length === 0) return undefined
  const [token] = names
  const owner = ownerFrom(/^holder-(.+)-[0-9a-f]{12}$/.exec(token)?.[1] ?? '')
  if (names.length > 1 || owner === undefined) return 'there is a folder of that name with something else in it'
  return { token, owner }
}
