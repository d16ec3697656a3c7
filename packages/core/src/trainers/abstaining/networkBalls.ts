/**
 * The balls that the parameters of a network lie in: ‖wⱼ‖ ≤ W for each hidden unit, |bⱼ| ≤ B, ‖u‖₁ ≤ Λ. Training moves rows to their centre c
 * and keeps the biases of moved rows, wⱼ · (x − c) + b′ⱼ; the bias that the ball is about is bⱼ = b′ⱼ − wⱼ · c.
 */
import type { NetworkFunction } from '../../models/network/network.ts'
import { type NormBall, projectOntoBall } from '../../numeric/optimisers/projections.ts'
import type { NetworkParameters, NetworkShape } from './networkGradient.ts'

export interface NetworkBalls {
  /** W, in the norm of `ball`. */
  readonly radius: number
  readonly ball: NormBall['norm']
  /** Λ. */
  readonly outputRadius: number
  /** B. */
  readonly biasRadius: number
}

/** Every part goes to the closest point of its ball, to single precision: hidden weights first, then the biases that they leave. */
export function projectNetwork(
  shape: NetworkShape,
  { weights, biases, outputs }: NetworkParameters,
  balls: NetworkBalls,
  centre: Float64Array,
): void {
  const { radius, ball, outputRadius, biasRadius } = balls
  projectUnits(shape, weights, { norm: ball, radius })
  const moved = centreProducts(shape, weights, centre)
  for (let unit = 0; unit < shape.hidden; unit++) {
    biases[unit] = Math.min(Math.max(biases[unit] - moved[unit], -biasRadius), biasRadius) + moved[unit]
  }
  outputs.set(projected({ norm: 'l1', radius: outputRadius }, outputs))
}

/** wⱼ · c for each hidden unit. */
function centreProducts({ width, hidden }: NetworkShape, weights: Float32Array, centre: Float64Array): Float64Array {
  const products = new Float64Array(hidden)
  for (let input = 0; input < width; input++) {
    const value = centre[input]
    if (value !== 0) for (let unit = 0; unit < hidden; unit++) products[unit] += weights[input * hidden + unit] * value
  }
  return products
}

function projected(ball: NormBall, point: Float32Array): Float64Array {
  const own = Float64Array.from(point)
  projectOntoBall(ball, own, own)
  return own
}

/** Units whose weights are looked at together: one line of the cache holds one input of all of them. */
const UNITS = 16

function projectUnits({ width, hidden }: NetworkShape, weights: Float32Array, ball: NormBall): void {
  if (ball.norm === 'inf') {
    for (let at = 0; at < weights.length; at++) weights[at] = Math.min(Math.max(weights[at], -ball.radius), ball.radius)
    return
  }
  const sizes = unitSizes(hidden, weights, ball.norm)
  const limit = ball.norm === 'l1' ? ball.radius : ball.radius * ball.radius
  if (ball.norm === 'l2') {
    const factors = sizes.map((squares) => (squares > limit ? ball.radius / Math.sqrt(squares) : 1))
    if (factors.some((factor) => factor < 1)) scaleUnits(weights, factors)
    return
  }
  const own = new Float64Array(UNITS * width)
  for (let first = 0; first < hidden; first += UNITS) {
    const count = Math.min(UNITS, hidden - first)
    if (!sizes.subarray(first, first + count).some((size) => size > limit)) continue
    for (let j = 0; j < width; j++) {
      for (let unit = 0; unit < count; unit++) own[unit * width + j] = weights[j * hidden + first + unit]
    }
    for (let unit = 0; unit < count; unit++) {
      const part = own.subarray(unit * width, (unit + 1) * width)
      if (sizes[first + unit] > limit) projectOntoBall(ball, part, part)
    }
    for (let j = 0; j < width; j++) {
      for (let unit = 0; unit < count; unit++) weights[j * hidden + first + unit] = own[unit * width + j]
    }
  }
}

/** Of each unit the sum of absolute weights, or of their squares. */
function unitSizes(hidden: number, weights: Float32Array, norm: 'l1' | 'l2'): Float64Array {
  const sizes = new Float64Array(hidden)
  for (let start = 0; start < weights.length; start += hidden) {
    if (norm === 'l1') for (let unit = 0; unit < hidden; unit++) sizes[unit] += Math.abs(weights[start + unit])
    else for (let unit = 0; unit < hidden; unit++) sizes[unit] += weights[start + unit] * weights[start + unit]
  }
  return sizes
}

function scaleUnits(weights: Float32Array, factors: Float64Array): void {
  const hidden = factors.length
  for (let start = 0; start < weights.length; start += hidden) {
    for (let unit = 0; unit < hidden; unit++) weights[start + unit] *= factors[unit]
  }
}

/** As a model keeps it: unit by unit, for rows as they are, and inside the balls also after rounding to single precision. */
export function networkInside(
  { width, hidden }: NetworkShape,
  { weights, biases, outputs }: NetworkParameters,
  balls: NetworkBalls,
  centre: Float64Array,
): NetworkFunction {
  const byUnit = new Float32Array(hidden * width)
  const own = new Float64Array(width)
  const unmoved = new Float64Array(hidden)
  for (let unit = 0; unit < hidden; unit++) {
    for (let j = 0; j < width; j++) own[j] = weights[j * hidden + unit]
    projectOntoBall({ norm: balls.ball, radius: balls.radius * (1 - 2 ** -20) }, own, own)
    byUnit.set(own, unit * width)
    unmoved[unit] = biases[unit]
    for (let j = 0; j < width; j++) unmoved[unit] -= byUnit[unit * width + j] * centre[j]
  }
  projectOntoBall({ norm: 'inf', radius: balls.biasRadius }, unmoved, unmoved)
  return {
    hidden,
    weights: byUnit,
    biases: unmoved,
    outputs: projected({ norm: 'l1', radius: balls.outputRadius }, outputs),
  }
}
