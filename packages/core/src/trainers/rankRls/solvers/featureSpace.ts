import type { FeatureSpec } from '../../../work/passes/rankRls/rowFeatures.ts'

/** Features h of rows that functions f = θ · h are linear in, few enough for normal equations. */
export interface FeatureSpace {
  /** How a solution comes about, in words that follow "solved". */
  readonly description: string
  readonly size: number
  readonly spec: FeatureSpec
  /** What makes the function θ · h in the eyes of the model. */
  coefficients(theta: Float64Array): Float64Array
  /** For functions on a basis: L⁻ᵀ, see basisFactor.ts. */
  readonly inverse?: Float64Array
}
