import { createHash } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process: where it runs, its number there, and when it started, because numbers are used again. */
export interface Owner {
  /** A hash of the machine and of its space of process numbers: containers have their own. */
  readonly host: string
  readonly pid: number
  /** When it started, and when the machine did, as hexadecimal digits; 0 where that is not known. */
  readonly started: string
}

const unknownStart = '0'
let own: Owner | undefined

/** This process. */
export function ownOwner(): Owner {
  own ??= { host: hostHash(), pid: process.pid, started: startOf(process.pid) ?? unknownStart }
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
  return started !== unknownStart && now !== undefined && now !== started ? 'dead' : 'alive'
}

/** As a part of file names: `a1b2c3-4711-9f86d081a3c5f2`. */
export function ownerText({ host, pid, started }: Owner): string {
  return `${host}-${pid}-${started}`
}

const ownerPattern = /^([0-9a-f]{6})-(\d{1,10})-([0-9a-f]{1,30})$/

export function ownerFrom(text: string): Owner | undefined {
  const parts = ownerPattern.exec(text)
  return parts === null ? undefined : { host: parts[1], pid: Number(parts[2]), started: parts[3] }
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

/**
 * Field 22 of /proc/PID/stat counts from the start of the machine, which is therefore a part of it. The name of the program, in brackets
 * before it, may hold anything.
 */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    const ticks = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19])
    return `${boot.slice(0, 8)}${ticks.toString(16)}`
  } catch {
    return undefined
  }
}
