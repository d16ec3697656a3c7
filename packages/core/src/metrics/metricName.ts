/** Names of metrics as users write them: `ndcg@10`, `map`, `iprec@0.5`, and trec_eval's `ndcg_cut_10` or `ndcg_cut.10`. */

import { requireText } from '../arguments/requireKind.ts'
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import { type Level, type MetricFamily, metricFamilies, metricTable } from './metricTable.ts'

export interface MetricName {
  /** As it was written; reports use it as their key. */
  readonly name: string
  readonly family: MetricFamily
  /** How many leading places count; Infinity for all. */
  readonly cutoff: number
  /** The number after the `@` of metrics that have a level instead of a cutoff. */
  readonly level?: number
}

/** The names that help texts and suggestions show. */
export const metricNames: readonly string[] = metricFamilies.flatMap((family) => metricTable[family].shown)

const spellings: ReadonlyMap<string, MetricFamily> = new Map(
  metricFamilies.flatMap((family) => [family, ...metricTable[family].spellings].map((word) => [word, family] as const)),
)

export function parseMetric(written: string): MetricName {
  requireText('name', written, 'the name of a metric, such as ndcg@10')
  const name = written.trim()
  const parts = /^((?:11)?[a-z][a-z_-]*?)(?:@(.*)|[_.](\d+(?:\.\d+)?))?$/.exec(name.toLowerCase())
  const family = parts === null ? undefined : spellings.get(parts[1])
  if (parts === null || family === undefined) throw unknownMetric(name)
  const { places } = metricTable[family]
  const number = parts[2] ?? parts[3]
  if (typeof places === 'object') return { name, family, cutoff: Infinity, level: levelOf(name, family, places, number) }
  if (number === undefined) return { name, family, cutoff: Infinity }
  if (places === 'all') throw new RankwrightError({ area: 'metric', code: 'metric-without-cutoff', found: name, family })
  if (!/^0*[1-9]\d*$/.test(number)) throw new RankwrightError({ area: 'metric', code: 'cutoff-not-a-count', found: name, family })
  return { name, family, cutoff: Number(number) }
}

function levelOf(name: string, family: MetricFamily, { otherwise, below1 }: Level, written: string | undefined): number {
  if (written === undefined && otherwise !== undefined) return otherwise
  const level = /^(\d+\.?\d*|\.\d+)$/.test(written ?? '') ? Number(written) : Number.NaN
  if (level >= 0 && (below1 ? level < 1 : level <= 1)) return level
  throw new RankwrightError({ area: 'metric', code: 'level-not-a-share', found: name, family, below1 })
}

function unknownMetric(found: string): RankwrightError {
  const [word, cutoff] = found.toLowerCase().split('@')
  const nearest = nearestName(word, Array.from(spellings.keys()))
  const family = nearest === undefined ? undefined : spellings.get(nearest)
  const suggestion = family === undefined || cutoff === undefined || metricTable[family].places === 'all' ? nearest : `${nearest}@${cutoff}`
  return new RankwrightError({ area: 'metric', code: 'unknown-metric', found, known: metricNames, ...(suggestion && { suggestion }) })
}
