/**
 * Packs rows into parts, where they are: rows come as lines of five fields, in the order of parts and lists, and of rows where the plan says so.
 *
 *   part · list · id · label · features
 *
 * `list` is the number of the list among all; `id` is base64; `features` are as `rowBits.ts` has them. What comes out are the lines of `partLines`, or of a problem.
 */
import { join } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import type { Before, PackedAbout } from '../packed/packedFormat.ts'
import type { PartSize } from '../parts/packedParts.ts'
import { fieldEnds, separatorOf, TAB } from './fields.ts'
import { LineCutter } from './lineCutter.ts'
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

/** The lines of packed parts, which are left in the folder as files, too. The input is always read to its end. */
export async function* packRows(input: AsyncIterable<Uint8Array>, bytes: Uint8Array, folder?: string): AsyncGenerator<string> {
  const cutter = new LineCutter()
  let packer: PartPacker | undefined
  let separator: string | undefined
  let problem: unknown
  const packed = function* (lines: Iterable<Buffer>) {
    for (const line of lines) {
      separator ??= separatorOf(line)
      if (problem !== undefined) continue
      try {
        packer ??= new PartPacker(planOf<PackingPlan>(bytes), folder)
        yield* packer.add(line, separator)
      } catch (error) {
        problem = error
      }
    }
  }
  for await (const chunk of input) yield* packed(cutter.add(chunk))
  yield* packed(cutter.end())
  try {
    if (problem === undefined) yield* packer?.end(separator ?? TAB) ?? []
  } catch (error) {
    problem = error
  }
  if (problem !== undefined) yield problemLine(problem, separator ?? TAB)
}

class PartPacker {
  readonly #plan: PackingPlan
  readonly #folder: string | undefined
  readonly #reader: RowBitsReader
  /** Of the fields of a line before the last. */
  readonly #ends = new Uint32Array(4)
  #part = -1
  #list = -1
  #bits = new Int32Array()
  #labels = new Float64Array()
  #starts: number[] = []
  #ids: string[] = []
  #rows = 0

  constructor(plan: PackingPlan, folder: string | undefined) {
    this.#plan = plan
    this.#folder = folder
    this.#reader = new RowBitsReader(plan.about.width)
  }

  *add(line: Buffer, separator: string): Generator<string> {
    const ends = this.#ends
    if (!fieldEnds(line, ends)) throw this.#changed(0)
    const part = countIn(line, 0, ends[0])
    if (part !== this.#part) {
      yield* this.end(separator)
      this.#begin(part)
    }
    const list = countIn(line, ends[0] + 1, ends[1])
    if (list !== this.#list) {
      this.#list = list
      this.#starts.push(this.#rows)
      this.#ids.push(Buffer.from(line.toString('latin1', ends[1] + 1, ends[2]), 'base64').toString('utf8'))
    }
    const { width } = this.#plan.about
    if (this.#rows >= this.#labels.length) throw this.#changed()
    this.#labels[this.#rows] = Number(line.toString('latin1', ends[2] + 1, ends[3]))
    if (!this.#reader.read(line, ends[3] + 1, this.#bits, this.#rows * width)) throw this.#changed()
    this.#rows++
  }

  *end(separator: string): Generator<string> {
    const part = this.#part
    if (part < 0) return
    this.#part = -1
    const size = this.#plan.sizes[part]
    if (this.#rows !== size.rows || this.#ids.length !== size.lists) throw this.#changed(part)
    const { about, before, ordered } = this.#plan
    const rows = { labels: this.#labels, bits: this.#bits }
    const offsets = Uint32Array.from([...this.#starts, this.#rows])
    const { labels, bits } = ordered ? rows : rowsByCells(rows, offsets, about.width)
    const { facts, bytes } = packedPart({ about, before: before[part], offsets, labels, bits, ids: this.#ids })
    if (this.#folder !== undefined) leaveFile(join(this.#folder, partFileName(part, facts)), bytes)
    yield* partLines(part, facts, bytes, separator)
  }

  #begin(part: number): void {
    const size = this.#plan.sizes[part]
    if (size === undefined) throw new RankwrightError({ area: 'engine', code: 'part-unknown', part, total: this.#plan.sizes.length })
    this.#part = part
    this.#list = -1
    this.#rows = 0
    this.#starts = []
    this.#ids = []
    this.#labels = new Float64Array(size.rows)
    this.#bits = new Int32Array(size.rows * this.#plan.about.width)
  }

  /** Between the counting of the rows and their packing. */
  #changed(part = this.#part): RankwrightError {
    const expected = this.#plan.sizes[part]
    return new RankwrightError({
      area: 'engine',
      code: 'part-changed',
      part,
      found: { lists: this.#ids.length, rows: this.#rows },
      expected,
    })
  }
}

/** A number of digits alone. */
function countIn(line: Uint8Array, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at++) count = 10 * count + line[at] - 0x30
  return count
}
