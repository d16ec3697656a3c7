/**
 * Rows of a table with columns that are not plain numbers, as they come to a worker: lines of at least five fields, in the order of parts, lists and rows.
 *
 *   part · list · id · label · text … · features
 *
 * What rows get in training instead of a cell comes before the rows of their part, as lines with the list −1: `id` is the place of the encoder, `label` the row among all, and
 * `features` the number. The texts are empty.
 *
 * `list` is the number of the list among all; `id` and the texts, one for each column of them, are base64, and empty where there is none; `features` are the plain columns,
 * as `rowBits.ts` has them.
 */
import { type RankingLists, RankwrightError } from '@rankwright/core'
import type { PartReading } from '@rankwright/core/data'
import type { Before } from '../packed/packedFormat.ts'
import type { PartSize } from '../parts/packedParts.ts'
import { version as ownVersion } from '../version.ts'
import { fieldEnds } from './fields.ts'
import { RowBitsReader } from './rowBits.ts'
import { wireValue } from './wire.ts'

/** What is known of the parts of a table before they are read. */
export interface TableRowsPlan {
  readonly version: string
  readonly reading: PartReading
  readonly sizes: readonly PartSize[]
  readonly before: readonly Before[]
  /** The places of encoders whose columns have other numbers in training. */
  readonly trained?: readonly number[]
}

/** A part with all its rows. */
export interface ReadPart {
  readonly part: number
  readonly lists: RankingLists
  readonly texts: readonly (readonly string[])[]
  /** What its rows get in training, by the places of encoders. */
  readonly trained: ReadonlyMap<number, Float64Array>
}

/** The plan of some bytes; an error where this worker is of another version. */
export function tableRowsPlan<Plan extends TableRowsPlan>(bytes: Uint8Array): Plan {
  const plan = wireValue(bytes, 'The plan of reading') as Plan
  if (plan.version !== ownVersion)
    throw new RankwrightError({ area: 'engine', code: 'worker-version', found: ownVersion, expected: plan.version })
  return plan
}

/** Puts rows together to parts. */
export class TableRowReader {
  readonly #plan: TableRowsPlan
  readonly #width: number
  readonly #reader: RowBitsReader
  /** Of the fields of a line before the last. */
  readonly #ends: Uint32Array
  #part = -1
  #list = -1
  #bits = new Int32Array()
  #labels = new Float64Array()
  #starts: number[] = []
  #ids: string[] = []
  #texts: string[][] = []
  #trained = new Map<number, Float64Array>()
  #trainedRows = 0
  #rows = 0

  constructor(plan: TableRowsPlan) {
    const { features, raw = [] } = plan.reading.columns
    this.#plan = plan
    this.#width = features.length
    this.#reader = new RowBitsReader(this.#width)
    this.#ends = new Uint32Array(4 + raw.length)
  }

  /** The part that ends before this row, if one does. */
  add(line: Buffer): ReadPart | undefined {
    const ends = this.#ends
    if (!fieldEnds(line, ends)) throw new Error(`a line has fewer than the ${ends.length + 1} fields of a row`)
    const field = (place: number) => line.toString('latin1', place === 0 ? 0 : ends[place - 1] + 1, ends[place])
    const [part, list] = [Number(field(0)), Number(field(1))]
    const read = part === this.#part ? undefined : this.end()
    if (this.#part < 0) this.#begin(part)
    if (list < 0) {
      this.#train(Number(field(2)), Number(field(3)), Number(line.toString('latin1', ends[ends.length - 1] + 1)))
      return read
    }
    if (list !== this.#list) {
      this.#list = list
      this.#starts.push(this.#rows)
      this.#ids.push(decoded(field(2)))
    }
    if (this.#rows === this.#labels.length) throw this.#changed()
    this.#labels[this.#rows] = this.#label(field(3))
    for (const [place, cells] of this.#texts.entries()) cells.push(decoded(field(4 + place)))
    if (!this.#reader.read(line, ends[ends.length - 1] + 1, this.#bits, this.#rows * this.#width)) throw this.#changed()
    this.#rows++
    return read
  }

  #label(text: string): number {
    const label = Number(text)
    if (Number.isFinite(label)) return label
    const { file, columns } = this.#plan.reading
    const at = { file, row: this.#plan.before[this.#part].rows + this.#rows + 1 }
    throw new RankwrightError({ area: 'table', code: 'cell-not-a-label', at, column: columns.names[columns.label ?? 0], found: text })
  }

  /** The part whose rows have all come, if there is one. */
  end(): ReadPart | undefined {
    const part = this.#part
    if (part < 0) return undefined
    const size = this.#plan.sizes[part]
    if (this.#rows !== size.rows || this.#ids.length !== size.lists) throw this.#changed()
    if (this.#trainedRows !== size.rows * this.#trained.size) throw this.#changed()
    this.#part = -1
    const { names, features } = this.#plan.reading.columns
    const lists: RankingLists = {
      width: this.#width,
      offsets: Uint32Array.from([...this.#starts, this.#rows]),
      labels: this.#labels,
      features: { kind: 'dense', values: new Float32Array(this.#bits.buffer) },
      listIds: this.#ids,
      featureNames: features.map((column) => names[column]),
    }
    return { part, lists, texts: this.#texts, trained: this.#trained }
  }

  #train(place: number, row: number, value: number): void {
    const values = this.#trained.get(place)
    const own = row - this.#plan.before[this.#part].rows
    if (values === undefined || !(own >= 0 && own < values.length)) throw this.#changed()
    values[own] = value
    this.#trainedRows++
  }

  #begin(part: number): void {
    const size = this.#plan.sizes[part]
    if (size === undefined) throw new RankwrightError({ area: 'engine', code: 'part-unknown', part, total: this.#plan.sizes.length })
    this.#part = part
    this.#list = -1
    this.#rows = 0
    this.#starts = []
    this.#ids = []
    this.#texts = (this.#plan.reading.columns.raw ?? []).map(() => [])
    this.#trained = new Map((this.#plan.trained ?? []).map((place) => [place, new Float64Array(size.rows)]))
    this.#trainedRows = 0
    this.#labels = new Float64Array(size.rows)
    this.#bits = new Int32Array(size.rows * this.#width)
  }

  /** Between the counting of the rows and their reading. */
  #changed(): RankwrightError {
    const part = this.#part
    const found = { lists: this.#ids.length, rows: this.#rows }
    return new RankwrightError({ area: 'engine', code: 'part-changed', part, found, expected: this.#plan.sizes[part] })
  }
}

function decoded(base64: string): string {
  return base64 === '' ? '' : Buffer.from(base64, 'base64').toString('utf8')
}
