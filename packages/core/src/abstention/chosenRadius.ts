import { abstainCell } from './abstainCell.ts'
import type { JudgedPairs } from './judgedPairs.ts'
import { type AbstentionRule, bestThreshold, cautiousThreshold, confidences, type ThresholdChoice } from './riskCoverage.ts'

/** The abstention radius with the smallest loss for a cost. */
export interface ChosenRadius {
  readonly cost: number
  readonly radius: number
  readonly loss: number
  readonly abstained: number
  readonly misranked: number
  /** The loss at radius 0. */
  readonly lossWithout: number
  /** The smallest radius whose loss is within a standard error of the least: use it if there are few lists. */
  readonly cautious: Pick<ChosenRadius, 'radius' | 'loss' | 'abstained' | 'misranked'>
  /** The best thresholds of the other rules on the same pairs: small margins, or the smaller share of both. */
  readonly rivals: Readonly<Record<'margin' | 'combined', ThresholdChoice>>
}

/** By one sweep over the sorted distances of all pairs; `resamples` of the lists tell how sure the least loss is. */
export function chosenRadius(pairs: JudgedPairs, cost: number, resamples: number, seed: number): ChosenRadius {
  const best = (rule: AbstentionRule) => bestThreshold(confidences(pairs, rule), pairs.wrong, cost)
  const byDistance = best('distance')
  const { threshold: radius, ...found } = byDistance
  const { threshold, ...careful } = cautiousThreshold(pairs, pairs.distances, cost, byDistance, resamples, seed)
  return {
    cost,
    radius,
    ...found,
    cautious: { radius: threshold, ...careful },
    lossWithout: abstainCell([pairs], cost, 0).loss,
    rivals: { margin: best('margin'), combined: best('combined') },
  }
}
