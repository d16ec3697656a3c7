import { absoluteSum, euclideanNorm, maximumNorm } from '../../numeric/dense/vectors.ts'
import type { ScorerBalls } from '../common/certifiable.ts'
import type { LinearModel } from './linear.ts'

/** Weights in a ball of the norm that is dual to that of the rows. */
export function linearScorerBalls({ weights, options: { norm, radius } }: LinearModel): ScorerBalls {
  const dual = norm === '1' ? maximumNorm : norm === '2' ? euclideanNorm : absoluteSum
  const found = dual(weights)
  return {
    weights: 'radius of the weights',
    inside: {
      text: `The weights lie within W (their norm is ${Number(found.toPrecision(6))}).`,
      holds: found <= Number(radius) * (1 + 1e-9),
    },
  }
}
