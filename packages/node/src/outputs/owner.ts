import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process: where it runs, its number there, and when it started, because numbers are used again. */
export interface Owner {
  /** A hash of the machine and of its space of process numbers: containers have their own. */
  readonly host: string
  readonly pid: number
  /** In ticks since the machine started; 0 where that is not known. */
  readonly started: number
}

let own: Owner | undefined

/** This process. */
export function ownOwner(): Owner {
  own ??= { host: hostHash(), pid: process.pid, started: startOf(process.pid) ?? 0 }
  return own
}

/** Whether the process may still be at work. Of other machines nothing is known. */
export function ownerState({ host, pid, started }: Owner): 'alive' | 'dead' | 'unknown' {
  if (host !== ownOwner().host) return 'unknown'
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return 'dead'
  }
  const now = startOf(pid)
  return started !== 0 && now !== undefined && now !== started ? 'dead' : 'alive'
}

/** As a part of file names: `a1b2c3-4711-123456`. */
export function ownerText({ host, pid, started }: Owner): string {
  return `${host}-${pid}-${started}`
}

export function ownerFrom(text: string): Owner | undefined {
  const parts = /^([0-9a-f]{6})-(\d{1,10})-(\d{1,15})$/.exec(text)
  return parts === null ? undefined : { host: parts[1], pid: Number(parts[2]), started: Number(parts[3]) }
}

function hostHash(): string {
  let space = ''
  try {
    space = readlinkSync('/proc/self/ns/pid')
  } catch {
    // No such thing on this system.
  }
  return createHash('sha256').update(`${hostname()}\n${space}`).digest('hex').slice(0, 6)
}

/** Field 22 of /proc/PID/stat. The name of the program, in brackets before it, may hold anything. */
function startOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19])
  } catch {
    return undefined
  }
}
