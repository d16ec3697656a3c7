// The mean exponential loss over all pairs of two classes with its gradient: ours in a few passes over the points, numpy's over
// blocks of all pairs. At a million points there is no numpy: the last case shows that our time grows with the points.
import { seededRandom } from '@rankwright/core'
import { pairwiseExponential } from '@rankwright/core/losses'
import { writeArray } from './harness/arrays.mjs'

export const title = 'Bipartite exponential loss and gradient over all pairs'
export const cases = [
  { name: '20,000 points', points: 20_000 },
  { name: '200,000 points', points: 200_000 },
  { name: '1,000,000 points', points: 1_000_000 },
]
export const tolerance = 1e-9

export function setup({ points }, scratch) {
  const random = seededRandom(1)
  const scores = Float64Array.from({ length: points }, () => random.normal())
  const labels = Float64Array.from({ length: points }, () => (random.uniform() < 0.5 ? 1 : 0))
  const files = { scores: writeArray(`${scratch}/scores-${points}`, scores), labels: writeArray(`${scratch}/labels-${points}`, labels) }
  return { scores, labels, into: new Float64Array(points), loss: pairwiseExponential({ pairs: 'mean' }), files }
}

export const peerInput = ({ files }) => files

export const variants = [
  {
    name: 'rankwright',
    leastRatios: { 'numpy, blocks': 20 },
    run: ({ scores, labels, into, loss }) => loss.evaluate(scores, labels, into),
  },
]

export const peers = [{ name: 'numpy, blocks', python: 'blocks', when: ({ points }) => points === 20_000 }]
