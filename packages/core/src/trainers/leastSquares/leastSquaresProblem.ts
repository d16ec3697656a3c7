import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { LinearFunction } from '../../models/linear/linear.ts'
import { euclideanNorm } from '../../numeric/dense/vectors.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import type { MappedMeans } from '../../work/operations/pointwise.ts'
import { relativeOptimality } from '../common/relativeOptimality.ts'

export interface LeastSquaresProblem {
  readonly lists: HeldLists
  readonly map: FeatureMap
  readonly means: MappedMeans
}

export interface LeastSquaresFit extends LinearFunction {
  readonly lambda: number
  readonly iterations: number
}

/** F and its gradient at a fit, from a pass over the data itself. */
export interface LeastSquaresCheck {
  readonly objective: number
  /**
   * The slope in w over its upper bound 2 σ(y) √(Σ σ²(φⱼ)) at w = 0, or that in the intercept over 2 σ(y), whichever is greater: features in
   * small units make the first slope small, not the second.
   */
  readonly optimality: number
}

export function leastSquaresOptimality(
  slopes: { readonly weights: Float64Array; readonly intercept: number },
  { labelVariance, featureVariance }: { readonly labelVariance: number; readonly featureVariance: number },
): number {
  const ofLabels = 2 * Math.sqrt(labelVariance)
  const weights = relativeOptimality(euclideanNorm(slopes.weights), ofLabels * Math.sqrt(featureVariance))
  return Math.max(weights, relativeOptimality(Math.abs(slopes.intercept), ofLabels))
}

/** Yields while it makes the data ready; then solves for as many penalties as asked. */
export interface LeastSquaresSolver {
  /** The sum of the variances of the mapped features. */
  readonly featureVariance: number
  /** Close by: a fit for a penalty that is near, to start from. */
  solve(lambda: number, closeBy?: LeastSquaresFit): Training<LeastSquaresFit>
  /** The fit, made as exact as the arithmetic allows, with what is known about it. */
  polish(fit: LeastSquaresFit): Training<{ readonly fit: LeastSquaresFit } & LeastSquaresCheck>
}
