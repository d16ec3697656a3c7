import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import { arrayOf, count, fields } from '@rankwright/core/arguments'
import { fileFailure } from '@rankwright/node'
import { aligned, arrayBytes, type Before, END_BYTES, HEAD, type PackedDirectory, sectionBytes, TAIL } from './packedFormat.ts'
import { aboutShapes, countShapes } from './packedShapes.ts'
import { sectionLists } from './sectionLists.ts'

/** A packed file that is open: its directory, and its sections as they are asked for. */
export class PackedFile {
  readonly path: string
  readonly directory: PackedDirectory
  /** What comes before each section. */
  readonly before: readonly Before[]
  readonly #file: number
  #isOpen = true
  /** Sections whose checksum was right. */
  readonly #checked = new Set<number>()

  constructor(path: string) {
    this.path = path
    this.#file = opened(path)
    try {
      this.directory = directoryOf(path, this.#file)
    } catch (error) {
      closeSync(this.#file)
      throw error
    }
    const before: Before[] = []
    let [lists, rows, blocks] = [0, 0, 0]
    for (const section of this.directory.sections) {
      before.push({ lists, rows, blocks })
      lists += section.lists
      rows += section.rows
      blocks += section.blocks
    }
    this.before = before
  }

  /** The lists of a section: in `memory`, if that is large enough, until somebody uses it again; else in memory of their own. */
  section(number: number, memory?: ArrayBuffer): RankingLists {
    return sectionLists(this.directory, this.directory.sections[number], this.sectionBytes(number, memory).buffer)
  }

  /** The bytes of a section, in the same way. */
  sectionBytes(number: number, memory?: ArrayBuffer): Uint8Array<ArrayBuffer> {
    const section = this.directory.sections[number]
    const fits = memory !== undefined && memory.byteLength >= section.bytes
    const bytes = fits ? new Uint8Array(memory, 0, section.bytes) : new Uint8Array(section.bytes)
    readFully(this.path, this.#file, bytes, section.at)
    if (!this.#checked.has(number)) {
      if (crc32(bytes) !== section.crc) throw broken(this.path, `the checksum of section ${number + 1} is wrong`)
      this.#checked.add(number)
    }
    return bytes
  }

  /** What a section says of its lists without their rows. A section that nobody has read yet is read and checked. */
  graded(number: number): Pick<RankingLists, 'offsets' | 'labels' | 'listWeights'> {
    if (!this.#checked.has(number)) this.section(number)
    const section = this.directory.sections[number]
    const [offsets, labels, weights] = arrayBytes(this.directory, section).map(aligned)
    const bytes = new Uint8Array(offsets + labels + weights)
    readFully(this.path, this.#file, bytes, section.at)
    const { lists, rows } = section
    return {
      offsets: new Uint32Array(bytes.buffer, 0, lists + 1),
      labels: new Float64Array(bytes.buffer, offsets, rows),
      ...(this.directory.weighted && { listWeights: new Float64Array(bytes.buffer, offsets + labels, lists) }),
    }
  }

  /** Once only: the number of the file soon belongs to another one. */
  close(): void {
    if (this.#isOpen) closeSync(this.#file)
    this.#isOpen = false
  }
}

function opened(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw fileFailure('cannot-read', path, error)
  }
}

const directoryShape = fields({
  ...aboutShapes,
  sections: arrayOf(fields({ at: count(), bytes: count(), crc: count(), ...countShapes })),
})

function directoryOf(path: string, file: number): PackedDirectory {
  const size = fstatSync(file).size
  if (size < HEAD.length + END_BYTES) throw broken(path, 'it is too short')
  const head = Buffer.alloc(HEAD.length)
  readFully(path, file, head, 0)
  if (head.toString('latin1') !== HEAD) throw broken(path, 'it does not begin as one')
  const end = Buffer.alloc(END_BYTES)
  readFully(path, file, end, size - END_BYTES)
  if (end.toString('latin1', 8) !== TAIL) throw broken(path, 'its end is missing')
  const length = end.readUInt32LE(0)
  if (length > size - HEAD.length - END_BYTES) throw broken(path, 'its directory is longer than the file')
  const bytes = Buffer.alloc(length)
  readFully(path, file, bytes, size - END_BYTES - length)
  if (crc32(bytes) !== end.readUInt32LE(4)) throw broken(path, 'the checksum of its directory is wrong')
  const directory: PackedDirectory = JSON.parse(bytes.toString('utf8'))
  directoryShape('directory', directory)
  requirePlaces(path, directory, size - END_BYTES - length)
  return directory
}

/** Every section has the bytes that its arrays take, and lies in the file after the one before. */
function requirePlaces(path: string, directory: PackedDirectory, end: number): void {
  let at = HEAD.length
  for (const [number, section] of directory.sections.entries()) {
    const bytes = sectionBytes(directory, section)
    if (section.at !== at || section.bytes !== bytes) throw broken(path, `section ${number + 1} is not where it should be`)
    at += bytes
  }
  if (at !== end) throw broken(path, 'there are bytes that belong to no section')
}

/** Reads more than 2 GB, too, which one call does not. */
function readFully(path: string, file: number, into: Uint8Array, at: number): void {
  for (let done = 0; done < into.length; ) {
    const read = readSync(file, into, done, Math.min(into.length - done, 1 << 30), at + done)
    if (read === 0) throw broken(path, 'it ends too early')
    done += read
  }
}

function broken(file: string, reason: string): RankwrightError {
  return new RankwrightError({ area: 'data', code: 'packed-broken', at: { file }, reason })
}
