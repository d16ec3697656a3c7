/**
 * A whole list from a ranker that may abstain: its order, and the longest runs of places in which each item is undecided with the next. In the
 * order of the scores a policy arranges each such run anew; the runs that are told are those of the order that comes out. Only the first
 * places are worked out, as many as are asked for.
 */
import type { Random } from '../numeric/random.ts'
import type { PairRule } from '../rules/ruleRow.ts'
import { arrangedRun } from './arrangedRun.ts'

/** `keep`: the order in which the items came. `random`: a seeded draw. `review`: by score, for a person to look at. */
export type TiePolicy = 'keep' | 'random' | 'review'
export const tiePolicies: readonly TiePolicy[] = ['keep', 'random', 'review']

export interface UndecidedList {
  /** The first items of the list, best first. */
  readonly order: Uint32Array
  /** Longest runs of two or more places in `order` in which each item is undecided with the next: [first, after the last]. */
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
  if (rankOf !== undefined) {
    // An item from further down its run may come up, so a run is followed to its end.
    for (const [from, to] of runsOf(order, count, order.length, isUndecided)) {
      answer.set(arrangedRun(order.subarray(from, to), Math.min(to, count) - from, isUndecided, rankOf), from)
    }
  }
  return { order: answer, runs: [...runsOf(answer, count, count, isUndecided)] }
}

/** Runs of two or more places that start before `count` and stop before `end`. */
function* runsOf(
  order: Uint32Array,
  count: number,
  end: number,
  isUndecided: PairRule['isUndecided'],
): Generator<readonly [number, number]> {
  for (let from = 0, to = 0; from < count; from = to) {
    to = from + 1
    while (to < end && isUndecided(order[to - 1], order[to])) to++
    if (to - from > 1) yield [from, to]
  }
}
