import { copyRow, fileOrder, type RankingLists } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'

/** One row of ranking lists with what belongs to it. */
export interface FileRow {
  readonly list: string
  readonly label: number
  readonly item?: string
  /** All features of the row; NaN is missing. */
  readonly values: Float32Array
}

/** Every row, in the order in which the rows stood in their file. */
export function* fileRows(lists: RankingLists): Generator<FileRow> {
  requireLists('lists', lists)
  const { features, width, labels, offsets, listIds, itemIds } = lists
  const listOfRow = new Uint32Array(labels.length)
  for (let list = 0; list < listIds.length; list++) listOfRow.fill(list, offsets[list], offsets[list + 1])
  for (const row of fileOrder(lists)) {
    const item = itemIds?.[row]
    let values: Float32Array
    if (features.kind === 'dense') values = features.values.subarray(row * width, (row + 1) * width)
    else copyRow(lists, row, (values = new Float32Array(width)))
    yield { list: listIds[listOfRow[row]], label: labels[row], ...(item !== undefined && { item }), values }
  }
}
