/**
 * Packs parts from Parquet files that the worker sees itself. What comes in are lines of two fields, in any order:
 *
 *   part · what
 *
 * A part is left in the folder as a file. `what` is `facts`, for one line with its facts alone, or `pieces`, for the lines of `partLines` with its bytes.
 */
import { join } from 'node:path'
import { RankwrightError } from '@rankwright/core'
import type { Before, PackedAbout } from '../packed/packedFormat.ts'
import type { PartSize } from '../parts/packedParts.ts'
import { leadingFields, separatorOf, TAB } from './fields.ts'
import { isOfFile } from './fileLists.ts'
import { linesOf } from './lineCutter.ts'
import { packedPart } from './packedPart.ts'
import { FIRST_FEATURE, LIST_COLUMN, type ListedFile, ParquetFile, type UsedColumns } from './parquetFile.ts'
import type { PartFacts } from './partFacts.ts'
import { leaveFile, partFileName } from './partFiles.ts'
import { partLines, problemLine } from './partLines.ts'
import { planOf } from './plan.ts'

export const PACK_FILES = 'pack-files'

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

/** The lines of packed parts. The input is always read to its end. */
export async function* packFiles(input: AsyncIterable<Uint8Array>, bytes: Uint8Array, folder?: string): AsyncGenerator<string> {
  let separator = TAB
  let packer: FilesPacker | undefined
  let problem: unknown
  for await (const line of linesOf(input)) {
    separator = separatorOf(line)
    if (problem !== undefined) continue
    try {
      packer ??= new FilesPacker(planOf<FilesPlan>(bytes))
      const leading = leadingFields(line, 1)
      const part = Number(leading?.fields[0])
      const { facts, bytes: packed } = packer.pack(part)
      if (folder !== undefined) leaveFile(join(folder, partFileName(part, facts)), packed)
      if (line.toString('latin1', leading?.rest) === 'facts') yield [part, 0, 1, JSON.stringify(facts), ''].join(separator)
      else yield* partLines(part, facts, packed, separator)
    } catch (error) {
      problem = error
    }
  }
  packer?.close()
  if (problem !== undefined) yield problemLine(problem, separator)
}

class FilesPacker {
  readonly #plan: FilesPlan
  /** The last one: the next part may go on in it. */
  #open: { readonly number: number; readonly file: ParquetFile } | undefined

  constructor(plan: FilesPlan) {
    this.#plan = plan
  }

  pack(part: number): { readonly facts: PartFacts; readonly bytes: Buffer } {
    const { about, sizes, before } = this.#plan
    const size = sizes[part]
    if (size === undefined) throw new RankwrightError({ area: 'engine', code: 'part-unknown', part, total: sizes.length })
    const labels = new Float64Array(size.rows)
    const bits = new Int32Array(size.rows * about.width)
    const starts: number[] = []
    const ids: string[] = []
    const first = before[part].rows
    try {
      for (const { number, from, to } of this.#filesOf(first, first + size.rows)) {
        const at = this.#plan.starts[number] + from - first
        this.#read(this.#opened(number), from, to, { labels, bits, starts, ids }, at)
      }
    } catch (error) {
      if (isOfFile(error)) throw new RankwrightError({ area: 'engine', code: 'part-has-other-values', part })
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
    const { label, features } = this.#plan.columns
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
    const { starts } = this.#plan
    for (let number = 0; number < starts.length - 1; number++) {
      const [from, to] = [Math.max(first, starts[number]), Math.min(end, starts[number + 1])]
      if (from < to) yield { number, from: from - starts[number], to: to - starts[number] }
    }
  }

  #opened(number: number): ParquetFile {
    if (this.#open?.number === number) return this.#open.file
    this.close()
    const { files, columns } = this.#plan
    const file = new ParquetFile(files[number], columns)
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
