/**
 * The hinges of RankSVM, rounded off: h(t) = 0 for t ≤ 0, t²/2μ up to μ, t − μ/2 above, of t = 1 + sⱼ − sᵢ. It lies at most μ/2
 * below the hinge, and has a curvature for Newton's method. Its slopes α(t) = min(max(t/μ, 0), 1) are multipliers of the
 * hinge's own dual problem (Nesterov 2005, "Smooth minimization of non-smooth functions"), so any point gives a lower bound
 * of the least hinge loss there is.
 *
 * As h(t) = (t₊² − (t − μ)₊²)/2μ, it takes two sweeps of squared hinges, with the margins 1 and 1 − μ, over scores that are
 * sorted once; see hingeSweeps.ts.
 */
import { type GradesOf, gradeFinder } from './grades.ts'
import { curvatureSweep, diagonalSweep, squaredHingeSweep } from './hingeSweeps.ts'
import type { ListLoss } from './loss.ts'
import { type PairTotal, pairTotalOf } from './pairTotal.ts'
import { sortedRuns } from './sortedRuns.ts'

export interface SmoothedHinge extends Required<Pick<ListLoss, 'evaluate' | 'curvature'>> {
  /** μ; may be changed between passes. */
  width: number
  /** Of the list evaluated last: Σ max(0, t), the plain hinge, and Σ α(t). */
  readonly hinge: number
  readonly mass: number
  /** into = the diagonal of the curvature at these scores. */
  curvatureDiagonal(scores: Float64Array, labels: Float64Array, into: Float64Array, list?: number): void
}

/** `gradesOf` may remember the grades of each list, by the number that `evaluate` and `curvature` get. */
export function smoothedHinge(total: PairTotal, width: number, gradesOf: GradesOf = gradeFinder()): SmoothedHinge {
  const runs = sortedRuns(gradesOf)
  const sums = { sum: 0, squares: 0 }
  const smoothed = {
    width,
    hinge: 0,
    mass: 0,
    evaluate(scores: Float64Array, labels: Float64Array, into: Float64Array, list = 0): number {
      smoothed.hinge = 0
      smoothed.mass = 0
      const pairs = runs.start(scores, labels, list, into)
      if (!(pairs > 0)) return pairs
      let value = 0
      let hinge = 0
      let mass = 0
      const mu = smoothed.width
      while (runs.next()) {
        squaredHingeSweep(runs, 1, 1 / mu, into, sums)
        value += sums.squares / (2 * mu)
        hinge += sums.sum
        mass += sums.sum / mu
        squaredHingeSweep(runs, 1 - mu, -1 / mu, into, sums)
        value -= sums.squares / (2 * mu)
        mass -= sums.sum / mu
      }
      smoothed.hinge = total === 'mean' ? hinge / pairs : hinge
      smoothed.mass = total === 'mean' ? mass / pairs : mass
      return pairTotalOf(total, pairs, value, into)
    },
    curvatureDiagonal(scores: Float64Array, labels: Float64Array, into: Float64Array, list = 0): void {
      const pairs = runs.start(scores, labels, list, into)
      const scale = scaleOf(pairs)
      if (pairs > 0) while (runs.next()) diagonalSweep(runs, smoothed.width, scale, into)
    },
    curvature(scores: Float64Array, labels: Float64Array, direction: Float64Array, into: Float64Array, list = 0): void {
      const pairs = runs.start(scores, labels, list, into)
      const scale = scaleOf(pairs)
      if (pairs > 0) while (runs.next()) curvatureSweep(runs, smoothed.width, scale, direction, into)
    },
  }
  return smoothed

  /** What a pair within the width adds to the curvature. */
  function scaleOf(pairs: number): number {
    return 1 / smoothed.width / (total === 'mean' ? pairs : 1)
  }
}
