/** A metric made ready to measure many lists: a name, its conventions, and a function of one ranked list. */
import { unreachable } from '../problems/problem.ts'
import { aucOfRanked } from './auc.ts'
import { averagePrecisionOfRanked } from './averagePrecision.ts'
import type { Conventions } from './conventions.ts'
import { dcgOfRanked } from './dcg.ts'
import { expectedReciprocalRankOfRanked } from './expectedReciprocalRank.ts'
import { kendallTauOfRanked } from './kendallTau.ts'
import { meanNdcgOfRanked } from './meanNdcg.ts'
import type { MetricFamily, MetricName } from './metricName.ts'
import { ndcgOfRanked } from './ndcg.ts'
import { pairwiseAccuracyOfRanked } from './pairwiseAccuracy.ts'
import { precisionOfRanked } from './precision.ts'
import { type RankedList, type RunOrder, relevantCount, runOrderOf } from './rankedList.ts'
import { recallOfRanked } from './recall.ts'
import { reciprocalRankOfRanked } from './reciprocalRank.ts'
import { spearmanOfRanked } from './spearman.ts'

export interface Metric extends MetricName {
  readonly conventions: Conventions
  readonly runOrder: RunOrder
  /** How many leading places it needs. */
  readonly depth: number
  /** The value of a list on which the metric is undefined; NaN if the list is left out. */
  readonly whenUndefined: number
  readonly measure: (ranked: RankedList) => number | undefined
}

export function metricOf(name: MetricName, conventions: Conventions): Metric {
  return {
    ...name,
    conventions,
    runOrder: runOrderOf(conventions.ties),
    depth: depthOf(name),
    whenUndefined: whenUndefined(name, conventions),
    measure: measureOf(name, conventions),
  }
}

function measureOf({ family, cutoff }: MetricName, conventions: Conventions): Metric['measure'] {
  const { gain, discount, relevantFrom, shortLists, maxGrade, stopping } = conventions
  const ties = conventions.ties === 'together' ? 'expected' : conventions.ties
  switch (family) {
    case 'ndcg': {
      const options = { cutoff, gain, discount, ties, shortLists }
      return (ranked) => ndcgOfRanked(ranked, options)
    }
    case 'dcg': {
      const options = { cutoff, gain, discount, ties }
      return (ranked) => (ranked.idealDepth > 0 && ranked.ideal[0] > 0 ? dcgOfRanked(ranked, options) : undefined)
    }
    case 'mean-ndcg': {
      const options = { gain, discount, ties }
      return (ranked) => meanNdcgOfRanked(ranked, options)
    }
    case 'err': {
      const options = { cutoff, stopping, ties, ...(maxGrade !== 'greatest-label' && { maxGrade }) }
      return (ranked) => expectedReciprocalRankOfRanked(ranked, options)
    }
    case 'map': {
      const options = { cutoff, relevantFrom, ties: conventions.ties, divisor: conventions.averagePrecisionDivisor }
      return (ranked) => averagePrecisionOfRanked(ranked, options)
    }
    case 'mrr': {
      const options = { cutoff, relevantFrom, ties }
      return (ranked) => reciprocalRankOfRanked(ranked, options)
    }
    case 'p': {
      const options = { cutoff, relevantFrom, ties, divisor: conventions.precisionDivisor }
      return (ranked) => (relevantCount(ranked, relevantFrom) === 0 ? undefined : precisionOfRanked(ranked, options))
    }
    case 'r': {
      const options = { cutoff, relevantFrom, ties }
      return (ranked) => recallOfRanked(ranked, options)
    }
    case 'auc': {
      const options = { relevantFrom, ties }
      return (ranked) => aucOfRanked(ranked, options)
    }
    case 'pairwise-accuracy': {
      const options = { ties }
      return (ranked) => pairwiseAccuracyOfRanked(ranked, options)
    }
    case 'kendall-tau':
      return kendallTauOfRanked
    case 'spearman':
      return spearmanOfRanked
    default:
      return unreachable(family)
  }
}

/** Metrics of pairs and ranks need every place; the others as many as their cutoff. */
function depthOf({ family, cutoff }: MetricName): number {
  return isOfPairs(family) || family === 'mean-ndcg' ? Infinity : cutoff
}

/** A correlation or a share of pairs that is undefined is neither 0 nor 1 under any profile. */
function whenUndefined({ family }: MetricName, { emptyLists }: Conventions): number {
  if (isOfPairs(family) || emptyLists === 'skip') return Number.NaN
  return emptyLists === 'one' && family !== 'dcg' ? 1 : 0
}

/** Whether the metric compares pairs or ranks, so that it needs items of different labels. */
export function isOfPairs(family: MetricFamily): boolean {
  return family === 'auc' || family === 'pairwise-accuracy' || family === 'kendall-tau' || family === 'spearman'
}
