import type { Metric } from './metric.ts'
import { parseMetric } from './metricName.ts'
import { metricTable } from './metricTable.ts'

/** Which lists a mean of the metric is about, in words: `lists with at least one relevant item`. */
export function metricCondition({ family, whenUndefined }: Metric): string {
  if (!Number.isNaN(whenUndefined)) return `all lists, those without a relevant item counting ${whenUndefined}`
  return metricTable[family].definedOn
}

/** What lists lack on which a metric of this name is undefined, in words: `relevant items`. */
export function lackingFor(name: string): string {
  return metricTable[parseMetric(name).family].lacking
}

/** Whether there are profiles that count the lists left out under this one. There are none for metrics of pairs and ranks. */
export function canCountEveryList({ family, whenUndefined }: Metric): boolean {
  return Number.isNaN(whenUndefined) && metricTable[family].whenUndefined === 'empty-lists'
}
