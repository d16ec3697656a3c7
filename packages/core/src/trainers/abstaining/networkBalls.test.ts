import { expect, test } from 'vitest'
import { absoluteSum, euclideanNorm, maximumNorm } from '../../numeric/dense/vectors.ts'
import { seededRandom } from '../../numeric/random.ts'
import { networkInside, projectNetwork } from './networkBalls.ts'

const [width, hidden] = [7, 19]
const shape = { width, hidden }

/** The closest point of a ball by the conditions that it meets, its multiplier found by halving. */
const closest = {
  inf: (point: number[], radius: number) => point.map((value) => Math.max(-radius, Math.min(radius, value))),
  // x − p = λp
  l2: (point: number[], radius: number) => multiplied(point, radius, (lambda) => point.map((value) => value / (1 + lambda)), Math.hypot),
  // x − p = τ sign(p), or |x| ≤ τ where p = 0
  l1: (point: number[], radius: number) =>
    multiplied(
      point,
      radius,
      (tau) => point.map((value) => Math.sign(value) * Math.max(0, Math.abs(value) - tau)),
      (...values) => values.reduce((sum, value) => sum + Math.abs(value), 0),
    ),
}

function multiplied(
  point: number[],
  radius: number,
  at: (multiplier: number) => number[],
  norm: (...values: number[]) => number,
): number[] {
  if (norm(...point) <= radius) return point
  let [low, high] = [0, 1e6]
  for (let halving = 0; halving < 200; halving++) {
    const middle = (low + high) / 2
    if (norm(...at(middle)) > radius) low = middle
    else high = middle
  }
  return at(high)
}

const column = (weights: Float32Array, unit: number) => Array.from({ length: width }, (_, input) => weights[input * hidden + unit])

test.each([
  ['1', 'inf', maximumNorm],
  ['2', 'l2', euclideanNorm],
  ['inf', 'l1', absoluteSum],
] as const)('for rows in norm %s every part goes to the closest point of its ball, and the model lies inside', (_, ball, norm) => {
  const random = seededRandom(3)
  for (let trial = 0; trial < 30; trial++) {
    const balls = { ball, radius: 0.2 + 3 * random.uniform(), outputRadius: 8 * random.uniform(), biasRadius: random.uniform() }
    const spread = 3 * random.uniform()
    const normals = (length: number) => Float32Array.from({ length }, () => spread * random.uniform() * random.normal())
    const centre = Float64Array.from({ length: width }, () => (trial % 3 === 0 ? 0 : spread * random.normal()))
    const before = { weights: normals(width * hidden), biases: normals(hidden), outputs: normals(hidden) }
    const after = { weights: before.weights.slice(), biases: before.biases.slice(), outputs: before.outputs.slice() }
    projectNetwork(shape, after, balls, centre)
    for (let unit = 0; unit < hidden; unit++) near(column(after.weights, unit), closest[ball](column(before.weights, unit), balls.radius))
    const atCentre = (unit: number) => column(after.weights, unit).reduce((sum, weight, input) => sum + weight * centre[input], 0)
    const unmoved = closest.inf(
      Array.from(before.biases, (bias, unit) => bias - atCentre(unit)),
      balls.biasRadius,
    )
    near(
      Array.from(after.biases, (bias, unit) => bias - atCentre(unit)),
      unmoved,
    )
    near([...after.outputs], closest.l1([...before.outputs], balls.outputRadius))

    const { weights, biases, outputs } = networkInside(shape, after, balls, centre)
    for (let unit = 0; unit < hidden; unit++) {
      const own = Float64Array.from(weights.subarray(unit * width, (unit + 1) * width))
      expect(norm(own)).toBeLessThanOrEqual(balls.radius)
      near([...own], column(after.weights, unit))
    }
    near([...biases], unmoved)
    expect(maximumNorm(biases)).toBeLessThanOrEqual(balls.biasRadius)
    expect(absoluteSum(outputs)).toBeLessThanOrEqual(balls.outputRadius)
  }
})

function near(found: readonly number[], wanted: readonly number[]): void {
  for (const [place, value] of found.entries()) expect(Math.abs(value - wanted[place])).toBeLessThan(4e-5 * (1 + Math.abs(wanted[place])))
}
