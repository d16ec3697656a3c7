import { type ListModel, type RankingLists, type Runtime, score } from '@rankwright/core'

const shares = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]

/**
 * Margins to look at for a model whose P(A above B) is not known: those that these shares of pairs lie below. The pairs are items that stand side by
 * side in the data.
 */
export function marginThresholds(model: ListModel, lists: RankingLists, runtime: Runtime): number[] {
  const scores = score(model, lists, runtime)
  const margins: number[] = []
  for (let list = 0; list + 1 < lists.offsets.length; list++) {
    for (let row = lists.offsets[list] + 1; row < lists.offsets[list + 1]; row++) margins.push(Math.abs(scores[row] - scores[row - 1]))
  }
  const sorted = Float64Array.from(margins).sort()
  const places = shares.map((share) => (share === 0 || sorted.length === 0 ? 0 : sorted[Math.floor(share * sorted.length)]))
  return [...new Set(places)]
}
