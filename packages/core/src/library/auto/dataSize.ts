import type { RankingLists } from '../../data/lists/rankingLists.ts'

/** What the costs of a training follow from. */
export interface DataSize {
  readonly rows: number
  /** Features of a row. */
  readonly width: number
  /** Values that are there: rows × width, or fewer in sparse data. */
  readonly cells: number
  /** Pairs of items of the same list. */
  readonly pairs: number
}

export function dataSize({ labels, width, features, offsets }: RankingLists): DataSize {
  const rows = labels.length
  let pairs = 0
  for (let list = 0; list + 1 < offsets.length; list++) {
    const items = offsets[list + 1] - offsets[list]
    pairs += (items * (items - 1)) / 2
  }
  return { rows, width, cells: features.kind === 'dense' ? rows * width : features.values.length, pairs }
}

/** The size of a share of the lists. */
export function shareOf({ rows, width, cells, pairs }: DataSize, share: number): DataSize {
  return { rows: share * rows, width, cells: share * cells, pairs: share * pairs }
}
