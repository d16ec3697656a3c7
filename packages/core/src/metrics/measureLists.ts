/** Metrics of many lists at once: one number per list and metric. */
import type { Numbers } from '../data/numbers.ts'
import type { RankingLists } from '../data/rankingLists.ts'
import { RankwrightError } from '../problems/problem.ts'
import { type ChosenMetrics, chooseMetrics, type MetricChoice } from './chooseMetrics.ts'
import type { Metric } from './metric.ts'
import { type ListRanker, listRanker, type RunOrder } from './rankedList.ts'

export interface ListMeasurements extends ChosenMetrics {
  /** values[m][q]: metric m on list q; NaN where the list does not count. */
  readonly values: readonly Float64Array[]
}

/** What a metric needs of the lists; their features are not read. */
export type JudgedLists = Pick<RankingLists, 'labels' | 'offsets' | 'listIds' | 'itemIds' | 'listWeights'>

/** `scores` holds one number per row, in the order of the rows of `lists`. */
export function measureLists(scores: Numbers, lists: JudgedLists, choice: MetricChoice = {}): ListMeasurements {
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
  for (const { rank, members } of rankings(chosen.metrics, longest)) {
    for (let list = 0; list < count; list++) {
      const ranked = rank(flatScores, labels, offsets[list], offsets[list + 1], itemIds)
      for (const member of members) {
        const { measure, whenUndefined } = chosen.metrics[member]
        values[member][list] = measure(ranked) ?? whenUndefined
      }
    }
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

/** One ranker for all metrics that place tied items alike, as deep as the deepest of them looks. */
export function rankings(
  metrics: readonly Metric[],
  capacity: number,
): { readonly rank: ListRanker; readonly members: readonly number[] }[] {
  const byOrder = new Map<RunOrder, number[]>()
  for (const [index, { runOrder }] of metrics.entries()) byOrder.set(runOrder, [...(byOrder.get(runOrder) ?? []), index])
  return Array.from(byOrder, ([runOrder, members]) => {
    const depth = Math.max(...members.map((member) => metrics[member].depth))
    return { rank: listRanker(capacity, depth, runOrder), members }
  })
}

/** Σ wᵢ xᵢ / Σ wᵢ over the lists that count; NaN when none does. */
export function meanOverLists(values: Float64Array, weights?: Numbers): number {
  let total = 0
  let weight = 0
  for (let list = 0; list < values.length; list++) {
    if (Number.isNaN(values[list])) continue
    const share = weights === undefined ? 1 : weights[list]
    total += share * values[list]
    weight += share
  }
  return total / weight
}
