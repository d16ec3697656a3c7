/** Names of metrics as users write them: `ndcg@10`, `map`, and trec_eval's `ndcg_cut_10`. */

import { requireText } from '../arguments/requireKind.ts'
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import { type MetricFamily, metricFamilies, metricTable } from './metricTable.ts'

export interface MetricName {
  /** As it was written; reports use it as their key. */
  readonly name: string
  readonly family: MetricFamily
  /** How many leading places count; Infinity for all. */
  readonly cutoff: number
}

/** The names that help texts and suggestions show. */
export const metricNames: readonly string[] = metricFamilies.flatMap((family) => metricTable[family].shown)

const spellings: ReadonlyMap<string, MetricFamily> = new Map(
  metricFamilies.flatMap((family) => [family, ...metricTable[family].spellings].map((word) => [word, family] as const)),
)

export function parseMetric(written: string): MetricName {
  requireText('name', written, 'the name of a metric, such as ndcg@10')
  const name = written.trim()
  const parts = /^([a-z][a-z_-]*?)(?:@(.*)|_(\d+))?$/.exec(name.toLowerCase())
  const family = parts === null ? undefined : spellings.get(parts[1])
  if (parts === null || family === undefined) throw unknownMetric(name)
  const cutoff = parts[2] ?? parts[3]
  if (cutoff === undefined) return { name, family, cutoff: Infinity }
  if (metricTable[family].places === 'all')
    throw new RankwrightError({ area: 'metric', code: 'metric-without-cutoff', found: name, family })
  if (!/^0*[1-9]\d*$/.test(cutoff)) throw new RankwrightError({ area: 'metric', code: 'cutoff-not-a-count', found: name, family })
  return { name, family, cutoff: Number(cutoff) }
}

function unknownMetric(found: string): RankwrightError {
  const [word, cutoff] = found.toLowerCase().split('@')
  const nearest = nearestName(word, Array.from(spellings.keys()))
  const family = nearest === undefined ? undefined : spellings.get(nearest)
  const suggestion = family === undefined || cutoff === undefined || metricTable[family].places === 'all' ? nearest : `${nearest}@${cutoff}`
  return new RankwrightError({ area: 'metric', code: 'unknown-metric', found, known: metricNames, ...(suggestion && { suggestion }) })
}
