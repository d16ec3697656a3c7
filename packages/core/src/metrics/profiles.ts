/** The conventions of known tools under one name each. docs/metrics.md has them as a table, with the versions they were checked on. */
import { nearestName } from '../problems/nearestName.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { Conventions } from './conventions.ts'
import type { MetricFamily } from './metricTable.ts'
import { anyPositiveLabel, justAbove } from './relevance.ts'

export interface Profile {
  readonly conventions: Conventions
  /** Exceptions of the tool for single metrics. */
  readonly exceptions?: Readonly<Partial<Record<MetricFamily, Partial<Conventions>>>>
  /** The metrics that the tool itself computes per list; `all` for our own profile. */
  readonly covers: readonly MetricFamily[] | 'all'
}

const rankwright: Conventions = {
  gain: 'exponential',
  discount: 'log2',
  ties: 'expected',
  scorePrecision: 'double',
  relevantFrom: anyPositiveLabel,
  maxGrade: 'greatest-label',
  stopping: 'graded',
  emptyLists: 'skip',
  shortLists: 'as-they-are',
  precisionDivisor: 'cutoff',
  averagePrecisionDivisor: 'reachable',
  listWeights: 'used',
}

/** Eval-Score-4.0.pl. */
const letor4: Conventions = {
  ...rankwright,
  discount: 'letor',
  ties: 'input',
  relevantFrom: 1,
  emptyLists: 'zero',
  shortLists: 'zero',
  averagePrecisionDivisor: 'relevant',
}

export const profiles = {
  rankwright: { conventions: rankwright, covers: 'all' },
  letor4: { conventions: letor4, covers: ['ndcg', 'mean-ndcg', 'p', 'map'] },
  /** eval-score-mslr.pl: as LETOR 4.0, but of the grades 0 .. 4 only 2 and above are relevant to P and MAP. */
  mslr: { conventions: { ...letor4, relevantFrom: 2 }, covers: ['ndcg', 'mean-ndcg', 'p', 'map'] },
  trec_eval: {
    conventions: {
      ...rankwright,
      gain: 'linear',
      ties: 'by-id-descending',
      scorePrecision: 'single', // trec_eval 9; the candidates for version 10 read doubles
      relevantFrom: 1,
      emptyLists: 'zero',
      averagePrecisionDivisor: 'relevant',
    },
    covers: [
      ...['ndcg', 'map', 'mrr', 'p', 'r', 'success', 'rprec', 'relative_p', 'rbp', 'iprec', '11pt_avg', 'bpref', 'infap', 'set_f'],
      ...['set_map', 'gm_map', 'gm_bpref', 'num_q', 'num_ret', 'num_rel', 'num_rel_ret'],
    ],
  },
  lightgbm: {
    conventions: { ...rankwright, ties: 'input', relevantFrom: justAbove(0.5), emptyLists: 'one' },
    covers: ['ndcg', 'map'],
  },
  xgboost: {
    conventions: { ...rankwright, ties: 'input', scorePrecision: 'single', emptyLists: 'one', precisionDivisor: 'places' },
    exceptions: { p: { emptyLists: 'zero' } },
    covers: ['ndcg', 'map', 'p'],
  },
  catboost: {
    conventions: {
      ...rankwright,
      gain: 'linear',
      ties: 'worst',
      relevantFrom: justAbove(0.5),
      stopping: 'probability',
      emptyLists: 'one',
      precisionDivisor: 'places',
    },
    exceptions: {
      map: { emptyLists: 'zero', listWeights: 'ignored' },
      mrr: { emptyLists: 'zero' },
      err: { emptyLists: 'zero' },
      p: { emptyLists: 'zero', listWeights: 'ignored' },
      r: { listWeights: 'ignored' },
    },
    covers: ['ndcg', 'dcg', 'map', 'mrr', 'err', 'p', 'r'],
  },
  sklearn: {
    conventions: { ...rankwright, gain: 'linear', emptyLists: 'zero' },
    exceptions: { map: { ties: 'together' } },
    covers: ['ndcg', 'dcg', 'map', 'auc'],
  },
  gdeval: {
    conventions: { ...rankwright, ties: 'by-id-descending', maxGrade: 4 },
    covers: ['ndcg', 'err'],
  },
} as const satisfies Readonly<Record<string, Profile>>

export type ProfileName = keyof typeof profiles

export const profileNames = Object.keys(profiles) as readonly ProfileName[]

export function profileOf(name: string): Profile & { readonly name: ProfileName } {
  const known = profileNames.find((profile) => profile === name)
  if (known !== undefined) return { ...(profiles[known] as Profile), name: known }
  const suggestion = nearestName(name.toLowerCase(), profileNames)
  throw new RankwrightError({
    area: 'metric',
    code: 'unknown-profile',
    found: name,
    known: profileNames,
    ...(suggestion && { suggestion }),
  })
}
