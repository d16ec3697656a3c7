import { parseMetric } from './metricName.ts'
import { metricTable } from './metricTable.ts'

/** Which of two values of a metric is the better one. */
export type MetricDirection = 'greater' | 'lesser'

export function betterValues(metric: string): MetricDirection {
  return metricTable[parseMetric(metric).family].lesserIsBetter ? 'lesser' : 'greater'
}

/** Whether the metric looks at scores, and not only at the order that they give. */
export function looksAtScores(metric: string): boolean {
  return metricTable[parseMetric(metric).family].looksAtScores === true
}
