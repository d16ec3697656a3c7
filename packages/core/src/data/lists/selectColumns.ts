import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { requireArguments, typed } from '../../arguments/shapes.ts'
import { allocate } from '../../numeric/allocate.ts'
import type { Features } from './features.ts'
import { smallDense, sparseUpTo, toSparse } from './layout.ts'
import type { RankingLists } from './rankingLists.ts'
import { requireLists } from './requireLists.ts'

/** Column j of the result is column from[j] of the lists, or 0 where that is −1. Names are left to the caller. */
export function selectColumns(lists: RankingLists, from: Int32Array): RankingLists {
  requireArguments({ lists, from }, { lists: requireLists, from: typed(Int32Array) })
  const beyond = from.findIndex((column) => column >= lists.width)
  if (beyond >= 0) refuseArgument(`from[${beyond}]`, from[beyond], `a column below ${lists.width}, or -1`)
  const { featureNames: _, othersAreZero: __, ...rest } = lists
  return { ...rest, width: from.length, features: selectedFeatures(lists, from) }
}

function selectedFeatures(lists: RankingLists, from: Int32Array): Features {
  const { features, width, labels } = lists
  const rows = labels.length
  if (features.kind === 'dense' && from.length > width && isWide(features.values, rows, from.length))
    return selectedFeatures({ ...lists, features: toSparse(features.values, rows, width) }, from)
  if (features.kind === 'dense') {
    const values = allocate(Float32Array, rows * from.length)
    for (let row = 0; row < rows; row++) {
      for (let j = 0; j < from.length; j++) if (from[j] >= 0) values[row * from.length + j] = features.values[row * width + from[j]]
    }
    return { kind: 'dense', values }
  }
  const to = new Int32Array(width).fill(-1)
  for (const [column, source] of from.entries()) if (source >= 0) to[source] = column
  const rowStarts = new Uint32Array(rows + 1)
  for (let row = 0; row < rows; row++) {
    let kept = 0
    for (let k = features.rowStarts[row]; k < features.rowStarts[row + 1]; k++) if (to[features.columns[k]] >= 0) kept++
    rowStarts[row + 1] = rowStarts[row] + kept
  }
  const columns = new Uint32Array(rowStarts[rows])
  const values = new Float32Array(rowStarts[rows])
  const position = new Map<number, number>()
  for (let row = 0; row < rows; row++) {
    position.clear()
    let next = rowStarts[row]
    for (let k = features.rowStarts[row]; k < features.rowStarts[row + 1]; k++) {
      const column = to[features.columns[k]]
      if (column < 0) continue
      position.set(column, k)
      columns[next++] = column
    }
    columns.subarray(rowStarts[row], next).sort()
    for (let k = rowStarts[row]; k < next; k++) values[k] = features.values[position.get(columns[k])!]
  }
  return { kind: 'sparse', rowStarts, columns, values }
}

/** Whether rows that get many new columns, all of them 0, are better sparse. */
function isWide(values: Float32Array, rows: number, width: number): boolean {
  if (4 * rows * width <= smallDense) return false
  const most = sparseUpTo(rows, width)
  let nonZeros = 0
  for (let i = 0; i < values.length && nonZeros <= most; i++) if (values[i] !== 0) nonZeros++
  return nonZeros <= most
}
