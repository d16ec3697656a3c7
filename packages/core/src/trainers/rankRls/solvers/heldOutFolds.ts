/**
 * The scores that rows would get from fits that never saw their fold, for a whole path of penalties and without a refit. For a
 * fold h let r be the residuals of the fit on everything, weighed and centred, and H the part of the fold in the matrix that takes
 * labels to scores: the residuals of the fold without it are (I − H)⁻¹ r (Pahikkala et al. 2009, "An efficient algorithm for
 * learning to rank from preference graphs", §4). Fits without the fold have lists that share 1 where all lists do so, so that the
 * penalty counts the less the fewer are left: λ is multiplied by the share of weight that is left.
 */
import { listCount, type RankingLists } from '../../../data/lists/rankingLists.ts'
import type { PairwiseCentring } from './pairwiseCentring.ts'

/** Rows that are held out together. */
export interface HeldOutFold {
  readonly rows: Uint32Array
  /** What is left of all weight without them. */
  readonly left: number
}

export interface HeldOutPath {
  readonly lambdas: readonly number[]
  /** For each penalty one score per row, up to a constant for each list. */
  readonly scores: readonly Float64Array[]
  /** For each penalty the squared error over the pairs of a list, held out, as a mean over lists. */
  readonly errors: readonly number[]
}

/** Leaves one list out at a time; of a single list, one item at a time. */
export function leaveOneOut(lists: RankingLists, centring: PairwiseCentring): readonly HeldOutFold[] {
  const { offsets } = lists
  const counting = Array.from({ length: listCount(lists) }, (_, list) => list).filter(
    (list) => offsets[list + 1] > offsets[list] && centring.roots[offsets[list]] > 0,
  )
  const byItem = counting.length === 1
  const folds = byItem
    ? Array.from({ length: offsets[counting[0] + 1] - offsets[counting[0]] }, (_, item) => Uint32Array.of(offsets[counting[0]] + item))
    : counting.map((list) => Uint32Array.from({ length: offsets[list + 1] - offsets[list] }, (_, item) => offsets[list] + item))
  return weighed(folds, centring)
}

/** The folds of `tune`: whole lists together. */
export function listFolds({ offsets }: RankingLists, folds: readonly Uint32Array[], centring: PairwiseCentring): readonly HeldOutFold[] {
  const rows = folds.map((fold) =>
    Uint32Array.from(
      Array.from(fold).flatMap((list) => Array.from({ length: offsets[list + 1] - offsets[list] }, (_, item) => offsets[list] + item)),
    ),
  )
  return weighed(rows, centring)
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
