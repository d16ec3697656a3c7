import type { RankingLists } from '../../data/lists/rankingLists.ts'

/** Scores of a list that differ by less than this share of their size, and of the labels, differ by rounding. */
const rounding = 1e-9

/**
 * Scores of left-out lists come from labels less what is left of them, so items of equal features may differ in the last digits, and in the
 * direction of their labels. Such scores are made equal again: a metric is to see them as tied.
 */
export function tiesOfLeftOut(scores: Float64Array, { offsets, labels }: Pick<RankingLists, 'offsets' | 'labels'>): Float64Array {
  const result = scores.slice()
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    let size = 0
    for (let row = first; row < last; row++) size = Math.max(size, Math.abs(scores[row]), Math.abs(labels[row]))
    const rows = Array.from({ length: last - first }, (_, item) => first + item).sort((a, b) => scores[a] - scores[b])
    for (let place = 1; place < rows.length; place++) {
      const [below, own] = [rows[place - 1], rows[place]]
      if (scores[own] - scores[below] <= rounding * size) result[own] = result[below]
    }
  }
  return result
}
