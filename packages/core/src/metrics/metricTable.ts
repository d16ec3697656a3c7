/** The table of metrics: a row says everything that other code asks about a metric. A new metric is a file of its own and a row here. */
import { logOf } from '../numeric/special/log.ts'
import { aucOfRanked } from './auc.ts'
import { averagePrecisionOfRanked } from './averagePrecision.ts'
import { bprefOfRanked, inferredAveragePrecisionOfRanked } from './bpref.ts'
import type { Conventions } from './conventions.ts'
import { dcgOfRanked } from './dcg.ts'
import { expectedReciprocalRankOfRanked } from './expectedReciprocalRank.ts'
import { elevenPointAverageOfRanked, interpolatedPrecisionOfRanked } from './interpolatedPrecision.ts'
import { judgedShareOfRanked } from './judgedShare.ts'
import { kendallTauOfRanked } from './kendallTau.ts'
import { meanNdcgOfRanked } from './meanNdcg.ts'
import { ndcgOfRanked } from './ndcg.ts'
import { pairwiseAccuracyOfRanked } from './pairwiseAccuracy.ts'
import { precisionOfRanked } from './precision.ts'
import { rankBiasedPrecisionOfRanked } from './rankBiasedPrecision.ts'
import { type RankedList, relevantAmong, relevantCount } from './rankedList.ts'
import { recallOfRanked } from './recall.ts'
import { reciprocalRankOfRanked } from './reciprocalRank.ts'
import { relativePrecisionOfRanked } from './relativePrecision.ts'
import { rPrecisionOfRanked } from './rPrecision.ts'
import { setFOfRanked, setMapOfRanked } from './setMeasures.ts'
import { spearmanOfRanked } from './spearman.ts'
import { squaredErrorOfRanked } from './squaredError.ts'
import { successOfRanked } from './success.ts'
import type { Ties } from './ties.ts'

export interface MetricRow {
  /** The names that help texts and suggestions show. */
  readonly shown: readonly string[]
  /** Other spellings, most of them trec_eval's. */
  readonly spellings: readonly string[]
  /** `first-k`: a name may end in `@k`, and only the first k places count. `all`: every place counts, or a name ends in `@level`. */
  readonly places: 'first-k' | 'all' | Level
  /** The least and the greatest value on any list. Certificates rely on it. */
  readonly range: readonly [number, number]
  /** The value of a list on which it is undefined: what `emptyLists` says, or the list is left out under every profile. */
  readonly whenUndefined: 'empty-lists' | 'left-out'
  /** The lists on which it is defined, in words. Certificates say it. */
  readonly definedOn: string
  /** What the other lists lack, in words. */
  readonly lacking: string
  /** An error: the least value is the best. */
  readonly lesserIsBetter?: true
  /** The value of a list is the logarithm of what is meant, so that a mean over lists is that of a geometric mean. */
  readonly logarithms?: true
  /** A count of a list: over lists it is added up, not averaged. */
  readonly sums?: true
  /** Its mean over all orders of tied items is out of reach: where a profile asks for it, the worst of these orders counts. */
  readonly worstOfTies?: true
  /** It looks at the scores themselves, not only at the order that they give. */
  readonly looksAtScores?: true
  /** All orders of the items of a list are worth the same: nothing can be chosen by it. */
  readonly ignoresOrder?: true
  /** Whether items are only relevant or not to it, by a threshold. */
  readonly needsRelevance?: true
  /** The function that measures one list under these conventions; `cutoff` is Infinity if every place counts. */
  readonly measure: (cutoff: number, conventions: Conventions, level: number) => (ranked: RankedList) => number | undefined
}

/** A share that a name ends in, as `iprec@0.5` does; `otherwise` if it is left out. */
export interface Level {
  readonly below1: boolean
  readonly otherwise?: number
}

/** Most metrics: the value lies in [0, 1], and only a list without relevant items has none. */
const share = {
  spellings: [],
  range: [0, 1],
  whenUndefined: 'empty-lists',
  definedOn: 'lists with at least one relevant item',
  lacking: 'relevant items',
} as const

/** Counts that trec_eval prints beside its measures. No list is without them. */
const count = {
  spellings: [],
  places: 'all',
  range: [0, Infinity],
  whenUndefined: 'left-out',
  definedOn: 'all lists',
  lacking: 'nothing',
  sums: true,
  ignoresOrder: true,
} as const

const worstOfTies = { needsRelevance: true, worstOfTies: true } as const

/** A geometric mean takes lists below this as this: one list of 0 would make it 0. trec_eval's value. */
const leastFactor = 0.00001

const geometric = { ...share, needsRelevance: true, logarithms: true, places: 'all', range: [logOf(leastFactor), 0] } as const

/** Metrics of all pairs of items. One that is undefined is neither 0 nor 1 under any profile. */
const ofPairs = { spellings: [], places: 'all', range: [0, 1], whenUndefined: 'left-out' } as const

const correlation = {
  ...ofPairs,
  range: [-1, 1],
  definedOn: 'lists with at least two different labels and two different scores',
  lacking: 'different labels and different scores',
} as const

const table = {
  ndcg: {
    ...share,
    shown: ['ndcg', 'ndcg@k'],
    spellings: ['ndcg_cut'],
    places: 'first-k',
    measure: (cutoff, conventions) => {
      const { gain, discount, shortLists } = conventions
      const options = { cutoff, gain, discount, ties: tiesOf(conventions), shortLists }
      return (ranked) => ndcgOfRanked(ranked, options)
    },
  },
  dcg: {
    ...share,
    shown: ['dcg@k'],
    places: 'first-k',
    range: [0, Infinity],
    measure: (cutoff, conventions) => {
      const options = { cutoff, gain: conventions.gain, discount: conventions.discount, ties: tiesOf(conventions) }
      return (ranked) => (ranked.idealDepth > 0 && ranked.ideal[0] > 0 ? dcgOfRanked(ranked, options) : undefined)
    },
  },
  err: {
    ...share,
    shown: ['err@k'],
    places: 'first-k',
    measure: (cutoff, conventions) => {
      const { stopping, maxGrade } = conventions
      const options = { cutoff, stopping, ties: tiesOf(conventions), ...(maxGrade !== 'greatest-label' && { maxGrade }) }
      return (ranked) => expectedReciprocalRankOfRanked(ranked, options)
    },
  },
  map: {
    ...share,
    needsRelevance: true,
    shown: ['map'],
    spellings: ['map_cut', 'ap', 'average-precision'],
    places: 'first-k',
    measure: (cutoff, { relevantFrom, ties, averagePrecisionDivisor }) => {
      const options = { cutoff, relevantFrom, ties, divisor: averagePrecisionDivisor }
      return (ranked) => averagePrecisionOfRanked(ranked, options)
    },
  },
  mrr: {
    ...share,
    needsRelevance: true,
    shown: ['mrr'],
    spellings: ['rr', 'recip_rank', 'reciprocal-rank'],
    places: 'first-k',
    measure: (cutoff, conventions) => {
      const options = { cutoff, relevantFrom: conventions.relevantFrom, ties: tiesOf(conventions) }
      return (ranked) => reciprocalRankOfRanked(ranked, options)
    },
  },
  p: {
    ...share,
    needsRelevance: true,
    shown: ['p@k'],
    spellings: ['precision', 'set_p'],
    places: 'first-k',
    measure: (cutoff, conventions) => {
      const { relevantFrom, precisionDivisor } = conventions
      const options = { cutoff, relevantFrom, ties: tiesOf(conventions), divisor: precisionDivisor }
      return (ranked) => (relevantCount(ranked, relevantFrom) === 0 ? undefined : precisionOfRanked(ranked, options))
    },
  },
  r: {
    ...share,
    needsRelevance: true,
    shown: ['r@k'],
    spellings: ['recall', 'set_recall'],
    places: 'first-k',
    measure: (cutoff, conventions) => {
      const options = { cutoff, relevantFrom: conventions.relevantFrom, ties: tiesOf(conventions) }
      return (ranked) => recallOfRanked(ranked, options)
    },
  },
  success: {
    ...share,
    needsRelevance: true,
    shown: ['success@k'],
    places: 'first-k',
    measure: (cutoff, conventions) => {
      const options = { cutoff, relevantFrom: conventions.relevantFrom, ties: tiesOf(conventions) }
      return (ranked) => successOfRanked(ranked, options)
    },
  },
  rprec: {
    ...share,
    needsRelevance: true,
    shown: ['rprec'],
    spellings: ['r-precision'],
    places: 'all',
    measure: (_cutoff, conventions) => {
      const options = { relevantFrom: conventions.relevantFrom, ties: tiesOf(conventions) }
      return (ranked) => rPrecisionOfRanked(ranked, options)
    },
  },
  relative_p: {
    ...share,
    needsRelevance: true,
    shown: ['relative_p@k'],
    spellings: ['set_relative_p'],
    places: 'first-k',
    measure: (cutoff, conventions) => {
      const options = { cutoff, relevantFrom: conventions.relevantFrom, ties: tiesOf(conventions) }
      return (ranked) => relativePrecisionOfRanked(ranked, options)
    },
  },
  rbp: {
    ...share,
    shown: ['rbp', 'rbp@persistence'],
    places: { below1: true, otherwise: 0.9 },
    measure: (_cutoff, conventions, persistence) => {
      const options = { persistence, ties: tiesOf(conventions) }
      return (ranked) => rankBiasedPrecisionOfRanked(ranked, options)
    },
  },
  iprec: {
    ...share,
    ...worstOfTies,
    shown: ['iprec@recall'],
    spellings: ['iprec_at_recall'],
    places: { below1: false },
    measure:
      (_cutoff, { relevantFrom }, level) =>
      (ranked) =>
        interpolatedPrecisionOfRanked(ranked, level, relevantFrom),
  },
  '11pt_avg': {
    ...share,
    ...worstOfTies,
    shown: ['11pt_avg'],
    places: 'all',
    measure:
      (_cutoff, { relevantFrom }) =>
      (ranked) =>
        elevenPointAverageOfRanked(ranked, relevantFrom),
  },
  bpref: {
    ...share,
    ...worstOfTies,
    shown: ['bpref'],
    places: 'all',
    measure:
      (_cutoff, { relevantFrom }) =>
      (ranked) =>
        bprefOfRanked(ranked, relevantFrom),
  },
  infap: {
    ...share,
    ...worstOfTies,
    shown: ['infap'],
    places: 'all',
    measure:
      (_cutoff, { relevantFrom }) =>
      (ranked) =>
        inferredAveragePrecisionOfRanked(ranked, relevantFrom),
  },
  set_f: {
    ...share,
    ignoresOrder: true,
    needsRelevance: true,
    shown: ['set_f'],
    places: 'all',
    measure:
      (_cutoff, { relevantFrom }) =>
      (ranked) =>
        setFOfRanked(ranked, relevantFrom),
  },
  set_map: {
    ...share,
    ignoresOrder: true,
    needsRelevance: true,
    shown: ['set_map'],
    places: 'all',
    measure:
      (_cutoff, { relevantFrom }) =>
      (ranked) =>
        setMapOfRanked(ranked, relevantFrom),
  },
  gm_map: {
    ...geometric,
    shown: ['gm_map'],
    measure: (_cutoff, { relevantFrom, ties, averagePrecisionDivisor }) => {
      const options = { relevantFrom, ties, divisor: averagePrecisionDivisor }
      return (ranked) => floored(averagePrecisionOfRanked(ranked, options))
    },
  },
  gm_bpref: {
    ...geometric,
    worstOfTies: true,
    shown: ['gm_bpref'],
    measure:
      (_cutoff, { relevantFrom }) =>
      (ranked) =>
        floored(bprefOfRanked(ranked, relevantFrom)),
  },
  num_q: { ...count, shown: ['num_q'], measure: () => () => 1 },
  num_ret: { ...count, shown: ['num_ret'], measure: () => (ranked) => ranked.size },
  num_rel: {
    ...count,
    needsRelevance: true,
    shown: ['num_rel'],
    measure:
      (_cutoff, { relevantFrom }) =>
      (ranked) =>
        relevantCount(ranked, relevantFrom),
  },
  num_rel_ret: {
    ...count,
    needsRelevance: true,
    shown: ['num_rel_ret'],
    measure:
      (_cutoff, { relevantFrom }) =>
      (ranked) =>
        relevantAmong(ranked, 0, ranked.size, relevantFrom),
  },
  judged: {
    ...share,
    shown: ['judged@k'],
    places: 'first-k',
    whenUndefined: 'left-out',
    definedOn: 'lists with at least one item',
    lacking: 'items',
    measure: (cutoff, conventions) => {
      const options = { cutoff, ties: tiesOf(conventions) }
      return (ranked) => judgedShareOfRanked(ranked, options)
    },
  },
  auc: {
    ...ofPairs,
    needsRelevance: true,
    shown: ['auc'],
    definedOn: 'lists with relevant items and others',
    lacking: 'relevant items and others',
    measure: (_cutoff, conventions) => {
      const options = { relevantFrom: conventions.relevantFrom, ties: tiesOf(conventions) }
      return (ranked) => aucOfRanked(ranked, options)
    },
  },
  'pairwise-accuracy': {
    ...ofPairs,
    shown: ['pairwise-accuracy'],
    definedOn: 'lists with at least two different labels',
    lacking: 'different labels',
    measure: (_cutoff, conventions) => {
      const options = { ties: tiesOf(conventions) }
      return (ranked) => pairwiseAccuracyOfRanked(ranked, options)
    },
  },
  'kendall-tau': {
    ...correlation,
    shown: ['kendall-tau'],
    spellings: ['kendall-tau-b'],
    measure: () => kendallTauOfRanked,
  },
  spearman: { ...correlation, shown: ['spearman'], measure: () => spearmanOfRanked },
  'squared-error': {
    ...ofPairs,
    shown: ['squared-error'],
    range: [0, Infinity],
    definedOn: 'lists with at least two items',
    lacking: 'a second item',
    lesserIsBetter: true,
    looksAtScores: true,
    measure: () => squaredErrorOfRanked,
  },
  'mean-ndcg': {
    ...share,
    shown: ['mean-ndcg'],
    spellings: ['meanndcg'],
    places: 'all',
    measure: (_cutoff, conventions) => {
      const options = { gain: conventions.gain, discount: conventions.discount, ties: tiesOf(conventions) }
      return (ranked) => meanNdcgOfRanked(ranked, options)
    },
  },
} as const satisfies Readonly<Record<string, MetricRow>>

export type MetricFamily = keyof typeof table

export const metricTable: Readonly<Record<MetricFamily, MetricRow>> = table

export const metricFamilies = Object.keys(table) as readonly MetricFamily[]

function floored(value: number | undefined): number | undefined {
  return value === undefined ? undefined : logOf(Math.max(value, leastFactor))
}

/** `together` is a convention of average precision alone. */
function tiesOf({ ties }: Conventions): Ties {
  return ties === 'together' ? 'expected' : ties
}
