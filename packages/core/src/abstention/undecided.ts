/**
 * A whole list from a ranker that may abstain: the order of the scores, which pairs in it are undecided, and the longest runs of places in
 * which each item is undecided with the next. A policy decides how a run is ordered. Only the first places are worked out, as many as
 * are asked for.
 */
import type { Random } from '../numeric/random.ts'
import { arrangedRun } from './arrangedRun.ts'

/** `keep`: the order in which the items came. `random`: a seeded draw. `review`: by score, for a person to look at. */
export type TiePolicy = 'keep' | 'random' | 'review'
export const tiePolicies: readonly TiePolicy[] = ['keep', 'random', 'review']

/** Which pairs of items of one list are left undecided. */
export interface PairRule {
  isUndecided(item: number, other: number): boolean
  /** The undecided pairs among these items, the earlier item first, in the order of the first and then of the second. */
  pairsAmong(items: Uint32Array): Generator<readonly [number, number]>
}

export interface UndecidedList {
  /** The first items of the list, best first. */
  readonly order: Uint32Array
  /** Runs of two or more places in `order` in which each item is undecided with the next: [first, after the last]. */
  readonly runs: readonly (readonly [number, number])[]
}

/**
 * What a run is ordered by, the least first; undefined for the scores. `random` is for ties that are drawn, and drawn for every item, so that
 * the first places do not depend on how many are asked for.
 */
export function tieRank(ties: TiePolicy, items: number, random: Random | undefined): ((item: number) => number) | undefined {
  if (ties === 'review') return undefined
  if (random === undefined) return (item) => item
  const drawn = Float64Array.from({ length: items }, () => random.uniform())
  return (item) => drawn[item]
}

/** `order` holds all items by descending score; the first `top` places are answered. */
export function undecidedList(
  order: Uint32Array,
  top: number,
  { isUndecided }: Pick<PairRule, 'isUndecided'>,
  rankOf: ((item: number) => number) | undefined,
): UndecidedList {
  const count = Math.min(top, order.length)
  const answer = order.slice(0, count)
  const runs: [number, number][] = []
  // By score nothing below the last place matters; otherwise an item from further down its run may come up.
  const end = rankOf === undefined ? count : order.length
  for (let from = 0, to = 0; from < count; from = to) {
    to = from + 1
    while (to < end && isUndecided(order[to - 1], order[to])) to++
    const shown = Math.min(to, count)
    if (rankOf !== undefined && to - from > 1) {
      answer.set(arrangedRun(order.subarray(from, to), shown - from, isUndecided, rankOf), from)
    }
    if (shown - from > 1) runs.push([from, shown])
  }
  return { order: answer, runs }
}
