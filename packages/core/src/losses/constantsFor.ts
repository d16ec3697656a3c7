import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { ListLoss, LossConstants } from './loss.ts'

/** The constants of a loss for lists like these, with scores up to the bound. */
export function constantsFor(loss: ListLoss, { labels, offsets }: RankingLists, scoreBound: number): LossConstants {
  let [greatestLabel, longestList] = [0, 0]
  for (const label of labels) greatestLabel = Math.max(greatestLabel, label)
  for (let list = 0; list + 1 < offsets.length; list++) longestList = Math.max(longestList, offsets[list + 1] - offsets[list])
  return loss.constants({ greatestLabel, longestList, scoreBound })
}
