import { type RankingLists, RankwrightError } from '@rankwright/core'
import { type ChunkEncoder, type ReadListsOptions, type TableColumns, withNamedColumns } from '@rankwright/core/data'

/** Rows as they come from a table that is stored by columns: no value is missing, NaN stands for one. */
export interface ColumnRows {
  readonly rows: number
  readonly lists: ArrayLike<string | null>
  readonly labels: ArrayLike<number>
  readonly features: readonly ArrayLike<number>[]
  /** Of the columns that are read as text. */
  readonly texts: readonly ArrayLike<string | null>[]
}

/** Values in a chunk, about: 32 MB. */
const CHUNK_VALUES = 1 << 23
/** Values that a cell of text counts for. */
const TEXT_VALUES = 64

/** Thrown where a list that has ended goes on: rows of one list may only follow each other. */
export class ScatteredList extends Error {
  readonly list: string
  constructor(list: string) {
    super(`rows of the list "${list}" stand apart`)
    this.list = list
  }
}

/** Makes chunks of whole lists from rows by columns, and checks every value as readers of tables do. */
export class ColumnChunks {
  readonly #source: string
  readonly #columns: TableColumns
  readonly #options: Pick<ReadListsOptions, 'list' | 'label' | 'item' | 'features' | 'ignore' | 'sideColumns' | 'onNote'>
  readonly #width: number
  readonly #encoder: ChunkEncoder
  readonly #full: number
  readonly #ended = new Set<string>()
  #values: Float32Array
  #labels: Float64Array
  #texts: (string | null)[][]
  #starts: number[] = []
  #ids: string[] = []
  #rows = 0
  /** Rows of chunks that were given away. */
  #before = 0

  constructor(
    source: string,
    columns: TableColumns,
    options: Pick<ReadListsOptions, 'features' | 'ignore' | 'onNote'>,
    encoder: ChunkEncoder,
  ) {
    this.#source = source
    this.#columns = columns
    this.#options = options
    this.#width = columns.features.length
    this.#encoder = encoder
    const raw = columns.raw?.length ?? 0
    this.#full = Math.max(1, Math.floor(CHUNK_VALUES / Math.max(1, this.#width + TEXT_VALUES * raw)))
    this.#texts = Array.from({ length: raw }, () => [])
    this.#values = new Float32Array(this.#full * this.#width)
    this.#labels = new Float64Array(this.#full)
  }

  *add(added: ColumnRows): Generator<RankingLists> {
    for (let from = 0; from < added.rows; ) {
      const id = this.#idAt(added, from)
      if (this.#ids.at(-1) !== id) {
        if (this.#ended.has(id)) throw new ScatteredList(id)
        if (this.#rows >= this.#full) yield this.#taken()
        this.#ended.add(id)
        this.#ids.push(id)
        this.#starts.push(this.#rows)
      }
      let to = from + 1
      while (to < added.rows && added.lists[to] === id) to++
      this.#copy(added, from, to)
      from = to
    }
  }

  end(): RankingLists | undefined {
    const last = this.#rows === 0 ? undefined : this.#taken()
    this.#encoder.end()
    return last
  }

  #idAt({ lists }: ColumnRows, row: number): string {
    const id = lists[row]
    if (id !== null) return id
    const at = { file: this.#source, row: this.#before + this.#rows + 1 }
    const column = this.#columns.names[this.#columns.list]
    throw new RankwrightError({ area: 'table', code: 'cell-without-id', at, column, role: 'list' })
  }

  #copy({ labels, features, texts }: ColumnRows, from: number, to: number): void {
    const at = this.#rows
    this.#reserve(at + to - from)
    for (let row = from; row < to; row++) {
      const label = labels[row]
      if (!Number.isFinite(label)) throw this.#notALabel(label, at + row - from)
      this.#labels[at + row - from] = label
    }
    const width = this.#width
    const values = this.#values
    for (let feature = 0; feature < width; feature++) {
      const column = features[feature]
      for (let row = from, k = at * width + feature; row < to; row++, k += width) {
        const value = column[row]
        values[k] = value
        const stored = values[k]
        // Neither too large nor too small for 32 bits.
        if (stored - stored !== 0 || (stored === 0 && value !== 0)) this.#odd(value, stored, feature, at + row - from)
      }
    }
    for (const [place, cells] of texts.entries()) for (let row = from; row < to; row++) this.#texts[place].push(cells[row])
    this.#rows += to - from
  }

  #odd(value: number, stored: number, feature: number, row: number): void {
    if (Number.isNaN(value)) return
    const column = this.#columns.names[this.#columns.features[feature]]
    const at = { file: this.#source, row: this.#before + row + 1 }
    if (stored !== 0) throw new RankwrightError({ area: 'table', code: 'cell-beyond-float32', at, column, found: String(value) })
    this.#options.onNote?.({ area: 'table', code: 'cell-becomes-zero', at, column, found: String(value) })
  }

  #notALabel(label: number, row: number): RankwrightError {
    const column = this.#columns.names[this.#columns.label ?? 0]
    const at = { file: this.#source, row: this.#before + row + 1 }
    return new RankwrightError({ area: 'table', code: 'cell-not-a-label', at, column, found: Number.isNaN(label) ? '' : String(label) })
  }

  /** A single list may be longer than a chunk. */
  #reserve(rows: number): void {
    if (rows <= this.#labels.length) return
    const room = Math.max(rows, 2 * this.#labels.length)
    const [values, labels] = [new Float32Array(room * this.#width), new Float64Array(room)]
    values.set(this.#values.subarray(0, this.#rows * this.#width))
    labels.set(this.#labels.subarray(0, this.#rows))
    this.#values = values
    this.#labels = labels
  }

  #taken(): RankingLists {
    const { features, ignore } = this.#options
    const lists: RankingLists = {
      width: this.#width,
      offsets: Uint32Array.from([...this.#starts, this.#rows]),
      labels: this.#labels.subarray(0, this.#rows),
      features: { kind: 'dense', values: this.#values.subarray(0, this.#rows * this.#width) },
      listIds: this.#ids,
      featureNames: this.#columns.features.map((column) => this.#columns.names[column]),
      ...((features !== undefined || ignore !== undefined) && { featuresChosen: true as const }),
    }
    const before = this.#before
    const texts = this.#texts
    this.#before += this.#rows
    this.#texts = texts.map(() => [])
    this.#values = new Float32Array(this.#full * this.#width)
    this.#labels = new Float64Array(this.#full)
    this.#starts = []
    this.#ids = []
    this.#rows = 0
    return withNamedColumns(this.#encoder.encode(lists, texts, before), this.#options)
  }
}
