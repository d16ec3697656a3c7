import {
  type EvaluationReport,
  explainer,
  type ListModel,
  type PairExplanation,
  type RankingLists,
  type Runtime,
  rank,
  selectLists,
} from '@rankwright/core'
import { rowCount } from '@rankwright/core/data'
import { kindOf } from '@rankwright/core/models'
import { type Attempted, attempted } from './attempted.ts'

/** A list as it came and as the model orders it, and why one of its items stands above another. */
export interface ShownList {
  readonly id: string
  /** Which list it is: `the best`. */
  readonly which: string
  readonly metric: string
  readonly value: number
  readonly items: number
  readonly before: readonly ShownItem[]
  readonly after: readonly ShownItem[]
  readonly why?: Attempted<PairExplanation> & { readonly above: string; readonly below: string; readonly wrong: boolean }
}

export interface ShownItem {
  readonly name: string
  readonly label: number
  readonly score: number
  /** Its place before, from 1. */
  readonly from: number
}

const mostItems = 8
/** Longer lists are not explained: reasons may compare all of their items. */
const longest = 2000

/** A list that the model ranks well, one in the middle, and one that it ranks badly. */
export function shownLists(
  model: ListModel,
  lists: RankingLists,
  evaluation: EvaluationReport | undefined,
  metric: string,
  runtime: Runtime,
): ShownList[] {
  const values = evaluation?.perList?.map(({ metrics }) => metrics[metric] ?? Number.NaN) ?? []
  const order = Array.from(values.keys())
    .filter((list) => !Number.isNaN(values[list]) && sizeOf(lists, list) > 1 && sizeOf(lists, list) <= longest)
    .sort((a, b) => values[b] - values[a] || sizeOf(lists, b) - sizeOf(lists, a) || a - b)
  const chosen = new Map<number, string>()
  if (order.length > 2) chosen.set(order[Math.floor(order.length / 2)], 'the one in the middle')
  if (order.length > 0) chosen.set(order[order.length - 1], order.length === 1 ? 'the only one' : 'the worst')
  if (order.length > 1) chosen.set(order[0], 'the best')
  return Array.from(chosen, ([list, which]) =>
    shownList(model, selectLists(lists, [list]), { which, metric, value: values[list] }, runtime),
  )
}

function sizeOf({ offsets }: RankingLists, list: number): number {
  return offsets[list + 1] - offsets[list]
}

function shownList(model: ListModel, one: RankingLists, about: Pick<ShownList, 'which' | 'metric' | 'value'>, runtime: Runtime): ShownList {
  const { itemIds, labels, sourceRows, listIds } = one
  const rowOf = (place: number) => sourceRows?.[place] ?? place
  const { items } = rank(model, one, { decideAll: true }, runtime)[0]
  const placeOf = new Map(Array.from({ length: rowCount(one) }, (_, place) => [rowOf(place), place]))
  const scores = new Map(items.map(({ row, score }) => [row, score]))
  const item = (row: number): ShownItem => {
    const place = placeOf.get(row) ?? 0
    return { name: itemIds?.[place] ?? `row ${row + 1}`, label: labels[place], score: scores.get(row) ?? Number.NaN, from: place + 1 }
  }
  const after = items.map(({ row }) => row)
  const pair = tellingPair(after.map((row) => item(row).label))
  const why = pair && attempted(() => explainer(model, kindOf(model).match(model, one).lists).pair(after[pair.above], after[pair.below]))
  return {
    id: listIds[0],
    ...about,
    items: rowCount(one),
    before: Array.from({ length: Math.min(mostItems, rowCount(one)) }, (_, place) => item(rowOf(place))),
    after: after.slice(0, mostItems).map(item),
    ...(pair && why && { why: { ...why, above: item(after[pair.above]).name, below: item(after[pair.below]).name, wrong: pair.wrong } }),
  }
}

/** The first mistake: an item above one with a greater label. Without a mistake, the first item and the first with a smaller label. */
function tellingPair(labels: readonly number[]): { readonly above: number; readonly below: number; readonly wrong: boolean } | undefined {
  const greatest = new Array<number>(labels.length)
  for (let place = labels.length - 1, best = labels.length - 1; place >= 0; place--) {
    greatest[place] = best
    if (labels[place] >= labels[best]) best = place
  }
  const mistake = labels.findIndex((label, place) => place < labels.length - 1 && labels[greatest[place]] > label)
  if (mistake >= 0) return { above: mistake, below: greatest[mistake], wrong: true }
  const smaller = labels.findIndex((label) => label < labels[0])
  if (smaller > 0) return { above: 0, below: smaller, wrong: false }
  return labels.length > 1 ? { above: 0, below: 1, wrong: false } : undefined
}
