import type { RankingLists } from './rankingLists.ts'

/** Values that are worked on between two stops: some tens of milliseconds at most. */
const blockValues = 1 << 18

/** Long work in blocks: yields how many rows each block was about, so that its caller can report progress or stop. */
export type BlockwiseWork<Result> = Generator<number, Result, void>

/** The rows in blocks of about as many values each. */
export function* rowBlocks({ features, width, labels }: RankingLists): Generator<readonly [first: number, last: number], void, void> {
  const rows = labels.length
  const perRow = features.kind === 'dense' ? width : features.rowStarts[rows] / Math.max(1, rows)
  const step = Math.max(1, Math.floor(blockValues / Math.max(1, perRow)))
  for (let first = 0; first < rows; first += step) yield [first, Math.min(rows, first + step)]
}
