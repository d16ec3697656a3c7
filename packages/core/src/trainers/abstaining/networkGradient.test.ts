import { expect, test } from 'vitest'
import { bipartiteSurrogate, type MarginLoss, marginLoss, pairwiseSurrogate, surrogateNames } from '../../losses/abstentionLoss.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { type NetworkParameters, networkGradient, type PairBatch } from './networkGradient.ts'

const [width, hidden, rows, pairs] = [5, 4, 9, 12]

function drawn(random: Random) {
  const normals = (length: number) => Float32Array.from({ length }, () => random.normal())
  const parameters = { weights: normals(width * hidden), biases: normals(hidden), outputs: normals(hidden) }
  const batch = {
    x: normals(rows * width),
    rows,
    better: Uint32Array.from({ length: pairs }, () => random.integer(rows)),
    worse: Uint32Array.from({ length: pairs }, () => random.integer(rows)),
  }
  return { parameters, batch }
}

type InDouble = Record<keyof NetworkParameters, Float64Array>

/** The score of a row written out in double precision. */
function scoreOf(x: Float32Array, row: number, { weights, biases, outputs }: InDouble): number {
  let score = 0
  for (let unit = 0; unit < hidden; unit++) {
    let received = biases[unit]
    for (let input = 0; input < width; input++) received += x[row * width + input] * weights[input * hidden + unit]
    score += outputs[unit] * Math.max(0, received)
  }
  return score
}

const losses: Record<string, (phi: MarginLoss, better: number, worse: number, pair: number) => number> = {
  // A pair may be given either way around: y = +1 says that the second ranks above the first.
  pairwise: (phi, better, worse, pair) =>
    pair % 2 === 0 ? pairwiseSurrogate(phi, [worse, better], 1) : pairwiseSurrogate(phi, [better, worse], -1),
  bipartite: (phi, better, worse, pair) =>
    pair % 2 === 0 ? bipartiteSurrogate(phi, [better, worse], [1, -1]) : bipartiteSurrogate(phi, [worse, better], [-1, 1]),
}

for (const setting of ['pairwise', 'bipartite']) {
  test.each(surrogateNames)(`the gradient of the ${setting} %s in every parameter is the slope of the loss`, (surrogate) => {
    const phi = marginLoss(surrogate, 0.7)
    for (let seed = 1; seed <= 10; seed++) {
      const { parameters, batch } = drawn(seededRandom(seed))
      const into = {
        weights: new Float32Array(width * hidden),
        biases: new Float32Array(hidden).fill(7),
        outputs: new Float32Array(hidden).fill(7),
      }
      const loss = networkGradient({ width, hidden }, rows, phi, plainCompute)(batch, parameters, into)
      const point: InDouble = {
        weights: Float64Array.from(parameters.weights),
        biases: Float64Array.from(parameters.biases),
        outputs: Float64Array.from(parameters.outputs),
      }
      const reference = () => meanLoss(batch, point, (better, worse, pair) => losses[setting](phi, better, worse, pair))
      const scale = Math.max(1, reference())
      expect(Math.abs(loss - reference())).toBeLessThan(1e-5 * scale)
      for (const part of ['weights', 'biases', 'outputs'] as const) {
        for (let at = 0; at < point[part].length; at++) {
          const here = point[part][at]
          const value = (there: number) => {
            point[part][at] = there
            return reference()
          }
          const slope = (value(here + 1e-6) - value(here - 1e-6)) / 2e-6
          point[part][at] = here
          expect(Math.abs(into[part][at] - slope), `${part}[${at}], seed ${seed}`).toBeLessThan(1e-4 * (scale + Math.abs(slope)))
        }
      }
    }
  })
}

function meanLoss({ x, better, worse }: PairBatch, point: InDouble, loss: (better: number, worse: number, pair: number) => number): number {
  const scores = Float64Array.from({ length: rows }, (_, row) => scoreOf(x, row, point))
  let sum = 0
  for (let pair = 0; pair < pairs; pair++) sum += loss(scores[better[pair]], scores[worse[pair]], pair)
  return sum / pairs
}
