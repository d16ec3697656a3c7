/**
 * One hidden layer of rectifiers, s(x) = Σ uⱼ max(0, wⱼ · x + bⱼ) with ‖u‖₁ ≤ Λ, ‖wⱼ‖ ≤ W in the dual norm and |bⱼ| ≤ B, trained on
 * fresh random pairs each step and brought back into these balls after it. The recipe is that of Mao, Mohri & Zhong 2023, §5:
 * stochastic gradient steps with Nesterov momentum and weight decay, their length falling along a cosine; or Adam (Kingma & Ba
 * 2015). One step length suits hidden weights, biases and outputs alike, whatever their balls: the gradient of each of the three is
 * scaled to the size that an entry has on the surface of its ball, by its root mean square (as You, Gitman & Ginsburg 2017, "Large
 * batch training of convolutional networks", scale it to the size of the weights) or, in Adam, entry by entry.
 */
import type { FeatureMap } from '../data/featureMap.ts'
import { rowMapper } from '../data/featureMapApply.ts'
import { pairDrawer } from '../data/labelPairs.ts'
import type { RankingLists } from '../data/rankingLists.ts'
import type { MarginLoss } from '../losses/abstentionLoss.ts'
import { meanOverLists, measureLists } from '../metrics/measureLists.ts'
import { type NetworkFunction, networkScores } from '../models/network.ts'
import { cosOf } from '../numeric/cos.ts'
import { type NormBall, projectOntoBall } from '../numeric/projections.ts'
import { type Random, seededRandom } from '../numeric/random.ts'
import type { Runtime } from '../runtime.ts'
import { mappedFeatures } from './mappedFeatures.ts'
import { obeyStop, type Training } from './training.ts'

export interface NetworkOptions {
  readonly phi: MarginLoss
  readonly hidden: number
  /** W, in the norm of `ball`. */
  readonly radius: number
  readonly ball: NormBall['norm']
  /** Λ. */
  readonly outputRadius: number
  /** B. */
  readonly biasRadius: number
  readonly optimiser: 'sgd' | 'adam'
  readonly step: number
  readonly batch: number
  readonly momentum: number
  readonly weightDecay: number
  readonly iterations: number
  readonly seed: number
  /** Metric on the validation data. */
  readonly metric: string
}

export interface NetworkFit {
  readonly network: NetworkFunction
  /** Steps after which the network stood as it is. */
  readonly iterations: number
  /** How much the loss of the batches still changed in the end, relative to it. */
  readonly change: number
  /** What the metric was, and when, where there is validation data. */
  readonly tried: readonly number[]
  readonly values: readonly number[]
}

/** How often the validation data is looked at in a training. */
const LOOKS = 40

export function* trainNetwork(
  lists: RankingLists,
  valid: RankingLists | undefined,
  map: FeatureMap,
  options: NetworkOptions,
  runtime: Runtime,
): Training<NetworkFit> {
  const { kernels } = runtime
  const { width } = map
  const { hidden, batch, iterations, metric } = options
  const random = seededRandom(options.seed)
  const points = yield* densePoints(map, lists, runtime)
  const x = kernels.float32(2 * batch * width)
  const activations = kernels.float32(2 * batch * hidden)
  const parameters = firstParameters(width, options, random.fork('weights'), kernels.float32(width * hidden))
  const gradient: Parameters = {
    weights: kernels.float32(width * hidden),
    biases: new Float64Array(hidden),
    outputs: new Float64Array(hidden),
  }
  const pulls = kernels.float32(2 * batch * hidden)
  const drawer = pairDrawer(lists)
  const pairs = random.fork('pairs')
  const update = options.optimiser === 'sgd' ? nesterov(width, options) : adam(width, options)
  const measure = valid && validation(valid, map, metric, runtime)
  const losses: number[] = []
  const tried: number[] = []
  const values: number[] = []
  let best: { readonly network: NetworkFunction; readonly value: number; readonly at: number } | undefined

  for (let step = 0; step < iterations; step++) {
    obeyStop(runtime)
    for (let pair = 0; pair < batch; pair++) {
      const [first, second] = drawer.draw(pairs)
      const [better, worse] = lists.labels[first] > lists.labels[second] ? [first, second] : [second, first]
      x.set(points.subarray(better * width, (better + 1) * width), 2 * pair * width)
      x.set(points.subarray(worse * width, (worse + 1) * width), (2 * pair + 1) * width)
    }
    kernels.gemm32(2 * batch, hidden, width, x, parameters.weights, activations)
    losses.push(backward(parameters, activations, options, gradient, pulls))
    kernels.gemm32Transposed(width, hidden, 2 * batch, x, pulls, gradient.weights)
    update(parameters, gradient, step)
    project(width, parameters, options)
    const looked = measure !== undefined && ((step + 1) % Math.ceil(iterations / LOOKS) === 0 || step + 1 === iterations)
    if (looked) {
      const network = networkOf(width, parameters, options)
      const value = measure(network)
      tried.push(step + 1)
      values.push(value)
      if (!Number.isNaN(value) && (best === undefined || value > best.value)) best = { network, value, at: step + 1 }
    }
    yield {
      stage: 'step',
      done: step + 1,
      total: iterations,
      objective: losses[step],
      ...(looked && { metrics: { [metric]: values[values.length - 1] } }),
    }
  }
  return {
    network: best?.network ?? networkOf(width, parameters, options),
    iterations: best?.at ?? iterations,
    change: changeOf(losses),
    tried,
    values,
  }
}

/** Hidden weights are kept input by input: those of input i are weights[i · hidden ..]. */
interface Parameters {
  readonly weights: Float32Array
  readonly biases: Float64Array
  readonly outputs: Float64Array
}

/** The mapped rows, dense. */
function* densePoints(map: FeatureMap, lists: RankingLists, runtime: Runtime): Training<Float32Array> {
  const { dense } = yield* mappedFeatures(map, lists, runtime)
  if (dense !== undefined) return dense
  const points = new Float32Array(lists.labels.length * map.width)
  rowMapper(map, lists).dense(0, lists.labels.length, points)
  return points
}

/** Hidden units on the surface of their ball in random directions, outputs of either sign half way to theirs. */
function firstParameters(
  width: number,
  { hidden, radius, ball, outputRadius, biasRadius }: NetworkOptions,
  random: Random,
  weights: Float32Array,
): Parameters {
  const size = entrySize(width, radius, ball)
  for (let at = 0; at < weights.length; at++) weights[at] = size * random.normal()
  const parameters = {
    weights,
    biases: Float64Array.from({ length: hidden }, () => 0.1 * biasRadius * (2 * random.uniform() - 1)),
    outputs: Float64Array.from({ length: hidden }, () => ((random.integer(2) - 0.5) * outputRadius) / hidden),
  }
  projectUnits(width, hidden, weights, { norm: ball, radius })
  return parameters
}

/** What an entry measures when all are alike and the vector reaches the surface of the ball. */
function entrySize(width: number, radius: number, ball: NormBall['norm']): number {
  return ball === 'l1' ? radius / width : ball === 'l2' ? radius / Math.sqrt(width) : radius
}

/**
 * Activations of better and worse items by turns become margins, and these the gradient in outputs and biases and, row by row, in
 * what the hidden units receive. Gives the mean loss of the batch.
 */
function backward(
  { biases, outputs }: Parameters,
  activations: Float32Array,
  { hidden, batch, phi }: NetworkOptions,
  gradient: Parameters,
  pulls: Float32Array,
): number {
  gradient.biases.fill(0)
  gradient.outputs.fill(0)
  let loss = 0
  for (let pair = 0; pair < batch; pair++) {
    const better = 2 * pair * hidden
    const worse = better + hidden
    let margin = 0
    for (let unit = 0; unit < hidden; unit++) {
      const above = Math.max(0, activations[better + unit] + biases[unit])
      const below = Math.max(0, activations[worse + unit] + biases[unit])
      margin += outputs[unit] * (above - below)
      activations[better + unit] = above
      activations[worse + unit] = below
    }
    loss += phi.value(margin)
    const slope = phi.slope(margin) / batch
    for (let unit = 0; unit < hidden; unit++) {
      const [above, below] = [activations[better + unit], activations[worse + unit]]
      gradient.outputs[unit] += slope * (above - below)
      const pull = slope * outputs[unit]
      pulls[better + unit] = above > 0 ? pull : 0
      pulls[worse + unit] = below > 0 ? -pull : 0
      gradient.biases[unit] += pulls[better + unit] + pulls[worse + unit]
    }
  }
  return loss / batch
}

type Update = (parameters: Parameters, gradient: Parameters, step: number) => void

const groups = ['weights', 'biases', 'outputs'] as const

/** The size of an entry of each group. */
function sizesOf(
  width: number,
  { hidden, radius, ball, outputRadius, biasRadius }: NetworkOptions,
): Record<(typeof groups)[number], number> {
  return { weights: entrySize(width, radius, ball), biases: biasRadius, outputs: outputRadius / hidden }
}

function cosineDecay({ step, iterations }: NetworkOptions, at: number): number {
  return (step / 2) * (1 + cosOf((Math.PI * at) / iterations))
}

function nesterov(width: number, options: NetworkOptions): Update {
  const { hidden, momentum, weightDecay } = options
  const sizes = sizesOf(width, options)
  const speeds = { weights: new Float32Array(width * hidden), biases: new Float64Array(hidden), outputs: new Float64Array(hidden) }
  return (parameters, gradient, step) => {
    const length = cosineDecay(options, step)
    for (const group of groups) {
      const [values, slopes, speed] = [parameters[group], gradient[group], speeds[group]]
      const scale = sizes[group] / (typicalEntry(slopes) || 1)
      for (let at = 0; at < values.length; at++) {
        const slope = scale * slopes[at] + weightDecay * values[at]
        speed[at] = momentum * speed[at] + slope
        values[at] -= length * (slope + momentum * speed[at])
      }
    }
  }
}

/** The root of the mean square. */
function typicalEntry(values: Float32Array | Float64Array): number {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] * values[at]
  return Math.sqrt(sum / values.length)
}

function adam(width: number, options: NetworkOptions): Update {
  const { hidden, weightDecay } = options
  const [beta1, beta2] = [0.9, 0.999]
  const sizes = sizesOf(width, options)
  const room = () => ({ weights: new Float32Array(width * hidden), biases: new Float64Array(hidden), outputs: new Float64Array(hidden) })
  const [means, squares] = [room(), room()]
  let [forgotten1, forgotten2] = [1, 1]
  return (parameters, gradient, step) => {
    forgotten1 *= beta1
    forgotten2 *= beta2
    const length = cosineDecay(options, step)
    for (const group of groups) {
      const [values, slopes, mean, square] = [parameters[group], gradient[group], means[group], squares[group]]
      const size = sizes[group]
      for (let at = 0; at < values.length; at++) {
        const slope = size * slopes[at] // in units of the size
        mean[at] = beta1 * mean[at] + (1 - beta1) * slope
        square[at] = beta2 * square[at] + (1 - beta2) * slope * slope
        const move = mean[at] / (1 - forgotten1) / (Math.sqrt(square[at] / (1 - forgotten2)) + 1e-8)
        values[at] -= length * (size * move + weightDecay * values[at])
      }
    }
  }
}

function project(width: number, { weights, biases, outputs }: Parameters, options: NetworkOptions): void {
  const { hidden, radius, ball, outputRadius, biasRadius } = options
  projectUnits(width, hidden, weights, { norm: ball, radius })
  projectOntoBall({ norm: 'inf', radius: biasRadius }, biases, biases)
  projectOntoBall({ norm: 'l1', radius: outputRadius }, outputs, outputs)
}

/** Every hidden unit that left the ball goes to the closest point of it; the others are found by one pass and left alone. */
function projectUnits(width: number, hidden: number, weights: Float32Array, ball: NormBall): void {
  if (ball.norm === 'inf') {
    for (let at = 0; at < weights.length; at++) weights[at] = Math.min(Math.max(weights[at], -ball.radius), ball.radius)
    return
  }
  const norms = new Float64Array(hidden)
  for (let j = 0, at = 0; j < width; j++) {
    for (let unit = 0; unit < hidden; unit++, at++) {
      norms[unit] += ball.norm === 'l1' ? Math.abs(weights[at]) : weights[at] * weights[at]
    }
  }
  const own = new Float64Array(width)
  const limit = ball.norm === 'l1' ? ball.radius : ball.radius * ball.radius
  for (let unit = 0; unit < hidden; unit++) {
    if (norms[unit] <= limit) continue
    for (let j = 0; j < width; j++) own[j] = weights[j * hidden + unit]
    projectOntoBall(ball, own, own)
    for (let j = 0; j < width; j++) weights[j * hidden + unit] = own[j]
  }
}

/** As a model keeps it: unit by unit, and inside the balls also after rounding to single precision. */
function networkOf(width: number, { weights, biases, outputs }: Parameters, { hidden, radius, ball }: NetworkOptions): NetworkFunction {
  const byUnit = new Float32Array(hidden * width)
  const own = new Float64Array(width)
  for (let unit = 0; unit < hidden; unit++) {
    for (let j = 0; j < width; j++) own[j] = weights[j * hidden + unit]
    projectOntoBall({ norm: ball, radius: radius * (1 - 2 ** -20) }, own, own)
    byUnit.set(own, unit * width)
  }
  return { hidden, weights: byUnit, biases: biases.slice(), outputs: outputs.slice() }
}

/** The mean of a metric over validation lists. */
function validation(valid: RankingLists, map: FeatureMap, metric: string, { kernels }: Runtime): (network: NetworkFunction) => number {
  const mapper = rowMapper(map, valid)
  const block = new Float32Array(256 * map.width)
  return (network) => {
    const scores = networkScores(network, valid.labels.length, map.width, kernels, (first, last) => {
      mapper.dense(first, last, block)
      return block
    })
    return meanOverLists(measureLists(scores, valid, { metrics: [metric] }, kernels).values[0], valid.listWeights)
  }
}

/** Between the last tenth of the steps and the one before it. */
function changeOf(losses: readonly number[]): number {
  const tenth = Math.max(1, Math.floor(losses.length / 10))
  const mean = (from: number, to: number) => {
    const part = losses.slice(Math.max(0, from), to)
    return part.reduce((sum, loss) => sum + loss, 0) / Math.max(1, part.length)
  }
  const last = mean(losses.length - tenth, losses.length)
  return last === 0 ? 0 : Math.abs(last - mean(losses.length - 2 * tenth, losses.length - tenth)) / Math.abs(last)
}
