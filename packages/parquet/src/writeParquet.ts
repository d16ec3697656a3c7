import { fileRows, type RankingLists, tableNames } from '@rankwright/core'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'

/**
 * The bytes of a Parquet file with these lists, rows in the order of their file: list and item ids as text, labels as doubles,
 * features as floats, null where one is missing.
 */
export function writeParquet(lists: RankingLists): Uint8Array {
  const names = tableNames(lists)
  const rows = lists.labels.length
  const ids: string[] = []
  const items: string[] = []
  const labels = new Float64Array(rows)
  const features = names.features.map(() => new Float32Array(rows))
  let row = 0
  for (const { list, label, item, values } of fileRows(lists)) {
    ids.push(list)
    if (item !== undefined) items.push(item)
    labels[row] = label
    for (let feature = 0; feature < values.length; feature++) features[feature][row] = values[feature]
    row++
  }
  const columnData: ColumnSource[] = [
    { name: names.list, type: 'STRING', data: ids, nullable: false },
    { name: names.label, type: 'DOUBLE', data: labels, nullable: false },
    ...(lists.itemIds === undefined ? [] : [{ name: names.item, type: 'STRING', data: items, nullable: false } as const]),
    ...features.map(
      (values, feature): ColumnSource => ({ name: names.features[feature], type: 'FLOAT', data: withNulls(values), nullable: true }),
    ),
  ]
  return new Uint8Array(parquetWriteBuffer({ columnData }))
}

function withNulls(values: Float32Array): Float32Array | (number | null)[] {
  return values.some(Number.isNaN) ? Array.from(values, (value) => (Number.isNaN(value) ? null : value)) : values
}
