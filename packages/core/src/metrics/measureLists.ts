/** Metrics of many lists at once: one number per list and metric. */

import { requireParts } from '../arguments/requireKind.ts'
import { requireNumbers, requireSameLength } from '../arguments/requireNumbers.ts'
import { options } from '../arguments/shapes.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireJudged } from '../data/lists/requireLists.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { mostNdcgPlaces } from '../numeric/compute/ndcg.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { RankwrightError } from '../problems/problem.ts'
import { type ChosenMetrics, chooseMetrics, type MetricChoice, metricChoiceShapes } from './chooseMetrics.ts'
import type { Conventions } from './conventions.ts'
import { discountAt } from './discount.ts'
import { gainOf } from './gain.ts'
import type { Metric } from './metric.ts'
import { type ListRanker, listRanker } from './rankedList.ts'

export interface ListMeasurements extends ChosenMetrics {
  /** values[m][q]: metric m on list q; NaN where the list does not count. */
  readonly values: readonly Float64Array[]
}

/** What a metric needs of the lists: no features. */
export type JudgedLists = Pick<RankingLists, 'labels' | 'offsets' | 'listIds' | 'itemIds' | 'listWeights'>

/** `scores` holds one number per row, in the order of the rows of `lists`. */
export function measureLists(
  scores: Numbers,
  lists: JudgedLists,
  choice: MetricChoice = {},
  compute: Compute = plainCompute,
): ListMeasurements {
  takesChoice('choice', choice)
  requireParts('compute', compute, 'plainCompute, or what wasmCompute or threadedCompute give', ['gemv', 'mark', 'own'])
  return measureGiven(scores, lists, choice, compute)
}

const takesChoice = options(metricChoiceShapes)

/** The same for a choice that is known to be in order; it may stand among other options. */
export function measureGiven(scores: Numbers, lists: JudgedLists, choice: MetricChoice, compute: Compute): ListMeasurements {
  requireNumbers('scores', scores, 'infinite')
  requireJudged('lists', lists)
  requireNumbers('lists.labels', lists.labels)
  return measureKnown(scores, lists, choice, compute)
}

/** The same without a look at every number, for scores and lists that are known to be in order. */
export function measureKnown(
  scores: Numbers,
  lists: Omit<JudgedLists, 'listIds'>,
  choice: MetricChoice = {},
  compute: Compute = plainCompute,
): ListMeasurements {
  const { labels, offsets, itemIds } = lists
  if (scores.length !== labels.length) {
    throw new RankwrightError({ area: 'metric', code: 'scores-do-not-fit', found: scores.length, expected: labels.length, of: 'rows' })
  }
  const chosen = chooseMetrics(choice, labels)
  const flatScores = scores instanceof Float64Array ? scores : Float64Array.from(scores)
  const count = offsets.length - 1
  let longest = 0
  for (let list = 0; list < count; list++) longest = Math.max(longest, offsets[list + 1] - offsets[list])
  const values = chosen.metrics.map(() => new Float64Array(count))
  for (const { rank, members, scorePrecision } of rankings(chosen.metrics, longest)) {
    const compared = inPrecision(flatScores, scorePrecision)
    if (members.length === 1 && isShallowNdcg(chosen.metrics[members[0]])) {
      measureNdcg(rank, chosen.metrics[members[0]], compared, lists, compute, values[members[0]])
      continue
    }
    const columns: Column[] = []
    for (const member of members) {
      const { measure, whenUndefined } = chosen.metrics[member]
      columns.push({ measure, whenUndefined, into: values[member] })
    }
    measureEach(rank, columns, compared, labels, offsets, itemIds)
  }
  const missesIds = itemIds === undefined && chosen.metrics.some((metric) => metric.runOrder === 'by-id-descending')
  return {
    ...chosen,
    notes: missesIds
      ? [...chosen.notes, 'The items have no ids: tied items stay in the order of the rows instead of descending ids.']
      : chosen.notes,
    values,
  }
}

function isShallowNdcg({ family, cutoff }: Metric): boolean {
  return family === 'ndcg' && cutoff <= mostNdcgPlaces
}

/** Lists after which to check whether the `ndcg` primitive is of use. */
const blockOfLists = 256

/**
 * nDCG alone: the `ndcg` primitive takes the lists that are simple enough, which are most. The others are ranked one by one; if there are
 * many of them, all lists are.
 */
function measureNdcg(
  rank: ListRanker,
  { cutoff, conventions: { gain, discount }, measure, whenUndefined }: Metric,
  scores: Float64Array,
  { labels, offsets, itemIds }: Omit<JudgedLists, 'listIds'>,
  compute: Compute,
  into: Float64Array,
): void {
  const gains = Float64Array.from({ length: 5 }, (_, grade) => gainOf(grade, gain))
  const discounts = Float64Array.from({ length: cutoff }, (_, place) => discountAt(place, discount))
  let from = 0
  for (let ranked = 0; from < into.length && ranked <= from / 4; ) {
    const to = from === 0 ? Math.min(blockOfLists, into.length) : Math.min(from + 8 * blockOfLists, into.length)
    compute.ndcg(offsets.subarray(from, to + 1), cutoff, scores, labels, gains, discounts, into.subarray(from, to))
    for (; from < to; from++) {
      if (into[from] < 0) {
        into[from] = measure(rank(scores, labels, offsets[from], offsets[from + 1], itemIds)) ?? whenUndefined
        ranked++
      } else if (Number.isNaN(into[from])) into[from] = whenUndefined
    }
  }
  for (; from < into.length; from++) {
    into[from] = measure(rank(scores, labels, offsets[from], offsets[from + 1], itemIds)) ?? whenUndefined
  }
}

interface Column {
  readonly measure: Metric['measure']
  readonly whenUndefined: number
  readonly into: Float64Array
}

/** The inner loop, in a function of its own and on objects of one shape, so that engines compile it once. */
function measureEach(
  rank: ListRanker,
  columns: readonly Column[],
  scores: Float64Array,
  labels: Float64Array,
  offsets: Uint32Array,
  itemIds: readonly string[] | undefined,
): void {
  for (let list = 0; list + 1 < offsets.length; list++) {
    const ranked = rank(scores, labels, offsets[list], offsets[list + 1], itemIds)
    for (let column = 0; column < columns.length; column++) {
      const { measure, whenUndefined, into } = columns[column]
      into[list] = measure(ranked) ?? whenUndefined
    }
  }
}

export interface Ranking {
  readonly rank: ListRanker
  /** The numbers of the metrics that use it. */
  readonly members: readonly number[]
  readonly scorePrecision: Conventions['scorePrecision']
}

/** One ranking for all metrics that order items the same way, as deep as the deepest of them needs. */
export function rankings(metrics: readonly Metric[], capacity: number): Ranking[] {
  const groups = new Map<string, number[]>()
  for (const [index, { runOrder, conventions }] of metrics.entries()) {
    const key = `${runOrder} ${conventions.scorePrecision}`
    groups.set(key, [...(groups.get(key) ?? []), index])
  }
  return Array.from(groups.values(), (members) => {
    const { runOrder, conventions } = metrics[members[0]]
    const depth = Math.max(...members.map((member) => metrics[member].cutoff))
    return { rank: listRanker(capacity, depth, runOrder), members, scorePrecision: conventions.scorePrecision }
  })
}

export function inPrecision(scores: Float64Array, precision: Conventions['scorePrecision']): Float64Array {
  return precision === 'double' ? scores : new Float64Array(new Float32Array(scores))
}

/** Σ wᵢ xᵢ / Σ wᵢ over the lists that count; NaN when none does. */
export function meanOverLists(values: Float64Array, weights?: Numbers): number {
  const { total, weight } = sumOverLists(values, weights)
  return total / weight
}

/** What the mean is made of: the sum of the values, and how many of them there are, or what they weigh. */
export function sumOverLists(values: Float64Array, weights?: Numbers): { readonly total: number; readonly weight: number } {
  requireNumbers('values', values, 'missing')
  if (weights !== undefined) {
    requireNumbers('weights', weights)
    requireSameLength('weights', weights, 'values', values)
  }
  let total = 0
  let weight = 0
  for (let list = 0; list < values.length; list++) {
    if (Number.isNaN(values[list])) continue
    const share = weights === undefined ? 1 : weights[list]
    total += share * values[list]
    weight += share
  }
  return { total, weight }
}
