/**
 * Finds the lists of Parquet files where they are: files come as lines of four fields, and each answers with one of three.
 *
 *   file · path · size · modified
 *   file · kind · payload
 *
 * `file` is the number of the file. `kind` is `lists`, or `other` where the file is to be read by somebody else. The payload is base64 of bytes of `wire.ts`: `FileLists`, or the
 * reason as a text. A line of the file −1 and the kind `problem` is of none.
 */
import { BrokenParquet, OtherParquet } from '@rankwright/parquet'
import { problemRow } from './answerRows.ts'
import { leadingFields, separatorOf, TAB } from './fields.ts'
import { linesOf } from './lineCutter.ts'
import { LIST_COLUMN, type ListedFile, ParquetFile, pathHere, type UsedColumns } from './parquetFile.ts'
import { planOf } from './plan.ts'
import { wireBytes } from './wire.ts'

export const FILE_LISTS = 'file-lists'

/** What is to be found. */
export interface ListsPlan {
  readonly version: string
  readonly columns: UsedColumns
}

/** The lists of a file in order, each as far as its rows stand together. */
export interface FileLists {
  readonly rows: number
  readonly withoutId: number
  readonly withoutLabel: number
  /** Rows of each. */
  readonly lengths: Uint32Array
  /** 53 bits that tell most ids apart. */
  readonly hashes: Float64Array
  readonly firstId: string
  readonly lastId: string
}

/** More than so many lists of a file are left to Spark: they would not go through a line. */
const MOST_LISTS = 1_000_000

export async function* fileLists(input: AsyncIterable<Uint8Array>, bytes: Uint8Array): AsyncGenerator<string> {
  let separator = TAB
  let problem: unknown
  for await (const line of linesOf(input)) {
    separator = separatorOf(line)
    if (problem !== undefined) continue
    try {
      const [file, path, size, modified] = fieldsOf(line)
      const { kind, payload } = answerFor({ path, size: Number(size), modified: Number(modified) }, planOf<ListsPlan>(bytes))
      yield [file, kind, payload].join(separator)
    } catch (error) {
      problem = error
    }
  }
  if (problem !== undefined) yield [-1, 'problem', problemRow(-1, problem).payload].join(separator)
}

function fieldsOf(line: Buffer): readonly string[] {
  const leading = leadingFields(line, 3)
  return leading === undefined ? [] : [...leading.fields, line.toString('utf8', leading.rest)]
}

function answerFor(file: ListedFile, { columns }: ListsPlan): { readonly kind: 'lists' | 'other'; readonly payload: string } {
  const base64 = (value: unknown) => Buffer.from(wireBytes(value)).toString('base64')
  try {
    return { kind: 'lists', payload: base64(listsOf(file, columns)) }
  } catch (error) {
    if (!isOfFile(error)) throw error
    return { kind: 'other', payload: base64(error.message) }
  }
}

/** Whether an error is about a file, which others may be able to read. */
export function isOfFile(error: unknown): error is Error {
  return error instanceof OtherParquet || error instanceof BrokenParquet || (error instanceof Error && 'syscall' in error)
}

function listsOf(file: ListedFile, columns: UsedColumns): FileLists {
  const opened = new ParquetFile(pathHere(file), file.size, columns)
  try {
    const { table } = opened
    const [lengths, hashes]: [number[], number[]] = [[], []]
    let withoutId = 0
    let firstId: string | undefined
    let lastId: string | undefined
    for (const { text, rows } of table.texts(LIST_COLUMN, 0, table.rows)) {
      if (text === null) withoutId += rows
      else if (text === lastId) lengths[lengths.length - 1] += rows
      else {
        if (lengths.length === MOST_LISTS) throw new OtherParquet(`it has more than ${MOST_LISTS} lists`)
        lengths.push(rows)
        hashes.push(hashOf(text))
        firstId ??= text
        lastId = text
      }
    }
    return {
      rows: table.rows,
      withoutId,
      withoutLabel: columns.label === undefined ? 0 : missingLabels(opened, 1 + columns.features.length),
      lengths: Uint32Array.from(lengths),
      hashes: Float64Array.from(hashes),
      firstId: firstId ?? '',
      lastId: lastId ?? '',
    }
  } finally {
    opened.close()
  }
}

/** Rows that are read at once. */
const ROWS_AT_ONCE = 1 << 16

function missingLabels({ table }: ParquetFile, column: number): number {
  const labels = new Float64Array(Math.min(table.rows, ROWS_AT_ONCE))
  let missing = 0
  for (let from = 0; from < table.rows; from += ROWS_AT_ONCE) {
    const to = Math.min(table.rows, from + ROWS_AT_ONCE)
    table.doubles(column, from, to, labels, 0)
    for (let row = 0; row < to - from; row++) if (Number.isNaN(labels[row])) missing++
  }
  return missing
}

function hashOf(text: string): number {
  let [high, low] = [0x811c9dc5, 0x9e3779b9]
  for (let place = 0; place < text.length; place++) {
    high = Math.imul(high ^ text.charCodeAt(place), 0x01000193)
    low = Math.imul(low, 0x85ebca6b) + text.charCodeAt(place)
    low ^= low >>> 13
  }
  return (high & 0x1fffff) * 2 ** 32 + (low >>> 0)
}
