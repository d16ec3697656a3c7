import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'

/** The same lists, once it is sure that there is something in them. */
export function requireRows(lists: RankingLists): RankingLists {
  requireSize(lists.labels.length, lists.width)
  return lists
}

/** How large the lists are, once it is sure that there is something in them. */
export function* sizeOf(lists: HeldLists): Training<ListsSummary> {
  const size = yield* lists.ask('summary', {})
  requireSize(size.rows, lists.width)
  return size
}

/** Sees to it that there are rows, and that some list counts. */
export function* requireWeight(lists: HeldLists): Training<void> {
  const { weight } = yield* sizeOf(lists)
  if (!(weight > 0)) throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'all lists weigh 0' })
}

function requireSize(rows: number, width: number): void {
  const what = rows === 0 ? 'the data has no rows' : width === 0 ? 'the rows have no features' : undefined
  if (what !== undefined) throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what })
}

/** Labels whose squares add up. */
export function requireSquares({ labels }: RankingLists): void {
  let largest = 0
  for (const label of labels) largest = Math.abs(label) > Math.abs(largest) ? label : largest
  if (Math.abs(largest) > 1e140) throw new RankwrightError({ area: 'model', code: 'labels-too-large', largest })
}

/** The weight of each row, that of its list, and their sum; no weights means all 1. */
export function rowWeights({ labels, offsets, listWeights }: RankingLists): { weights?: Float64Array; totalWeight: number } {
  if (listWeights === undefined) return { totalWeight: labels.length }
  const weights = new Float64Array(labels.length)
  let totalWeight = 0
  for (let list = 0; list < listWeights.length; list++) {
    weights.fill(listWeights[list], offsets[list], offsets[list + 1])
    totalWeight += listWeights[list] * (offsets[list + 1] - offsets[list])
  }
  if (!(totalWeight > 0)) throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'all lists weigh 0' })
  return { weights, totalWeight }
}

/** Σ ωᵢ yᵢ / Σ ωᵢ, exact when all values are the same. */
export function weightedMean(values: Float64Array, weights: Float64Array | undefined, totalWeight: number): number {
  let sum = 0
  for (let row = 0; row < values.length; row++) sum += (weights === undefined ? 1 : weights[row]) * (values[row] - values[0])
  return values[0] + sum / totalWeight
}
