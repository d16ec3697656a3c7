/**
 * Rows of a table with columns that are not plain numbers, as they come to a worker: lines of six fields, in the order of parts, lists and rows.
 *
 *   part · list · id · label · texts · features
 *
 * What rows get in training instead of a cell comes before the rows of their part, as lines with the list −1: `id` is the place of the encoder, `label` the row among all, and
 * `features` the number. The texts are empty.
 *
 * `list` is the number of the list among all; `id` is base64; `texts` are a JSON array with a text for each column of them, empty where there is none; `features` are the plain
 * columns, as `rowBits.ts` has them.
 */
import { type RankingLists, RankwrightError } from '@rankwright/core'
import type { CellsInUse, PartReading } from '@rankwright/core/data'
import type { Before } from '../packed/packedFormat.ts'
import type { PartSize } from '../parts/packedParts.ts'
import { fieldEnds } from './fields.ts'
import { GrowingPart } from './growingPart.ts'
import { RowBitsReader } from './rowBits.ts'

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

/** Of a line. */
const FIELDS = 6

/** Puts rows together to parts. */
export class TableRowReader {
  readonly #plan: TableRowsPlan
  readonly #width: number
  readonly #reader: RowBitsReader
  /** Of the fields of a line before the last. */
  readonly #ends = new Uint32Array(FIELDS - 1)
  /** Of the columns of text in use. */
  readonly #places: Uint32Array
  readonly #step: number
  #growing: GrowingPart | undefined
  #texts: string[][] = []
  #trained = new Map<number, Float64Array>()
  #trainedRows = 0

  /** Cells that are not in use are left out, as if they were empty. */
  constructor(plan: TableRowsPlan, { columns, step = 1 }: CellsInUse = {}) {
    this.#plan = plan
    this.#width = plan.reading.columns.features.length
    this.#reader = new RowBitsReader(this.#width)
    const { names, raw = [] } = plan.reading.columns
    this.#places = Uint32Array.from([...raw.keys()].filter((place) => columns?.includes(names[raw[place]]) ?? true))
    this.#step = step
  }

  /** The part that ends before this row, if one does. */
  add(line: Buffer): ReadPart | undefined {
    const ends = this.#ends
    if (!fieldEnds(line, ends)) throw new Error(`a line has fewer than the ${FIELDS} fields of a row`)
    const field = (place: number) => line.toString('latin1', place === 0 ? 0 : ends[place - 1] + 1, ends[place])
    const [part, list] = [Number(field(0)), Number(field(1))]
    const read = part === this.#growing?.part ? undefined : this.end()
    const growing = (this.#growing ??= this.#begun(part))
    if (list < 0) {
      this.#train(growing, Number(field(2)), Number(field(3)), Number(line.toString('latin1', ends[ends.length - 1] + 1)))
      return read
    }
    growing.begin(list, () => Buffer.from(field(2), 'base64').toString('utf8'))
    growing.labels[growing.rows] = this.#label(growing, field(3))
    const isInUse = this.#places.length > 0 && (this.#plan.before[part].rows + growing.rows) % this.#step === 0
    if (isInUse) this.#addTexts(growing.rows, line.toString('utf8', ends[3] + 1, ends[4]))
    if (!this.#reader.read(line, ends[ends.length - 1] + 1, growing.bits, growing.rows * this.#width)) throw growing.changed()
    growing.rows++
    return read
  }

  #addTexts(row: number, json: string): void {
    const cells: readonly string[] = JSON.parse(json)
    if (cells.length !== this.#texts.length) throw new Error(`a row has ${cells.length} texts, not ${this.#texts.length}`)
    for (const place of this.#places) this.#texts[place][row] = cells[place]
  }

  #label({ part, rows }: GrowingPart, text: string): number {
    const label = Number(text)
    if (Number.isFinite(label)) return label
    const { file, columns } = this.#plan.reading
    const at = { file, row: this.#plan.before[part].rows + rows + 1 }
    throw new RankwrightError({ area: 'table', code: 'cell-not-a-label', at, column: columns.names[columns.label ?? 0], found: text })
  }

  /** The part whose rows have all come, if there is one. */
  end(): ReadPart | undefined {
    const growing = this.#growing
    if (growing === undefined) return undefined
    growing.requireWhole()
    const { part, size, offsets, labels, bits, ids } = growing
    if (this.#trainedRows !== size.rows * this.#trained.size) throw growing.changed()
    this.#growing = undefined
    const { names, features } = this.#plan.reading.columns
    const lists: RankingLists = {
      width: this.#width,
      offsets,
      labels,
      features: { kind: 'dense', values: new Float32Array(bits.buffer) },
      listIds: ids,
      featureNames: features.map((column) => names[column]),
    }
    return { part, lists, texts: this.#texts, trained: this.#trained }
  }

  #train(growing: GrowingPart, place: number, row: number, value: number): void {
    const values = this.#trained.get(place)
    const own = row - this.#plan.before[growing.part].rows
    if (values === undefined || !(own >= 0 && own < values.length)) throw growing.changed()
    values[own] = value
    this.#trainedRows++
  }

  #begun(part: number): GrowingPart {
    const growing = new GrowingPart(part, this.#plan.sizes, this.#width)
    this.#texts = (this.#plan.reading.columns.raw ?? []).map((_, place) =>
      this.#places.includes(place) ? Array(growing.size.rows).fill('') : [],
    )
    this.#trained = new Map((this.#plan.trained ?? []).map((place) => [place, new Float64Array(growing.size.rows)]))
    this.#trainedRows = 0
    return growing
  }
}
