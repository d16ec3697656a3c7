import { firstAbove } from '../../../numeric/order/sortedSearch.ts'
import type { GradedLists } from '../rankingPass.ts'
import type { PairwiseCentring } from './pairwiseCentring.ts'

/** Rows that are held out together. */
export interface HeldOutFold {
  readonly rows: Uint32Array
  /** What is left of all weight without them. */
  readonly left: number
}

/**
 * Leaves one list out at a time; of a single list, one item at a time. `groups` are the numbers of lists that are left out together: each list is in
 * one of them. Where lists of a single group count, each of them is left out by itself.
 */
export function leaveOneOut(
  { offsets }: GradedLists,
  centring: PairwiseCentring,
  groups: readonly (readonly number[])[] = [],
): readonly HeldOutFold[] {
  const counting = Array.from({ length: offsets.length - 1 }, (_, list) => list).filter(
    (list) => offsets[list + 1] > offsets[list] && centring.roots[offsets[list]] > 0,
  )
  if (counting.length === 1)
    return weighed(
      Array.from(rowsOf(offsets, counting), (row) => Uint32Array.of(row)),
      centring,
    )
  const counts = new Set(counting)
  const together = groups.map((group) => group.filter((list) => counts.has(list))).filter((group) => group.length > 0)
  const folds = together.length > 1 ? together : counting.map((list) => [list])
  return weighed(
    folds.map((fold) => rowsOf(offsets, fold)),
    centring,
  )
}

/** The folds of `tune`: whole lists together. */
export function listFolds({ offsets }: GradedLists, folds: readonly Uint32Array[], centring: PairwiseCentring): readonly HeldOutFold[] {
  return weighed(
    folds.map((fold) => rowsOf(offsets, fold)),
    centring,
  )
}

function rowsOf(offsets: Uint32Array, lists: ArrayLike<number>): Uint32Array {
  return Uint32Array.from(
    Array.from(lists).flatMap((list) => Array.from({ length: offsets[list + 1] - offsets[list] }, (_, item) => offsets[list] + item)),
  )
}

/** Whether a fold is rows of one list that follow each other. */
export function isWithinList({ offsets }: GradedLists): (fold: HeldOutFold) => boolean {
  return ({ rows }) => {
    const last = rows[rows.length - 1]
    return last - rows[0] === rows.length - 1 && offsets[firstAbove(offsets, rows[0])] > last
  }
}

function weighed(folds: readonly Uint32Array[], { roots }: PairwiseCentring): readonly HeldOutFold[] {
  const square = (rows: Iterable<number>) => {
    let sum = 0
    for (const row of rows) sum += roots[row] * roots[row]
    return sum
  }
  const total = square(roots.keys())
  return folds.map((rows) => ({ rows, left: Math.max(0, total - square(rows)) / total })).filter(({ left }) => left > 0)
}
