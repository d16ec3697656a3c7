import { parseMetric } from './metricName.ts'
import { metricTable } from './metricTable.ts'

/** Whether the metric asks of each item only if it is relevant, such as `map`; `ndcg` and metrics of pairs ask more. */
export function needsRelevance(metric: string): boolean {
  return metricTable[parseMetric(metric).family].needsRelevance === true
}
