/** Files that the shell has opened for this process, and names that stand for them: /dev/stdin, /dev/fd/63 … */
import { fstatSync, lstatSync, readdirSync, readFileSync, readlinkSync, realpathSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { text } from '@rankwright/core/arguments'

const standardNames: ReadonlyMap<string, number> = new Map([
  ['/dev/stdin', 0],
  ['/dev/stdout', 1],
  ['/dev/stderr', 2],
])
const mostLinks = 40

/** The number of the open file that a path stands for, links followed; undefined for any other path. */
export function openFileNumber(path: string): number | undefined {
  let at = resolve(path)
  try {
    for (let link = 0; link < mostLinks; link++) {
      const number = numberIn(at) ?? numberIn((at = join(realpathSync(dirname(at)), basename(at))))
      if (number !== undefined) return number
      if (!lstatSync(at).isSymbolicLink()) return undefined
      at = resolve(dirname(at), readlinkSync(at))
    }
  } catch {
    // There is no such path, and so it stands for nothing that is open.
  }
  return undefined
}

/** Whether a path stands for standard input: `-`, `/dev/stdin`, `/dev/fd/0`, or a link to it. */
export function isStandardInput(path: string): boolean {
  text('path', path)
  return path === '-' || openFileNumber(path) === 0
}

function numberIn(path: string): number | undefined {
  const parts = /^(?:\/dev\/fd|\/proc\/(?:self|thread-self|(\d+))\/fd)\/(\d{1,9})$/.exec(path)
  if (parts === null) return standardNames.get(path)
  return parts[1] === undefined || Number(parts[1]) === process.pid ? Number(parts[2]) : undefined
}

/** Undefined if there is no such open file. */
export function openFileStats(number: number): Stats | undefined {
  try {
    return fstatSync(number)
  } catch {
    return undefined
  }
}

/**
 * Why nothing can be written to the open file of this number; undefined if it can be. The engine has open files of its own: events, and
 * pipes with both ends in this process. What is written there would be lost, or would end the process.
 */
export function whyNotWritable(number: number): string | undefined {
  const stat = openFileStats(number)
  if (stat === undefined) return 'nothing is open under this number'
  const isForData = stat.isFile() || stat.isFIFO() || stat.isCharacterDevice() || stat.isSocket()
  if (!isForData || isOwnPipe(number)) return 'Node itself uses what is open under this number'
  return accessOf(number) === 'read' ? 'what is open under this number is open for reading' : undefined
}

/** Whether it is a pipe without a name whose end for reading is in this process, too. */
function isOwnPipe(number: number): boolean {
  const name = openName(number)
  if (!name?.startsWith('pipe:')) return false
  return openNumbers().some((other) => other !== number && openName(other) === name && accessOf(other) !== accessOf(number))
}

/** Of what is open: Linux alone tells. */
function openNumbers(): number[] {
  try {
    return readdirSync('/proc/self/fd').map(Number)
  } catch {
    return []
  }
}

function openName(number: number): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${number}`)
  } catch {
    return undefined
  }
}

function accessOf(number: number): 'read' | 'write' | undefined {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, 'latin1'))?.[1]
    return flags === undefined ? undefined : Number.parseInt(flags, 8) % 4 === 0 ? 'read' : 'write'
  } catch {
    return undefined
  }
}

/** What tells an open file from another; none for terminals and pipes, which may be both ends of one thing. */
export function identityOfOpen(number: number): string[] {
  const stat = openFileStats(number)
  return stat?.isFile() ? [`${stat.dev}:${stat.ino}`] : []
}
