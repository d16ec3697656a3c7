import { callback, either, number, options as optionsShape, requireArguments, type ShapesOf, texts } from '@rankwright/core/arguments'
import { numberText } from '@rankwright/core/data'
import { filePath, iterable, writeShapes } from '../outputs/outputShapes.ts'
import { type OutputFile, openOutputs } from '../outputs/outputs.ts'
import { cannotWrite } from '../outputs/outputTarget.ts'
import { type WriteOptions, writePieces } from '../outputs/writePieces.ts'
import { whyWrongName } from '../outputs/wrongName.ts'

export interface WriteMatrixOptions extends WriteOptions {
  /** Called with every row that is written, from 1. */
  readonly onRow?: (row: number) => void
  /** The ids of the columns where they are others than those of the rows; not for `.npy`. */
  readonly columns?: readonly string[]
}

const shapes: ShapesOf<WriteMatrixOptions> = { ...writeShapes, onRow: callback, columns: texts }
const takesOptions = optionsShape(shapes)

/** A row is valid until the next one. */
export type MatrixRows = Iterable<Float64Array> | AsyncIterable<Float64Array>

/** The files of a matrix: `.npy` has its ids in a file beside it, `.ids.txt` added to the name; they appear together. */
export function matrixFiles(path: string): OutputFile[] {
  filePath('path', path)
  if (!isNumpy(path)) return [{ path, holds: 'matrix' }]
  const holds = { pair: { matrix: path, ids: idsFile(path) } }
  return [path, idsFile(path)].map((file) => ({ path: file, holds }))
}

/**
 * Writes a matrix of similarities row by row, never holding more than one: `.npy` as 32-bit floats (ids in a file beside
 * it), `.csv` and `.tsv` as text with the ids as headings; `-` is standard output, with commas. `.gz` may follow.
 */
export async function writeMatrix(path: string, ids: readonly string[], rows: MatrixRows, options: WriteMatrixOptions = {}): Promise<void> {
  requireArguments({ path, ids, rows, options }, { path: filePath, ids: texts, rows: iterable('rows'), options: takesOptions })
  const { force, stop, columns = ids } = options
  const broken = [...ids, ...columns].find((id) => /[\n\r]/.test(id))
  if (broken !== undefined) throw cannotWrite(path, `the id ${JSON.stringify(broken)} has a line break`)
  const misnamed = whyWrongName(path, 'matrix')
  if (misnamed !== undefined) throw cannotWrite(path, misnamed)
  if (isNumpy(path) && options.columns !== undefined) throw cannotWrite(path, 'with columns of its own a matrix is written as .csv or .tsv')
  if (!isNumpy(path)) {
    await writePieces(
      path,
      textPieces(/\.tsv(?:\.gz)?$/i.test(path) ? '\t' : ',', ids, columns, checkedRows(ids.length, columns.length, rows), options),
      'matrix',
      options,
    )
    return
  }
  const outputs = options.outputs ?? (await openOutputs(matrixFiles(path), force === undefined ? {} : { force }))
  try {
    await outputs.write(idsFile(path), [`${ids.join('\n')}\n`], stop)
    await outputs.write(path, numpyPieces(ids.length, checkedRows(ids.length, ids.length, rows), options), stop)
    if (options.outputs === undefined) await outputs.commit()
  } finally {
    if (options.outputs === undefined) outputs.discard()
  }
}

/** The rows, each as long as there are columns, and as many as there are ids. */
async function* checkedRows(size: number, width: number, rows: MatrixRows): AsyncGenerator<Float64Array> {
  const takesRow = either(
    `a Float64Array with as many numbers as there are ${size === width ? 'ids' : 'columns'}, ${width}`,
    (row) => row instanceof Float64Array && row.length === width,
  )
  let done = 0
  for await (const row of rows) {
    takesRow(`rows[${done}]`, row)
    done++
    yield row
  }
  number({ whole: true, atLeast: size, atMost: size })('for these ids the number of rows', done)
}

function isNumpy(path: string): boolean {
  return /\.npy(?:\.gz)?$/i.test(path)
}

function idsFile(path: string): string {
  return `${path.replace(/\.gz$/i, '')}.ids.txt`
}

/** https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html, version 1.0. */
async function* numpyPieces(size: number, rows: MatrixRows, { onRow }: WriteMatrixOptions): AsyncGenerator<Uint8Array> {
  const description = `{'descr': '<f4', 'fortran_order': False, 'shape': (${size}, ${size}), }`
  const padding = 64 - ((10 + description.length + 1) % 64)
  const text = `${description}${' '.repeat(padding % 64)}\n`
  const head = Buffer.alloc(10 + text.length)
  head.write('\x93NUMPY\x01\x00', 'latin1')
  head.writeUInt16LE(text.length, 8)
  head.write(text, 10, 'latin1')
  yield head
  let done = 0
  for await (const row of rows) {
    yield new Uint8Array(Float32Array.from(row).buffer)
    done++
    onRow?.(done)
  }
}

async function* textPieces(
  separator: string,
  ids: readonly string[],
  columns: readonly string[],
  rows: MatrixRows,
  { onRow }: WriteMatrixOptions,
): AsyncGenerator<string> {
  const cellOf = (id: string) => (id.includes(separator) || id.includes('"') ? `"${id.replaceAll('"', '""')}"` : id)
  const cells = ids.map(cellOf)
  yield `term${separator}${columns.map(cellOf).join(separator)}\n`
  let done = 0
  for await (const row of rows) {
    yield `${cells[done]}${separator}${Array.from(row, (value) => (Number.isNaN(value) ? '' : numberText(value))).join(separator)}\n`
    done++
    onRow?.(done)
  }
}
