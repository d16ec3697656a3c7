/** Packs parts of Parquet files that lie on a disk of the worker. */
import { join } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import type { Before, PackedAbout } from '../packed/packedFormat.ts'
import type { PartSize } from '../parts/packedParts.ts'
import { isOfFile } from './fileLists.ts'
import { packedPart } from './packedPart.ts'
import { FIRST_FEATURE, LIST_COLUMN, type ListedFile, ParquetFile, type UsedColumns } from './parquetFile.ts'
import type { PartFacts } from './partFacts.ts'
import { leaveFile, partFileName } from './partFiles.ts'
import { partLines } from './partLines.ts'

/** What is known of all parts before they are packed. The rows of a list stand together. */
export interface FilesPlan {
  readonly version: string
  readonly about: PackedAbout
  readonly sizes: readonly PartSize[]
  readonly before: readonly Before[]
  readonly columns: UsedColumns
  readonly files: readonly ListedFile[]
  /** How many rows are before those of each file, and at last all rows. */
  readonly starts: Float64Array
}

export class FilesPacker {
  readonly plan: FilesPlan
  readonly #pathOf: (file: number) => string
  /** The last one: the next part may go on in it. */
  #open: { readonly number: number; readonly file: ParquetFile } | undefined

  /** `pathOf` tells where a file of the plan is. */
  constructor(plan: FilesPlan, pathOf: (file: number) => string) {
    this.plan = plan
    this.#pathOf = pathOf
  }

  /** A part, left in the folder: one line with its facts, or lines with its bytes, too. */
  *lines(part: number, what: string, folder: string | undefined, separator: string): Generator<string> {
    const { facts, bytes } = this.#pack(part)
    if (folder !== undefined) leaveFile(join(folder, partFileName(part, facts)), bytes)
    if (what === 'facts') yield [part, 0, 1, JSON.stringify(facts), ''].join(separator)
    else yield* partLines(part, facts, bytes, separator)
  }

  #pack(part: number): { readonly facts: PartFacts; readonly bytes: Buffer } {
    const { about, sizes, before } = this.plan
    const size = sizes[part]
    if (size === undefined) throw new RankwrightError({ area: 'engine', code: 'part-unknown', part, total: sizes.length })
    const labels = new Float64Array(size.rows)
    const bits = new Int32Array(size.rows * about.width)
    const starts: number[] = []
    const ids: string[] = []
    const first = before[part].rows
    try {
      for (const { number, from, to } of this.#filesOf(first, first + size.rows)) {
        const at = this.plan.starts[number] + from - first
        this.#read(this.#opened(number), from, to, { labels, bits, starts, ids }, at)
      }
    } catch (error) {
      if (isOfFile(error)) throw new RankwrightError({ area: 'engine', code: 'part-has-other-values', part, reason: error.message })
      throw error
    }
    if (ids.length !== size.lists) {
      const found = { lists: ids.length, rows: size.rows }
      throw new RankwrightError({ area: 'engine', code: 'part-changed', part, found, expected: size })
    }
    return packedPart({ about, before: before[part], offsets: Uint32Array.from([...starts, size.rows]), labels, bits, ids })
  }

  close(): void {
    this.#open?.file.close()
    this.#open = undefined
  }

  /** Rows of the part, from a file, to their places in it. */
  #read({ table }: ParquetFile, from: number, to: number, { labels, bits, starts, ids }: Rows, at: number): void {
    const { label, features } = this.plan.columns
    const width = features.length
    let row = at
    for (const run of table.texts(LIST_COLUMN, from, to)) {
      const id = run.text ?? ''
      if (ids.length === 0 || ids[ids.length - 1] !== id) {
        starts.push(row)
        ids.push(id)
      }
      row += run.rows
    }
    if (label !== undefined) table.doubles(FIRST_FEATURE + width, from, to, labels, at)
    for (let feature = 0; feature < width; feature++)
      table.float32Bits(FIRST_FEATURE + feature, from, to, bits, at * width + feature, width)
  }

  *#filesOf(first: number, end: number): Generator<{ readonly number: number; readonly from: number; readonly to: number }> {
    const { starts } = this.plan
    for (let number = 0; number < starts.length - 1; number++) {
      const [from, to] = [Math.max(first, starts[number]), Math.min(end, starts[number + 1])]
      if (from < to) yield { number, from: from - starts[number], to: to - starts[number] }
    }
  }

  #opened(number: number): ParquetFile {
    if (this.#open?.number === number) return this.#open.file
    this.close()
    const { files, columns } = this.plan
    const file = new ParquetFile(this.#pathOf(number), files[number].size, columns)
    this.#open = { number, file }
    return file
  }
}

interface Rows {
  readonly labels: Float64Array
  readonly bits: Int32Array
  readonly starts: number[]
  readonly ids: string[]
}
