/**
 * Packs rows into parts, where they are: rows come as lines of five fields, in the order of parts and lists, and of rows where the plan says so.
 *
 *   part · list · id · label · features
 *
 * `list` is the number of the list among all; `id` is base64; `features` are as `rowBits.ts` has them. What comes out are the lines of `partLines`, or of a problem.
 */
import { join } from 'node:path'
import type { Before, PackedAbout } from '../packed/packedFormat.ts'
import type { PartSize } from '../parts/packedParts.ts'
import { fieldEnds } from './fields.ts'
import { GrowingPart } from './growingPart.ts'
import { type LineWork, workOnLines } from './lineWork.ts'
import { packedPart } from './packedPart.ts'
import { leaveFile, partFileName } from './partFiles.ts'
import { partLines, problemLine } from './partLines.ts'
import { planOf } from './plan.ts'
import { RowBitsReader } from './rowBits.ts'
import { rowsByCells } from './rowsByCells.ts'

/** What is known of all parts before they are packed. */
export interface PackingPlan {
  readonly version: string
  readonly about: PackedAbout
  readonly sizes: readonly PartSize[]
  readonly before: readonly Before[]
  /** Whether the rows of a list come in their order; else they are put into that of their cells. */
  readonly ordered: boolean
}

/** The lines of packed parts, which are left in the folder as files, too. */
export function packRows(input: AsyncIterable<Uint8Array>, bytes: Uint8Array, folder?: string): AsyncGenerator<string> {
  return workOnLines(input, () => new PartPacker(planOf<PackingPlan>(bytes), folder), problemLine)
}

class PartPacker implements LineWork {
  readonly #plan: PackingPlan
  readonly #folder: string | undefined
  readonly #reader: RowBitsReader
  /** Of the fields of a line before the last. */
  readonly #ends = new Uint32Array(4)
  #growing: GrowingPart | undefined

  constructor(plan: PackingPlan, folder: string | undefined) {
    this.#plan = plan
    this.#folder = folder
    this.#reader = new RowBitsReader(plan.about.width)
  }

  *add(line: Buffer, separator: string): Generator<string> {
    const ends = this.#ends
    if (!fieldEnds(line, ends)) throw new Error('a line has fewer than the five fields of a row')
    const part = countIn(line, 0, ends[0])
    if (part !== this.#growing?.part) yield* this.end(separator)
    const { about, sizes } = this.#plan
    const growing = (this.#growing ??= new GrowingPart(part, sizes, about.width))
    growing.begin(countIn(line, ends[0] + 1, ends[1]), () =>
      Buffer.from(line.toString('latin1', ends[1] + 1, ends[2]), 'base64').toString('utf8'),
    )
    growing.labels[growing.rows] = Number(line.toString('latin1', ends[2] + 1, ends[3]))
    if (!this.#reader.read(line, ends[3] + 1, growing.bits, growing.rows * about.width)) throw growing.changed()
    growing.rows++
  }

  *end(separator: string): Generator<string> {
    const growing = this.#growing
    if (growing === undefined) return
    this.#growing = undefined
    growing.requireWhole()
    const { part, offsets, ids } = growing
    const { about, before, ordered } = this.#plan
    const { labels, bits } = ordered ? growing : rowsByCells(growing, offsets, about.width)
    const { facts, bytes } = packedPart({ about, before: before[part], offsets, labels, bits, ids })
    if (this.#folder !== undefined) leaveFile(join(this.#folder, partFileName(part, facts)), bytes)
    yield* partLines(part, facts, bytes, separator)
  }
}

/** A number of digits alone. */
function countIn(line: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) count = 10 * count + line[at] - 0x30
  return count
}
