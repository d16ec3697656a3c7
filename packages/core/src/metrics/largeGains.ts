import { greatestGrade } from '../data/lists/greatestGrade.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import { namedOption } from '../problems/namedOption.ts'
import type { Metric } from './metric.ts'

/** Says where labels are so large that 2^label − 1 leaves the value of a metric to a few items. */
export function largeGainNotes(metrics: readonly Metric[], labels: Numbers): string[] {
  const powers = metrics.filter(countsPowers)
  if (powers.length === 0) return []
  let greatest = 0
  for (let row = 0; row < labels.length; row++) if (labels[row] > greatest) greatest = labels[row]
  if (greatest <= greatestGrade) return []
  const names = powers.map(({ name }) => name).join(', ')
  const linear = powers.some(({ family }) => family !== 'err')
    ? ` In ${namedOption({ profile: 'sklearn' })} nDCG and DCG take labels as they are.`
    : ''
  return [
    `labels go up to ${greatest}, as counts do, and ${names} ${powers.length === 1 ? 'counts' : 'count'} a label as 2^label - 1, so a few items decide everything. Turn them into grades, as a model of ${namedOption({ grades: 'log' }, 'train')} does.${linear}`,
  ]
}

function countsPowers({ family, conventions }: Metric): boolean {
  if (family === 'err') return conventions.stopping === 'graded'
  return (family === 'ndcg' || family === 'dcg' || family === 'mean-ndcg') && conventions.gain === 'exponential'
}
