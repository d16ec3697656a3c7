import { expect, test } from 'vitest'
import { absoluteSum, euclideanNorm, maximumNorm } from '../../numeric/dense/vectors.ts'
import { seededRandom } from '../../numeric/random.ts'
import { networkInside } from './networkBalls.ts'
import { startingNetwork } from './startingNetwork.ts'

const [width, hidden, rows, pairs] = [500, 32, 60, 40]
const shape = { width, hidden }
const norms = { l1: absoluteSum, l2: euclideanNorm, inf: maximumNorm }

/** Rows in the unit ball of the norm that is dual to that of the weights, all on the same side of the origin. */
function batchIn(ball: keyof typeof norms, seed: number) {
  const random = seededRandom(seed)
  const longest = { l1: 1, l2: Math.sqrt(width), inf: width }[ball]
  return {
    x: Float32Array.from({ length: rows * width }, () => (0.4 + 0.2 * random.uniform()) / longest),
    rows,
    better: Uint32Array.from({ length: pairs }, () => random.integer(rows)),
    worse: Uint32Array.from({ length: pairs }, () => random.integer(rows)),
  }
}

function started(ball: keyof typeof norms, seed: number, radius: number, outputRadius: number, biasRadius = radius) {
  const batch = batchIn(ball, seed)
  const parameters = {
    weights: new Float32Array(width * hidden),
    biases: new Float32Array(hidden),
    outputs: new Float32Array(hidden),
  }
  const balls = { ball, radius, outputRadius, biasRadius }
  const start = startingNetwork(shape, balls, batch, seededRandom(seed + 100), parameters)
  return { batch, ...start, network: networkInside(shape, parameters, balls, start.centre) }
}

const sent = (network: ReturnType<typeof started>['network'], x: Float32Array, row: number, unit: number) => {
  let received = network.biases[unit]
  for (let input = 0; input < width; input++) received += network.weights[unit * width + input] * x[row * width + input]
  return Math.max(0, received)
}

const cases = (['l1', 'l2', 'inf'] as const).flatMap((ball) => [0.5, 1, 20].map((radius) => [ball, radius] as const))

test.each(cases)(
  'in the %s ball of radius %d, units tell rows apart, margins are small and all parts lie in their balls',
  (ball, radius) => {
    for (const outputRadius of [1, 50, 1000]) {
      const { batch, network, sizes } = started(ball, 1, radius, outputRadius)
      const on = Array.from({ length: hidden }, (_, unit) => {
        const active = Array.from({ length: rows }, (_, row) => sent(network, batch.x, row, unit) > 0)
        return active.filter((each) => each).length
      })
      expect(on.filter((count) => count > 0 && count < rows).length).toBeGreaterThan(0.9 * hidden)
      const score = (row: number) => network.outputs.reduce((sum, output, unit) => sum + output * sent(network, batch.x, row, unit), 0)
      const margins = Array.from(batch.better, (row, pair) => score(row) - score(batch.worse[pair]))
      expect(Math.sqrt(margins.reduce((sum, margin) => sum + margin * margin, 0) / pairs)).toBeLessThan(0.101)
      for (let unit = 0; unit < hidden; unit++) {
        const length = norms[ball](Float64Array.from(network.weights.subarray(unit * width, (unit + 1) * width)))
        expect(length).toBeLessThanOrEqual(radius)
        expect(length).toBeGreaterThan(0.999 * radius)
      }
      expect(maximumNorm(network.biases)).toBeLessThanOrEqual(radius)
      expect(absoluteSum(network.outputs)).toBeLessThanOrEqual(outputRadius)
      const spread = Math.sqrt(
        on.reduce((sum, _, unit) => sum + variance(Array.from({ length: rows }, (_, row) => received(network, batch.x, row, unit))), 0) /
          hidden,
      )
      expect(sizes.biases).toBeLessThanOrEqual(1.001 * spread)
      expect(hidden * sizes.outputs * spread).toBeLessThanOrEqual(5.001)
    }
  },
)

const received = (network: ReturnType<typeof started>['network'], x: Float32Array, row: number, unit: number) => {
  let product = 0
  for (let input = 0; input < width; input++) product += network.weights[unit * width + input] * x[row * width + input]
  return product
}

function variance(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length
}

test('equal rows, no room for biases or a single pair leave finite numbers', () => {
  for (const ball of ['l1', 'l2', 'inf'] as const) {
    const batch = { x: new Float32Array(2 * width).fill(0.1), rows: 2, better: Uint32Array.of(0), worse: Uint32Array.of(1) }
    const parameters = { weights: new Float32Array(width * hidden), biases: new Float32Array(hidden), outputs: new Float32Array(hidden) }
    const balls = { ball, radius: 1, outputRadius: 50, biasRadius: 0 }
    const { sizes, centre } = startingNetwork(shape, balls, batch, seededRandom(1), parameters)
    const { weights, biases, outputs } = networkInside(shape, parameters, balls, centre)
    for (const values of [weights, biases, outputs, Object.values(sizes)]) {
      for (const value of values) expect(Number.isFinite(value)).toBe(true)
    }
    expect(maximumNorm(biases)).toBe(0)
  }
})
