/**
 * Packs parts from Parquet files that come as bytes, since the worker does not see them itself. What comes in are lines of four fields, in any order:
 *
 *   part · what · 0 ·           a part that is to be packed, as in `packFiles.ts`
 *   −1 · file · piece · bytes   base64 of a piece of a file, by its number among the files of the plan
 *
 * A piece has `PIECE_BYTES`, but for the last of a file. Files lie in a folder of their own until the parts are packed, when all lines have come. What goes out is that of `packFiles`.
 */
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OtherParquet } from '@rankwright/parquet'
import { leadingFields, separatorOf, TAB } from './fields.ts'
import { FilesPacker, type FilesPlan } from './filesPacker.ts'
import { linesOf } from './lineCutter.ts'
import { problemLine } from './partLines.ts'
import { planOf } from './plan.ts'

export const PACK_SENT_FILES = 'pack-sent-files'

/** Of a file in one line. */
export const PIECE_BYTES = 3 << 17

/** In the place of a part, where the line has bytes of a file. */
export const BYTES_OF_FILE = -1

/** The lines of packed parts. The input is always read to its end. */
export async function* packSentFiles(input: AsyncIterable<Uint8Array>, bytes: Uint8Array, folder?: string): AsyncGenerator<string> {
  let separator = TAB
  const wanted: { readonly part: number; readonly what: string }[] = []
  const files = new SentFiles(folder)
  let problem: unknown
  try {
    for await (const line of linesOf(input)) {
      separator = separatorOf(line)
      if (problem !== undefined) continue
      try {
        const leading = leadingFields(line, 3)
        const [part, what, piece] = leading?.fields ?? []
        if (Number(part) === BYTES_OF_FILE) files.add(Number(what), Number(piece), line.toString('latin1', leading?.rest))
        else wanted.push({ part: Number(part), what })
      } catch (error) {
        problem = error
      }
    }
    if (problem !== undefined) throw problem
    if (wanted.length === 0) return
    const plan = planOf<FilesPlan>(bytes)
    const packer = new FilesPacker(plan, (file) => files.whole(file, plan.files[file].size))
    try {
      for (const { part, what } of wanted.sort((a, b) => a.part - b.part)) yield* packer.lines(part, what, folder, separator)
    } finally {
      packer.close()
    }
  } catch (error) {
    yield problemLine(error, separator)
  } finally {
    files.remove()
  }
}

/** Files that come in pieces, on the disk of the worker. */
class SentFiles {
  readonly #beside: string | undefined
  #folder: string | undefined
  /** The numbers of pieces that have come, by file. */
  readonly #pieces = new Map<number, Set<number>>()
  readonly #sizes = new Map<number, number>()
  /** Why the disk takes no more. */
  #failure: Error | undefined
  #bytes = Buffer.alloc(PIECE_BYTES)
  /** The last one: the next piece is mostly of it. */
  #open: { readonly file: number; readonly descriptor: number } | undefined

  constructor(beside: string | undefined) {
    this.#beside = beside
  }

  add(file: number, piece: number, base64: string): void {
    if (this.#failure !== undefined) return
    const length = this.#bytes.write(base64, 'base64')
    const known = this.#pieces.get(file) ?? new Set()
    this.#pieces.set(file, known)
    if (known.has(piece)) return // two parts of this task have asked for it
    try {
      const descriptor = this.#opened(file)
      for (let at = 0; at < length; ) at += writeSync(descriptor, this.#bytes, at, length - at, piece * PIECE_BYTES + at)
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error
      this.#failure = error
      return
    }
    known.add(piece)
    this.#sizes.set(file, (this.#sizes.get(file) ?? 0) + length)
  }

  /** The path of a file that has come as Spark has listed it. */
  whole(file: number, size: number): string {
    if (this.#failure !== undefined) throw this.#failure
    if (this.#sizes.get(file) !== size) throw new OtherParquet('it is gone, or another than Spark has listed')
    this.#closeOpen()
    return this.#pathOf(file)
  }

  remove(): void {
    this.#closeOpen()
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
  }

  #pathOf(file: number): string {
    if (this.#folder === undefined) {
      if (this.#beside !== undefined) mkdirSync(this.#beside, { recursive: true })
      this.#folder = mkdtempSync(join(this.#beside ?? tmpdir(), 'files-'))
    }
    return join(this.#folder, `${file}.parquet`)
  }

  #opened(file: number): number {
    if (this.#open?.file === file) return this.#open.descriptor
    this.#closeOpen()
    const descriptor = openSync(this.#pathOf(file), this.#sizes.has(file) ? 'r+' : 'w')
    this.#open = { file, descriptor }
    return descriptor
  }

  #closeOpen(): void {
    if (this.#open !== undefined) closeSync(this.#open.descriptor)
    this.#open = undefined
  }
}
