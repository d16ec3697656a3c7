/** Kendall's tau-b between scores and labels, ties allowed in both. Kendall 1945, "The treatment of ties in ranking problems". */
import type { Numbers } from '../data/lists/numbers.ts'
import { pairCounts } from './pairCounts.ts'
import { type RankedList, rankList } from './rankedList.ts'
import { requireRanking } from './requireRanking.ts'

/** Undefined when all scores or all labels are equal. */
export function kendallTau(scores: Numbers, labels: Numbers): number | undefined {
  requireRanking(scores, labels)
  return kendallTauOfRanked(rankList(scores, labels))
}

export function kendallTauOfRanked(ranked: RankedList): number | undefined {
  const { pairs, tiedScores, tiedLabels, tiedBoth, discordant } = pairCounts(ranked)
  if (pairs === tiedScores || pairs === tiedLabels) return undefined
  const concordant = pairs - tiedScores - tiedLabels + tiedBoth - discordant
  const tau = (concordant - discordant) / Math.sqrt((pairs - tiedScores) * (pairs - tiedLabels))
  return Math.max(-1, Math.min(1, tau))
}
