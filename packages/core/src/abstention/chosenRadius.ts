import type { JudgedPairs } from './judgedPairs.ts'
import { type AbstentionRule, bestThreshold, cautiousThreshold, confidences, type ThresholdChoice } from './riskCoverage.ts'

/** The abstention radius with the smallest loss for a cost. */
export interface ChosenRadius {
  readonly cost: number
  readonly radius: number
  readonly loss: number
  readonly abstained: number
  readonly misranked: number
  /** The loss if every pair is answered. At radius 0 rows that coincide are still left undecided. */
  readonly lossWithout: number
  /** True if it was chosen on all pairs of the lists, false if on a sample. */
  readonly exact: boolean
  /** How many pairs it was chosen on. */
  readonly pairs: number
  /** How many the lists have. */
  readonly of: number
  /** The smallest radius whose loss is within a standard error of the least: use it if there are few lists. */
  readonly cautious: Pick<ChosenRadius, 'radius' | 'loss' | 'abstained' | 'misranked'>
  /** The best thresholds of the other rules on the same pairs: small margins, or the smaller share of both. */
  readonly rivals: Readonly<Record<'margin' | 'combined', ThresholdChoice>>
}

export interface ChosenOn {
  readonly judged: JudgedPairs
  /** Whether `judged` are all pairs there are, not drawn ones. */
  readonly exact: boolean
  readonly of: number
}

/** By one sweep over the sorted distances of the pairs; `resamples` of the lists tell how sure the least loss is. */
export function chosenRadius({ judged, exact, of }: ChosenOn, cost: number, resamples: number, seed: number): ChosenRadius {
  const best = (rule: AbstentionRule) => bestThreshold(confidences(judged, rule), judged.wrong, cost)
  const byDistance = best('distance')
  const { threshold: radius, ...found } = byDistance
  const { threshold, ...careful } = cautiousThreshold(judged, judged.distances, cost, byDistance, resamples, seed)
  const pairs = judged.wrong.length
  return {
    cost,
    radius,
    ...found,
    cautious: { radius: threshold, ...careful },
    lossWithout: judged.wrong.reduce((sum, wrong) => sum + wrong, 0) / pairs,
    rivals: { margin: best('margin'), combined: best('combined') },
    exact,
    pairs,
    of,
  }
}
