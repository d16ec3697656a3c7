import * as metrics from '@rankwright/core/metrics'
import { plainCompute } from '@rankwright/core/numeric'
import { made, options, row } from '../attempts.mjs'
import { lists, scores } from '../samples.mjs'

export const functions = metrics

const ranking = (given) => row(() => ({ scores: [3, 1, 2], labels: [0, 1, 2], options: options(given) }))
const correlation = row(() => ({ scores: [3, 1, 2], labels: [0, 1, 2] }))

export const rows = {
  auc: ranking({ ties: 'expected', relevantFrom: 1 }),
  averagePrecision: ranking({ ties: 'expected', relevantFrom: 1 }),
  dcg: ranking({ ties: 'expected', cutoff: 2, gain: 'linear' }),
  expectedReciprocalRank: ranking({ ties: 'expected', cutoff: 2, maxGrade: 2 }),
  kendallTau: correlation,
  lackingFor: row(() => ({ name: 'ndcg@10' })),
  meanNdcg: ranking({ ties: 'expected', gain: 'linear' }),
  meanOverLists: row(() => ({ values: Float64Array.of(0.1, 0.2), weights: [1, 2] }), { strange: 'the mean of no lists is NaN' }),
  measureLists: row(
    () => ({ scores, lists, choice: options({ metrics: ['map'], profile: 'letor4', ties: 'expected' }), compute: made(plainCompute) }),
    {
      strange: 'a list on which a metric is undefined has NaN',
    },
  ),
  ndcg: ranking({ ties: 'expected', cutoff: 2, gain: 'linear' }),
  pairwiseAccuracy: ranking({ ties: 'expected' }),
  parseMetric: row(() => ({ name: 'ndcg@10' })),
  precision: ranking({ ties: 'expected', cutoff: 2, relevantFrom: 1 }),
  recall: ranking({ ties: 'expected', cutoff: 2, relevantFrom: 1 }),
  reciprocalRank: ranking({ ties: 'expected', cutoff: 2, relevantFrom: 1 }),
  spearman: correlation,
  squaredError: correlation,
}
