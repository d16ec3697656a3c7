import { evaluate, type RankedItems, type RankingLists } from '@rankwright/core'
import type { ListReport } from '@rankwright/core/evaluation'

const shownPlaces = 8
const metric = 'ndcg@10'

/** One list in two orders. */
export interface ExampleList {
  readonly id: string
  readonly metric: string
  readonly before: number
  readonly after: number
  /** Place by place, the best first. */
  readonly places: readonly { readonly before: ShownItem; readonly after: ShownItem }[]
}

export interface ShownItem {
  readonly item: string
  readonly label: number
}

/** The list whose gain is the median one: neither the best nor the worst that the new order has to show. */
export function exampleList(lists: RankingLists, before: Float64Array, ranked: readonly RankedItems[]): ExampleList {
  const scoresAfter = new Float64Array(before.length)
  for (const { items } of ranked) for (const { row, score } of items) scoresAfter[row] = score
  const valuesBefore = perList(before, lists)
  const valuesAfter = perList(scoresAfter, lists)
  const gains = valuesAfter
    .map(({ metrics }, list) => ({ list, gain: metrics[metric] - valuesBefore[list].metrics[metric] }))
    .filter(({ gain }) => !Number.isNaN(gain))
    .sort((a, b) => a.gain - b.gain)
  const { list } = gains[gains.length >> 1]

  const first = lists.offsets[list]
  const rows = Array.from({ length: lists.offsets[list + 1] - first }, (_, i) => first + i)
  const top = (scores: Float64Array) => [...rows].sort((a, b) => scores[b] - scores[a]).slice(0, shownPlaces)
  const shown = (row: number): ShownItem => ({ item: lists.itemIds?.[row] ?? String(row), label: lists.labels[row] })
  const topAfter = top(scoresAfter)
  return {
    id: lists.listIds[list],
    metric,
    before: valuesBefore[list].metrics[metric],
    after: valuesAfter[list].metrics[metric],
    places: top(before).map((row, place) => ({ before: shown(row), after: shown(topAfter[place]) })),
  }
}

function perList(scores: Float64Array, lists: RankingLists): readonly ListReport[] {
  return evaluate(scores, lists, { metrics: [metric], perList: true, confidence: 0 }).perList ?? []
}
