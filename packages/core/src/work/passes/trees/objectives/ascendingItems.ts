import type { RankingLists } from '../../../../data/lists/rankingLists.ts'

/**
 * The rows of each list by ascending label, equal ones as they stand. Where scores are equal, as before the first tree, items stand in this order:
 * the worst, whatever the order of the file. A start from the order of the file would learn little from a file that is sorted by its labels.
 */
export function ascendingItems({ labels, offsets }: Pick<RankingLists, 'labels' | 'offsets'>, into: Uint32Array): void {
  for (let row = 0; row < labels.length; row++) into[row] = row
  for (let list = 0; list + 1 < offsets.length; list++)
    into.subarray(offsets[list], offsets[list + 1]).sort((a, b) => labels[a] - labels[b] || a - b)
}
