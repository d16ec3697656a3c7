import type { Training } from '../../../runtime/training.ts'
import type { HeldOutFold } from '../../../work/passes/rankRls/heldOutFolds.ts'
import type { HeldOutPath } from './heldOutPath.ts'

/** Solves a RankRlsProblem for as many penalties as asked, once it has been prepared. */
export interface RankRlsSolver {
  /** How it solves, in words that follow "solved". */
  readonly description: string
  solve(lambda: number): Training<RankRlsFit>
  /** The coefficients for each of many penalties; undefined where a penalty is too small for the arithmetic. */
  path(lambdas: readonly number[]): Training<readonly (Float64Array | undefined)[]>
  /** Absent if it would take memory in the square of many rows. */
  spread?(lambda: number): Training<RankRlsSpread>
  /** Absent if there is no closed form. */
  heldOut?(lambdas: readonly number[], folds: readonly HeldOutFold[]): Training<HeldOutPath>
}

export interface RankRlsFit {
  /** What makes the function: weights of features, or coefficients of points. */
  readonly coefficients: Float64Array
  readonly iterations: number
  readonly objective: number
  /** ‖∇F‖ as a share of that at f = 0. */
  readonly optimality: number
  /** Scores of the training rows, without intercept. */
  readonly scores: Float64Array
}

/** What is known of the function at a penalty, beside its best guess. */
export interface RankRlsSpread {
  /** W, points × points: the covariance of scores is that of K(x, x′) − k(x)ᵀ W k(x′). */
  readonly inner: Float64Array
  /** How many of the differences of labels the fit has used up: tr(G (G + λ I)⁻¹). */
  readonly used: number
}
