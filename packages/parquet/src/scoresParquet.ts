import { requireArguments, requireScoreTable } from '@rankwright/core/arguments'
import { type ScoreTable, scoresMark } from '@rankwright/core/data'
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer'
import { takenBytes } from './takenBytes.ts'

/** Rows of a row group. */
const groupRows = 100_000

/**
 * A Parquet file with scores in pieces, a row group each: the id of the list (`list`), the place of the row among those of its list, from 1 (`place`), the
 * item where items have names (`item`), the columns that were to be kept as text, and the score as a double (`score`).
 */
export function* scoresParquet(table: ScoreTable): Generator<Uint8Array> {
  requireArguments({ table }, { table: requireScoreTable })
  const { scores, itemIds, sourceRows, kept = [] } = table
  const required = { repetition_type: 'REQUIRED' } as const
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', ...required } as const
  const columns: SchemaElement[] = [
    { name: 'list', ...text },
    { name: 'place', type: 'INT32', ...required },
    ...(itemIds === undefined ? [] : [{ name: 'item', ...text }]),
    ...kept.map(({ name }): SchemaElement => ({ name, ...text, repetition_type: 'OPTIONAL' })),
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
      ...kept.map(({ name, cells }) => ({
        name,
        data: Array.from(places, (_, at) => cells[sourceRows?.[first + at] ?? first + at] ?? null),
      })),
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
