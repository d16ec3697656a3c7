/**
 * The network that training starts from, and the scale of its steps, from a first batch of pairs.
 *
 * A random direction tells hardly anything apart: inside the L1 ball, w · x of 3,072 random weights differs by a hundredth from row to row,
 * while biases may move by 1. Units are then on for all rows or for none, and what is off for all rows never learns. So each unit
 * starts along the difference of a pair, with its kink at a row, and biases move in units of what w · x varies by.
 */
import { absoluteSum, euclideanNorm, maximumNorm } from '../../numeric/dense/vectors.ts'
import type { NormBall } from '../../numeric/optimisers/projections.ts'
import type { Random } from '../../numeric/random.ts'
import { type NetworkBalls, projectNetwork } from './networkBalls.ts'
import type { NetworkParameters, NetworkShape, PairBatch } from './networkGradient.ts'
import type { PartSizes } from './networkUpdate.ts'

export interface StartingNetwork {
  /** The mean of the rows of the batch: biases are those of rows minus the centre. */
  readonly centre: Float64Array
  /** What a step of length 1 changes an entry of each part by. */
  readonly sizes: PartSizes
}

/** How far apart the scores of pairs are at first: all surrogates still fall steeply there. */
const FIRST_MARGIN = 0.1
/** A step of length 1 of the outputs changes margins by no more than about this, however large their ball is. */
const GREATEST_MOVE = 5

const norms: Readonly<Record<NormBall['norm'], (values: Float64Array) => number>> = {
  l1: absoluteSum,
  l2: euclideanNorm,
  inf: maximumNorm,
}

/** `batch` holds rows as they are. The parameters are written to `into`. */
export function startingNetwork(
  shape: NetworkShape,
  balls: NetworkBalls,
  batch: PairBatch,
  random: Random,
  into: NetworkParameters,
): StartingNetwork {
  const { width, hidden } = shape
  const { radius, ball, outputRadius, biasRadius } = balls
  const centre = meanRow(batch, width)
  const activity: UnitActivity = { squares: 0, margins: new Float64Array(batch.better.length) }
  for (let unit = 0; unit < hidden; unit++) {
    const direction = pairDirection(batch, width, random)
    const length = norms[ball](direction)
    for (let input = 0; input < width; input++) direction[input] *= radius / length
    const sign = random.integer(2) === 0 ? 1 : -1 // either side of the kink may be the one that is told apart
    for (let input = 0; input < width; input++) into.weights[input * hidden + unit] = sign * direction[input]
    const received = products(batch, centre, direction)
    const bias = -received[random.integer(batch.rows)]
    into.biases[unit] = sign * bias
    into.outputs[unit] = sign
    addActivity(batch, received, bias, sign, activity)
  }
  const spread = Math.sqrt(activity.squares / (hidden * batch.rows)) // what w · x varies by from row to row
  const typicalMargin = euclideanNorm(activity.margins) / Math.sqrt(activity.margins.length)
  const output = Math.min(outputRadius / (2 * hidden), FIRST_MARGIN / (typicalMargin || 1))
  for (let unit = 0; unit < hidden; unit++) into.outputs[unit] *= output
  projectNetwork(shape, into, balls, centre)
  return {
    centre,
    sizes: {
      weights: ball === 'l1' ? radius / width : ball === 'l2' ? radius / Math.sqrt(width) : radius, // on the surface, all equal
      biases: Math.min(spread, biasRadius),
      outputs: Math.min(outputRadius, GREATEST_MOVE / (spread || 1)) / hidden,
    },
  }
}

interface UnitActivity {
  /** The sum of squares of what the units receive, rows taken from their centre. */
  squares: number
  /** Of each pair: the difference that all units together make, with outputs of 1 and −1. */
  readonly margins: Float64Array
}

function addActivity({ better, worse, rows }: PairBatch, received: Float64Array, bias: number, sign: number, into: UnitActivity): void {
  for (let row = 0; row < rows; row++) into.squares += received[row] * received[row]
  const sent = (row: number) => sign * Math.max(0, sign * (received[row] + bias))
  for (let pair = 0; pair < better.length; pair++) into.margins[pair] += sent(better[pair]) - sent(worse[pair])
}

function meanRow({ x, rows }: PairBatch, width: number): Float64Array {
  const mean = new Float64Array(width)
  for (let at = 0; at < rows * width; at++) mean[at % width] += x[at]
  for (let input = 0; input < width; input++) mean[input] /= rows
  return mean
}

/** The better row of a random pair minus the worse one; a random direction where they are equal. */
function pairDirection({ x, better, worse }: PairBatch, width: number, random: Random): Float64Array {
  const pair = random.integer(better.length)
  const [above, below] = [better[pair] * width, worse[pair] * width]
  const difference = Float64Array.from({ length: width }, (_, input) => x[above + input] - x[below + input])
  if (difference.some((value) => value !== 0)) return difference
  for (let input = 0; input < width; input++) difference[input] = random.normal()
  return difference
}

/** w · (x − c) of every row. */
function products({ x, rows }: PairBatch, centre: Float64Array, direction: Float64Array): Float64Array {
  const width = centre.length
  let origin = 0
  for (let input = 0; input < width; input++) origin += direction[input] * centre[input]
  return Float64Array.from({ length: rows }, (_, row) => {
    let product = -origin
    for (let input = 0; input < width; input++) product += direction[input] * x[row * width + input]
    return product
  })
}
