import { either, fields, optional, requireArguments, texts, typed } from '@rankwright/core/arguments'
import { scoresMark } from '@rankwright/core/data'
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer'
import { takenBytes } from './takenBytes.ts'

/** Scores of lists, one list after the other. */
export interface ScoreTable {
  /** One per row. */
  readonly scores: Float64Array
  /** List q is rows offsets[q] .. offsets[q + 1]. */
  readonly offsets: Uint32Array
  readonly listIds: readonly string[]
  readonly itemIds?: readonly string[] | undefined
}

const partsShape = fields(
  { scores: typed(Float64Array), offsets: typed(Uint32Array), listIds: texts, itemIds: optional(texts) },
  'scores of lists',
)

function tableShape(argument: string, table: unknown): void {
  partsShape(argument, table)
  const { scores, offsets, listIds, itemIds } = table as ScoreTable
  const rises = (starts: Uint32Array) => starts.every((start, list) => start >= (starts[list - 1] ?? 0))
  const fits = offsets.length === listIds.length + 1 && offsets[0] === 0 && offsets.at(-1) === scores.length && rises(offsets)
  either('where each list begins, from 0 to the number of scores', () => fits)(`${argument}.offsets`, offsets)
  either('an item for each score', () => itemIds === undefined || itemIds.length === scores.length)(`${argument}.itemIds`, itemIds)
}

/** Rows of a row group. */
const groupRows = 100_000

/**
 * A Parquet file with scores in pieces, a row group each: the id of the list (`list`), the place of the row among those of its list, from 1 (`place`), the
 * item where items have names (`item`), and the score as a double (`score`).
 */
export function* scoresParquet(table: ScoreTable): Generator<Uint8Array> {
  requireArguments({ table }, { table: tableShape })
  const { scores, itemIds } = table
  const required = { repetition_type: 'REQUIRED' } as const
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...required } as const
  const columns: SchemaElement[] = [
    { name: 'list', ...text },
    { name: 'place', type: 'INT32', ...required },
    ...(itemIds === undefined ? [] : [{ name: 'item', ...text }]),
    { name: 'score', type: 'DOUBLE', ...required },
  ]
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns],
    kvMetadata: [{ key: 'written by', value: scoresMark }],
  })
  const rows = listRows(table)
  for (let first = 0; first < scores.length; first += groupRows) {
    const last = Math.min(scores.length, first + groupRows)
    const lists: string[] = []
    const places = new Int32Array(last - first)
    for (let row = 0; row < places.length; row++) {
      const { list, place } = rows.next().value!
      lists.push(list)
      places[row] = place
    }
    const columnData: ColumnSource[] = [
      { name: 'list', data: lists },
      { name: 'place', data: places },
      ...(itemIds === undefined ? [] : [{ name: 'item', data: itemIds.slice(first, last) }]),
      { name: 'score', data: scores.slice(first, last), encoding: 'PLAIN' }, // a dictionary takes -0 for 0
    ]
    writer.write({ columnData, rowGroupSize: groupRows })
    yield takenBytes(bytes)
  }
  writer.finish()
  yield takenBytes(bytes)
}

function* listRows({ offsets, listIds }: ScoreTable): Generator<{ readonly list: string; readonly place: number }> {
  for (const [number, list] of listIds.entries())
    for (let place = 1; place <= offsets[number + 1] - offsets[number]; place++) yield { list, place }
}
