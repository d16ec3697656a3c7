/**
 * One hidden layer of rectifiers, s(x) = Σ uⱼ max(0, wⱼ · x + bⱼ) with ‖u‖₁ ≤ Λ, ‖wⱼ‖ ≤ W in the dual norm and |bⱼ| ≤ B, trained on
 * fresh random pairs each step and brought back into these balls after it. The recipe is that of Mao, Mohri & Zhong 2023, §5:
 * stochastic gradient steps with Nesterov momentum and weight decay, their length falling along a cosine; or Adam. The first network and
 * the scale of the steps come from a batch of pairs, see `startingNetwork`.
 */

import type { FeatureMap } from '../../data/features/featureMap.ts'
import { rowMapper } from '../../data/features/featureMapApply.ts'
import { type ImageShape, shiftedImage } from '../../data/images/shiftedImage.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { MarginLoss } from '../../losses/abstentionLoss.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import { type NetworkFunction, networkScores } from '../../models/network/network.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { cosOf } from '../../numeric/special/cos.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { mappedFeatures } from '../../work/passes/mappedFeatures.ts'
import { openChoice } from '../common/chooseOn.ts'
import type { ValidationLists } from '../common/validation.ts'
import { type NetworkBalls, networkInside, projectNetwork } from './networkBalls.ts'
import { type NetworkParameters, type NetworkShape, networkGradient } from './networkGradient.ts'
import { adam, nesterov } from './networkUpdate.ts'
import { pairBatches, type RowSource } from './pairBatches.ts'
import { startingNetwork } from './startingNetwork.ts'

export interface NetworkOptions extends NetworkBalls {
  readonly phi: MarginLoss
  readonly hidden: number
  readonly optimiser: 'sgd' | 'adam'
  readonly step: number
  readonly batch: number
  readonly momentum: number
  readonly weightDecay: number
  readonly iterations: number
  readonly seed: number
  /** Metric on the validation data. */
  readonly metric: string
  /** Rows are images of this shape, and each is shifted and mirrored at random whenever it is drawn. */
  readonly images?: ImageShape
}

export interface NetworkFit {
  readonly network: NetworkFunction
  /** Steps after which the network stood as it is. */
  readonly iterations: number
  /** How much the loss of the batches still changed in the end, relative to it. */
  readonly change: number
  /** How the number of steps was chosen, where there is validation data. */
  readonly tuned: readonly TunedOption[]
  readonly notes: readonly string[]
}

/** How often the validation data is looked at in a training. */
const LOOKS = 40
/** Numbers in the largest matrix, of the weights or of the rows of a batch: half a gigabyte. */
const MOST_NUMBERS = 2 ** 27

export function* trainNetwork(
  lists: RankingLists,
  validation: ValidationLists | undefined,
  map: FeatureMap,
  options: NetworkOptions,
  runtime: Runtime,
): Training<NetworkFit> {
  const { compute } = runtime
  const { hidden, batch, iterations, metric } = options
  const shape: NetworkShape = { width: map.width, hidden }
  const random = seededRandom(options.seed)
  const source = yield* rowSource(map, lists, options.images, random.fork('images'), runtime)
  const x = compute.float32(2 * batch * map.width)
  const firstBatch = pairBatches(lists, batch, map.width, source, x, random.fork('first pairs'))()
  const parameters = room(shape, compute)
  const { centre, sizes } = startingNetwork(shape, options, firstBatch, random.fork('weights'), parameters)
  const nextBatch = pairBatches(lists, batch, map.width, movedBy(centre, source), x, random.fork('pairs'))
  const gradient = room(shape, compute)
  const lossAndGradient = networkGradient(shape, 2 * batch, options.phi, compute)
  const update = (options.optimiser === 'sgd' ? nesterov : adam)(sizes, parameters, options)
  const measure = validation && networkMeasure(validation, map, runtime)
  const losses: number[] = []
  const choice = openChoice<NetworkFunction>({ option: 'iterations', on: 'valid', metric, most: iterations })

  for (let step = 0; step < iterations; step++) {
    obeyStop(runtime)
    losses.push(lossAndGradient(nextBatch(), parameters, gradient))
    update(parameters, gradient, cosineDecay(options, step))
    projectNetwork(shape, parameters, options, centre)
    const looked = measure !== undefined && ((step + 1) % Math.ceil(iterations / LOOKS) === 0 || step + 1 === iterations)
    const network = looked ? networkInside(shape, parameters, options, centre) : undefined
    const measured = network && measure?.(network)
    if (network !== undefined && measured !== undefined) choice.offer(step + 1, measured, () => network)
    yield {
      stage: 'step',
      done: step + 1,
      total: iterations,
      objective: losses[step],
      ...(measured !== undefined && { metrics: { [metric]: measured } }),
    }
  }
  const change = changeOf(losses)
  if (measure === undefined) return { network: networkInside(shape, parameters, options, centre), iterations, change, tuned: [], notes: [] }
  const { kept, tried, tuned, notes } = choice.decide()
  return { network: kept, iterations: tried, change, tuned: [tuned], notes }
}

/** Every row of a batch is a dense one, so that there is a width at which memory ends. */
export function requireRoom(width: number, { hidden, batch }: Pick<NetworkOptions, 'hidden' | 'batch'>): void {
  const most = Math.floor(MOST_NUMBERS / Math.max(hidden, 2 * batch))
  const method = `A network with ${hidden} hidden units and ${batch} pairs a step`
  if (width > most) throw new RankwrightError({ area: 'model', code: 'dense-only', method, found: width, most })
}

/** Mapped rows: dense ones wait in memory, sparse ones are mapped whenever they are drawn. */
function* rowSource(
  map: FeatureMap,
  lists: RankingLists,
  images: ImageShape | undefined,
  random: Random,
  runtime: Runtime,
): Training<RowSource> {
  const { width } = map
  if (lists.features.kind === 'sparse') {
    const mapper = rowMapper(map, lists)
    return { varies: false, place: (row, into, at) => mapper.dense(row, row + 1, into.subarray(at, at + width)) }
  }
  const { dense: points = new Float32Array(0) } = yield* mappedFeatures(map, lists, runtime)
  if (images !== undefined) {
    return { varies: true, place: (row, into, at) => shiftedImage(points, row * width, images, random, into, at) }
  }
  return { varies: false, place: (row, into, at) => into.set(points.subarray(row * width, (row + 1) * width), at) }
}

/** Rows minus the centre. */
function movedBy(centre: Float64Array, { varies, place }: RowSource): RowSource {
  return {
    varies,
    place(row, into, at) {
      place(row, into, at)
      for (let input = 0; input < centre.length; input++) into[at + input] -= centre[input]
    },
  }
}

function room({ width, hidden }: NetworkShape, compute: Compute): NetworkParameters {
  return { weights: compute.float32(width * hidden), biases: new Float32Array(hidden), outputs: new Float32Array(hidden) }
}

function cosineDecay({ step, iterations }: NetworkOptions, at: number): number {
  return (step / 2) * (1 + cosOf((Math.PI * at) / iterations))
}

/** The mean of the metric over the validation lists. */
function networkMeasure({ lists, measure }: ValidationLists, map: FeatureMap, { compute }: Runtime): (network: NetworkFunction) => number {
  const mapper = rowMapper(map, lists)
  const block = new Float32Array(256 * map.width)
  return (network) => {
    const scores = networkScores(network, lists.labels.length, map.width, compute, (first, last) => {
      mapper.dense(first, last, block)
      return block
    })
    return measure(scores)
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
