/**
 * Packs rows into parts, where they are: rows come as lines of five fields, in the order of parts, lists and rows.
 *
 *   part · list · id · label · features
 *
 * `list` is the number of the list among all; `id` is base64; `features` are as `rowBits.ts` has them. What comes out are the lines of `partLines`. A problem is a
 * line with no pieces, whose facts are base64 of bytes of `wire.ts`.
 */
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { type RankingLists, RankwrightError } from '@rankwright/core'
import { laidOut } from '../packed/laidOut.ts'
import { packedSection } from '../packed/listPacker.ts'
import type { Before, PackedAbout } from '../packed/packedFormat.ts'
import type { PartSize } from '../parts/packedParts.ts'
import { version as ownVersion } from '../version.ts'
import { linesOf } from './answerParts.ts'
import { problemRow } from './answerRows.ts'
import { leadingFields, separatorOf } from './fields.ts'
import { leaveFile, partFileName } from './partFiles.ts'
import { partLines } from './partLines.ts'
import { readRowBits } from './rowBits.ts'
import { wireValue } from './wire.ts'

/** What is known of all parts before they are packed. */
export interface PackingPlan {
  readonly version: string
  readonly about: PackedAbout
  readonly sizes: readonly PartSize[]
  readonly before: readonly Before[]
}

/** The lines of packed parts, which are left in the folder as files, too. The input is always read to its end. */
export async function* packRows(input: AsyncIterable<Uint8Array>, bytes: Uint8Array, folder?: string): AsyncGenerator<string> {
  let packer: PartPacker | undefined
  let separator = '\t'
  let problem: unknown
  for await (const line of linesOf(input)) {
    separator = separatorOf(line)
    if (problem !== undefined) continue
    try {
      packer ??= new PartPacker(planOf(bytes), folder)
      yield* packer.add(line, separator)
    } catch (error) {
      problem = error
    }
  }
  try {
    if (problem === undefined) yield* packer?.end(separator) ?? []
  } catch (error) {
    problem = error
  }
  if (problem !== undefined) yield [-1, 0, 0, problemRow(-1, problem).payload, ''].join(separator)
}

function planOf(bytes: Uint8Array): PackingPlan {
  const plan = wireValue(bytes, 'The plan of packing') as PackingPlan
  if (plan.version !== ownVersion)
    throw new RankwrightError({ area: 'engine', code: 'worker-version', found: ownVersion, expected: plan.version })
  return plan
}

class PartPacker {
  readonly #plan: PackingPlan
  readonly #folder: string | undefined
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
  }

  *add(line: Buffer, separator: string): Generator<string> {
    const leading = leadingFields(line, 4)
    if (leading === undefined) throw this.#changed(0)
    const [part, list, id, label] = leading.fields
    if (Number(part) !== this.#part) {
      yield* this.end(separator)
      this.#begin(Number(part))
    }
    if (Number(list) !== this.#list) {
      this.#list = Number(list)
      this.#starts.push(this.#rows)
      this.#ids.push(Buffer.from(id, 'base64').toString('utf8'))
    }
    const { width } = this.#plan.about
    if (this.#rows >= this.#labels.length) throw this.#changed()
    this.#labels[this.#rows] = Number(label)
    if (readRowBits(line, leading.rest, width, this.#bits, this.#rows * width) !== width) throw this.#changed()
    this.#rows++
  }

  *end(separator: string): Generator<string> {
    const part = this.#part
    if (part < 0) return
    this.#part = -1
    const size = this.#plan.sizes[part]
    if (this.#rows !== size.rows || this.#ids.length !== size.lists) throw this.#changed(part)
    const { about, before } = this.#plan
    const { width, layout, featureNames, featuresChosen } = about
    const lists: RankingLists = {
      width,
      offsets: Uint32Array.from([...this.#starts, this.#rows]),
      labels: this.#labels,
      features: { kind: 'dense', values: new Float32Array(this.#bits.buffer) },
      listIds: this.#ids,
      ...(featureNames && { featureNames }),
      ...(featuresChosen && { featuresChosen }),
    }
    const { bytes, ...counts } = packedSection([{ lists: laidOut(lists, layout), from: 0, to: this.#ids.length }])
    const facts = { ...about, ...counts, crc: crc32(bytes), before: before[part] }
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
