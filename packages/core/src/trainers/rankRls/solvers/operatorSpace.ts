import type { LinearOperator } from '../../../numeric/optimisers/conjugateGradient.ts'

/** Features H of the training rows that functions f = H θ are linear in, as something that is only multiplied with. */
export interface OperatorSpace {
  /** How a solution comes about, in words that follow "solved by conjugate gradients". */
  readonly description: string
  readonly size: number
  /** into = H θ: a pass over the rows. */
  multiply(theta: Float64Array, into: Float64Array): void
  /** into += Hᵀ v: a sum over the rows. */
  addTransposed(vector: Float64Array, into: Float64Array): void
  /** into = Hᵀ S Sᵀ H θ in one pass, where that is cheaper than the two products. */
  normalProduct?(theta: Float64Array, into: Float64Array): void
  /** About the same, from kernel values in single precision that are kept. Absent where that would not be cheaper. */
  roughNormalProduct?(theta: Float64Array, into: Float64Array): void
  /** Conjugate gradients end when ‖b − A θ‖ ≤ tolerance ‖b‖. */
  readonly tolerance: number
  /** In memory of `compute` that the caller frees. */
  precondition(lambda: number): LinearOperator
  /** What makes the function in the eyes of the model. */
  coefficients(theta: Float64Array): Float64Array
}
