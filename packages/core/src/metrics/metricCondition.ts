import { isOfPairs, type Metric } from './metric.ts'

/** Which lists a mean of the metric is about, in words: `lists with at least one relevant item`. */
export function metricCondition({ family, whenUndefined }: Metric): string {
  if (!Number.isNaN(whenUndefined)) return `all lists, those without a relevant item counting ${whenUndefined}`
  switch (family) {
    case 'auc':
      return 'lists with relevant items and others'
    case 'pairwise-accuracy':
      return 'lists with at least two different labels'
    case 'kendall-tau':
    case 'spearman':
      return 'lists with at least two different labels and two different scores'
    default:
      return 'lists with at least one relevant item'
  }
}

/** Whether there are profiles that count the lists left out under this one. There are none for metrics of pairs and ranks. */
export function canCountEveryList({ family, whenUndefined }: Metric): boolean {
  return Number.isNaN(whenUndefined) && !isOfPairs(family)
}
