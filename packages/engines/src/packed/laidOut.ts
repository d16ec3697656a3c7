import type { RankingLists } from '@rankwright/core'
import type { SparseFeatures } from '@rankwright/core/data'

/** Lists with dense or sparse features. */
export function laidOut(lists: RankingLists, layout: RankingLists['features']['kind']): RankingLists {
  const { features, width } = lists
  if (features.kind === layout) return lists
  if (features.kind === 'dense') return { ...lists, features: sparseRows(features.values, width) }
  const rows = lists.labels.length
  const values = new Float32Array(rows * width)
  for (let row = 0; row < rows; row++)
    for (let place = features.rowStarts[row]; place < features.rowStarts[row + 1]; place++)
      values[row * width + features.columns[place]] = features.values[place]
  return { ...lists, features: { kind: 'dense', values } }
}

/** Zeros are left out; negative zeros are kept. */
function sparseRows(dense: Float32Array, width: number): SparseFeatures {
  const rows = dense.length / width
  let stored = 0
  for (const value of dense) if (!Object.is(value, 0)) stored++
  const [rowStarts, columns, values] = [new Uint32Array(rows + 1), new Uint32Array(stored), new Float32Array(stored)]
  let next = 0
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < width; column++) {
      const value = dense[row * width + column]
      if (Object.is(value, 0)) continue
      columns[next] = column
      values[next++] = value
    }
    rowStarts[row + 1] = next
  }
  return { kind: 'sparse', rowStarts, columns, values }
}
