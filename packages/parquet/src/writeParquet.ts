import type { RankingLists } from '@rankwright/core'
import { requireLists } from '@rankwright/core/arguments'
import { fileRows, joinedBytes, parquetMark, tableNames } from '@rankwright/core/data'
import type { SchemaElement } from 'hyparquet'
import { ByteWriter, type ColumnSource, ParquetWriter } from 'hyparquet-writer'

/** Rows of a row group at most, and values: wide tables get shorter groups, so that one fits into memory. */
const mostRows = 100_000
const mostValues = 10_000_000

/**
 * A Parquet file with these lists in pieces, a row group each, rows in the order of their file: list and item ids as text, labels as doubles,
 * features as floats, null where one is missing.
 */
export function* parquetPieces(lists: RankingLists): Generator<Uint8Array> {
  requireLists('lists', lists)
  const names = tableNames(lists)
  const withItems = lists.itemIds !== undefined
  const text = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' } as const
  const columns: SchemaElement[] = [
    { name: names.list, ...text },
    { name: names.label, type: 'DOUBLE', repetition_type: 'REQUIRED' },
    ...(withItems ? [{ name: names.item, ...text }] : []),
    ...names.features.map((name) => ({ name, type: 'FLOAT', repetition_type: 'OPTIONAL' }) as const),
  ]
  const bytes = new ByteWriter()
  const writer = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns],
    kvMetadata: [{ key: 'written by', value: parquetMark }],
  })
  const groupRows = Math.max(1, Math.min(mostRows, Math.floor(mostValues / columns.length)))
  for (const group of groupsOf(lists, groupRows)) {
    const data = [group.ids, group.labels, ...(withItems ? [group.items] : []), ...group.features.map(withNulls)]
    const columnData: ColumnSource[] = columns.map(({ name }, column) => ({ name, data: data[column], ...plainly(data[column]) }))
    writer.write({ columnData, rowGroupSize: groupRows })
    yield taken(bytes)
  }
  writer.finish()
  yield taken(bytes)
}

/** The bytes of the whole file. */
export function writeParquet(lists: RankingLists): Uint8Array {
  return joinedBytes([...parquetPieces(lists)])
}

interface Group {
  readonly ids: string[]
  readonly labels: Float64Array
  readonly items: string[]
  readonly features: readonly Float32Array[]
}

function* groupsOf(lists: RankingLists, most: number): Generator<Group> {
  const rows = fileRows(lists)
  for (let left = lists.labels.length; left > 0; left -= most) {
    const count = Math.min(left, most)
    const features = Array.from({ length: lists.width }, () => new Float32Array(count))
    const group: Group = { ids: [], labels: new Float64Array(count), items: [], features }
    for (let at = 0; at < count; at++) {
      const { list, label, item, values } = rows.next().value!
      group.ids.push(list)
      if (item !== undefined) group.items.push(item)
      group.labels[at] = label
      for (let feature = 0; feature < values.length; feature++) features[feature][at] = values[feature]
    }
    yield group
  }
}

/** A dictionary takes -0 for 0. */
function plainly(values: ArrayLike<unknown>): { readonly encoding?: 'PLAIN' } {
  for (let at = 0; at < values.length; at++) if (Object.is(values[at], -0)) return { encoding: 'PLAIN' }
  return {}
}

function withNulls(values: Float32Array): Float32Array | (number | null)[] {
  return values.some(Number.isNaN) ? Array.from(values, (value) => (Number.isNaN(value) ? null : value)) : values
}

/** What was written since the last time. Places in the file count on. */
function taken(writer: ByteWriter): Uint8Array {
  const piece = writer.getBytes().slice()
  writer.index = 0
  return piece
}
