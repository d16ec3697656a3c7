import { RankwrightError } from '../problems/problem.ts'
import { looksAtScores } from './metricDirection.ts'
import { type MetricName, parseMetric } from './metricName.ts'
import { metricTable } from './metricTable.ts'

/** The metric that an option chooses models by. It has to tell orders apart; where models of several methods are compared, it must not look at more. */
export function metricToChooseBy(option: string, written: string, among: 'one method' | 'methods' = 'one method'): MetricName {
  const metric = parseMetric(written)
  const allowed =
    among === 'methods' && looksAtScores(written)
      ? 'a metric of the order alone, such as ndcg@10'
      : metricTable[metric.family].ignoresOrder
        ? 'a metric that looks at the order, such as ndcg@10: to this one all orders of a list are the same'
        : undefined
  if (allowed !== undefined) throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option, found: written, allowed })
  return metric
}
