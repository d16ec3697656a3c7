/**
 * One process at a time works on a file that it reads, changes and writes back. The lock of FILE is the folder FILE.lock with one file
 * in it, whose name says who holds it. Every step is one rename, so of several processes exactly one succeeds:
 *
 *   taking      a folder that is ready is renamed to FILE.lock; that fails as long as FILE.lock has a holder
 *   taking over the file of a holder that does not run any more is renamed; a second process no longer finds it under that name
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, realpath, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import { diskOperations } from '../outputs/fileOperations.ts'
import { unfinishedName } from '../outputs/hiddenNames.ts'
import { removeLeftOvers } from '../outputs/leftOvers.ts'
import { keepTrack } from '../outputs/unfinished.ts'
import { fileFailure } from './fileFailure.ts'

export interface FileLock {
  release(): Promise<void>
}

/** Runs `work` while this process holds the lock of the file, which need not exist. Throws at once if another process holds it. */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
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
  const lock = `${await resolved(path)}.lock`
  const own = await tokenOfThisProcess()
  await removeLeftOvers(diskOperations, lock)
  const prepared = unfinishedName(lock, 'tmp', diskOperations.owner)
  const forgetPrepared = keepTrack(prepared)
  try {
    await mkdir(prepared)
    await writeFile(join(prepared, own), '')
    for (let attempt = 0; attempt < attempts; attempt++) {
      if (await renamed(prepared, lock)) return heldLock(lock, own)
      const holder = await holderOf(lock, path)
      if (holder === undefined) continue
      const { pid, host } = holder
      if (await mayRun(holder)) {
        const elsewhere = host === thisHost() ? {} : { host: host.replaceAll('%2d', '-') }
        throw new RankwrightError({ area: 'data', code: 'file-in-use', at: { file: path }, process: pid, ...elsewhere, lock })
      }
      if (await renamed(join(lock, holder.token), join(lock, own))) return heldLock(lock, own)
    }
    throw new RankwrightError({ area: 'data', code: 'lock-not-ours', at: { file: path }, lock, reason: 'it changes all the time' })
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
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'ENOENT' || code === 'ENOTDIR') return false
    // Windows renames no folder to the name of another.
    if (code === 'EPERM' && process.platform === 'win32') return false
    throw error
  }
}

interface Holder {
  readonly token: string
  readonly pid: number
  readonly started: string
  readonly host: string
}

/** Undefined if nobody holds it any more. */
async function holderOf(lock: string, path: string): Promise<Holder | undefined> {
  const refuse = (reason: string): never => {
    throw new RankwrightError({ area: 'data', code: 'lock-not-ours', at: { file: path }, lock, reason })
  }
  let names: readonly string[]
  try {
    names = await readdir(lock)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT') return undefined
    if (code === 'ENOTDIR') return refuse('there is a file of that name')
    throw error
  }
  if (names.length === 0) return undefined
  const [token] = names
  const match = /^holder-(\d+)-([0-9a-f]*)-([^-]*)-[0-9a-f]+$/.exec(token)
  if (names.length > 1 || match === null) return refuse('there is a folder of that name with something else in it')
  return { token, pid: Number(match[1]), started: match[2], host: match[3] }
}

async function tokenOfThisProcess(): Promise<string> {
  return `holder-${process.pid}-${await startOf(process.pid)}-${thisHost()}-${randomBytes(6).toString('hex')}`
}

/** Of this machine, as part of a name. */
function thisHost(): string {
  return encodeURIComponent(hostname().slice(0, 60)).replaceAll('-', '%2d')
}

/** Whether the holder may still be at work: nobody knows of other machines. */
async function mayRun({ pid, started, host }: Holder): Promise<boolean> {
  if (host !== thisHost()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
  // A later process may have the same number, but it started at another time.
  return started === (await startOf(pid))
}

/** When a process started, with the start of the machine: hexadecimal digits. Empty where the system does not tell. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    const ticks = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
    return `${boot.slice(0, 8)}${ticks.toString(16)}`
  } catch {
    return ''
  }
}
