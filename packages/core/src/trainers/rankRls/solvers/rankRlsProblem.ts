import type { FeatureMap } from '../../../data/features/featureMap.ts'
import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../../problems/problem.ts'
import type { Training } from '../../../runtime/training.ts'
import type { HeldOutFold, HeldOutPath } from './heldOutFolds.ts'
import { centre, type PairwiseCentring } from './pairwiseCentring.ts'

/** F(f) = (y − f)ᵀ S Sᵀ (y − f) + λ ‖f‖², over functions in the space of a kernel. */
export interface RankRlsProblem {
  readonly lists: RankingLists
  readonly map: FeatureMap
  readonly centring: PairwiseCentring
}

export interface RankRlsFit {
  /** What makes the function: weights of features, or coefficients of points. */
  readonly coefficients: Float64Array
  readonly iterations: number
}

/** F and its gradient at a fit. */
export interface RankRlsCheck {
  readonly objective: number
  /** ‖∇F‖ as a share of that at f = 0. */
  readonly optimality: number
  /** Scores of the training rows, without intercept. */
  readonly scores: Float64Array
}

/** Solves for as many penalties as asked, once it has been made ready. */
export interface RankRlsSolver {
  /** What is done, in words. */
  readonly told: string
  solve(lambda: number): Training<RankRlsFit & RankRlsCheck>
  /** The coefficients for each of many penalties; undefined where a penalty is too small for the arithmetic. */
  path(lambdas: readonly number[]): Training<readonly (Float64Array | undefined)[]>
  /** Absent where it would take as much room as the square of many rows. */
  spread?(lambda: number): Training<RankRlsSpread>
  /** Absent where there is no closed form. */
  heldOut?(lambdas: readonly number[], folds: readonly HeldOutFold[]): Training<HeldOutPath>
}

/** What is known of the function at a penalty, beside its best guess. */
export interface RankRlsSpread {
  /** W, points × points: the covariance of scores is that of K(x, x′) − k(x)ᵀ W k(x′). */
  readonly inner: Float64Array
  /** How many of the differences of labels the fit has used up: tr(G (G + λ I)⁻¹). */
  readonly used: number
}

/** Sᵀ y. */
export function centredLabels({ lists, centring }: RankRlsProblem): Float64Array {
  const labels = lists.labels.slice()
  centre(centring, labels)
  return labels
}

/** Turns held-out residuals into what `heldOut` gives: rows of no fold keep their label as score, which costs nothing. */
export function heldOutPath({ lists, centring }: RankRlsProblem, lambdas: readonly number[], scores: readonly Float64Array[]): HeldOutPath {
  const errors = scores.map((of) => {
    const residuals = lists.labels.map((label, row) => label - of[row])
    centre(centring, residuals)
    return residuals.reduce((sum, residual) => sum + residual * residual, 0)
  })
  return { lambdas, scores, errors }
}

/** Whether no pivot of a Cholesky factor is nothing but rounding beside the diagonal it came from. */
export function hasPivots(size: number, factor: Float64Array, diagonal: Float64Array): boolean {
  for (let i = 0; i < size; i++) {
    const pivot = factor[i * size + i]
    if (pivot * pivot < size * 2 ** -50 * diagonal[i]) return false
  }
  return true
}

export function singularSystem(lambda: number): RankwrightError {
  return new RankwrightError({ area: 'model', code: 'no-single-solution', lambda })
}
