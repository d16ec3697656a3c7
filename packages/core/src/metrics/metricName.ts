/** Names of metrics as users write them: `ndcg@10`, `map`, and trec_eval's `ndcg_cut_10`. */
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'

export const metricFamilies = [
  'ndcg',
  'dcg',
  'err',
  'map',
  'mrr',
  'p',
  'r',
  'auc',
  'pairwise-accuracy',
  'kendall-tau',
  'spearman',
  'mean-ndcg',
] as const
export type MetricFamily = (typeof metricFamilies)[number]

export interface MetricName {
  /** As it was written; reports use it as their key. */
  readonly name: string
  readonly family: MetricFamily
  /** How many leading places count; Infinity for all. */
  readonly cutoff: number
}

/** The names that help texts and suggestions show. */
export const metricNames: readonly string[] = [
  'ndcg',
  'ndcg@k',
  'dcg@k',
  'err@k',
  'map',
  'mrr',
  'p@k',
  'r@k',
  'auc',
  'pairwise-accuracy',
  'kendall-tau',
  'spearman',
  'mean-ndcg',
]

const withCutoff: ReadonlySet<MetricFamily> = new Set<MetricFamily>(['ndcg', 'dcg', 'err', 'map', 'mrr', 'p', 'r'])

/** Other spellings, most of them trec_eval's. */
const spellings: Readonly<Record<string, MetricFamily>> = {
  ndcg_cut: 'ndcg',
  map_cut: 'map',
  ap: 'map',
  'average-precision': 'map',
  rr: 'mrr',
  recip_rank: 'mrr',
  'reciprocal-rank': 'mrr',
  precision: 'p',
  set_p: 'p',
  recall: 'r',
  set_recall: 'r',
  'kendall-tau-b': 'kendall-tau',
  meanndcg: 'mean-ndcg',
}

export function parseMetric(written: string): MetricName {
  const name = written.trim()
  const parts = /^([a-z][a-z_-]*?)(?:@(.*)|_(\d+))?$/.exec(name.toLowerCase())
  const family = parts === null ? undefined : familyOf(parts[1])
  if (parts === null || family === undefined) throw unknownMetric(name)
  const cutoff = parts[2] ?? parts[3]
  if (cutoff === undefined) return { name, family, cutoff: Infinity }
  if (!withCutoff.has(family)) throw new RankwrightError({ area: 'metric', code: 'metric-without-cutoff', found: name, family })
  if (!/^0*[1-9]\d*$/.test(cutoff)) throw new RankwrightError({ area: 'metric', code: 'cutoff-not-a-count', found: name, family })
  return { name, family, cutoff: Number(cutoff) }
}

function familyOf(word: string): MetricFamily | undefined {
  return metricFamilies.find((family) => family === word) ?? (Object.hasOwn(spellings, word) ? spellings[word] : undefined)
}

function unknownMetric(found: string): RankwrightError {
  const [word, cutoff] = found.toLowerCase().split('@')
  const nearest = nearestName(word, [...metricFamilies, ...Object.keys(spellings)])
  const family = nearest === undefined ? undefined : familyOf(nearest)
  const suggestion = family === undefined || cutoff === undefined || !withCutoff.has(family) ? nearest : `${nearest}@${cutoff}`
  return new RankwrightError({ area: 'metric', code: 'unknown-metric', found, known: metricNames, ...(suggestion && { suggestion }) })
}
