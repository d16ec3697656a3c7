/** Parts as files of a folder, where workers leave them for the next question. */
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { crc32 } from 'node:zlib'
import type { PartFacts } from './partFacts.ts'

/** A part that should lie in a file, and does not. It has to be sent again. */
export class PartNotHere extends Error {
  readonly part: number

  constructor(part: number) {
    super(`part ${part} is not in its file`)
    this.part = part
  }
}

/** The name of the file of a part, which tells what is in it. */
export function partFileName(part: number, { crc }: Pick<PartFacts, 'crc'>): string {
  return `${part}-${crc.toString(16).padStart(8, '0')}.part`
}

/** The bytes of a part, in memory of their own; undefined where the file is missing, cut off or damaged. */
export function partInFile(path: string, { crc }: Pick<PartFacts, 'crc'>, length: number): ArrayBuffer | undefined {
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch {
    return undefined
  }
  if (bytes.length !== length || crc32(bytes) !== crc) return undefined
  return bytes.byteLength === bytes.buffer.byteLength ? (bytes.buffer as ArrayBuffer) : new Uint8Array(bytes).buffer
}

/** Writes a file as a whole, or not at all: a disk that takes nothing costs time alone. */
export function leaveFile(path: string, ...pieces: readonly Uint8Array[]): void {
  const beside = `${path}.${randomUUID()}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    for (const piece of pieces) writeFileSync(beside, piece, { flag: 'a' })
    renameSync(beside, path)
  } catch {
    removeFile(beside)
  }
}

export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Its folder has never been one.
  }
}
