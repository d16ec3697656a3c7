import { absoluteSum, euclideanNorm, maximumNorm } from '../../numeric/dense/vectors.ts'
import type { ScorerBalls } from '../common/certifiable.ts'
import type { NetworkModel } from './network.ts'

/** Hidden weights in balls of the norm that is dual to that of the rows, with biases and output weights in balls of their own. */
export function networkScorerBalls({ hidden, weights, biases, outputs, options }: NetworkModel): ScorerBalls {
  const { norm, radius, outputRadius, biasRadius } = options
  const dual = norm === '1' ? maximumNorm : norm === '2' ? euclideanNorm : absoluteSum
  const within = (found: number, most: unknown) => found <= Number(most) * (1 + 1e-9)
  const width = weights.length / hidden
  let greatest = 0
  for (let unit = 0; unit < hidden; unit++) {
    greatest = Math.max(greatest, dual(Float64Array.from(weights.subarray(unit * width, (unit + 1) * width))))
  }
  return {
    weights: 'radius of the weights of each hidden unit',
    outputRadius: Number(outputRadius),
    ...(Number(biasRadius) < Number(radius) && {
      refusal:
        'The bias radius of the network is smaller than its weight radius, so its scores do not differ by as much as the theorem assumes.',
    }),
    inside: {
      text: 'The hidden weights lie within W, the biases within B, the output weights within Λ.',
      holds: within(greatest, radius) && within(maximumNorm(biases), biasRadius) && within(absoluteSum(outputs), outputRadius),
    },
  }
}
