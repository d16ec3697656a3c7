/**
 * Online gradient descent: one pass over the lists in random order, w ← Proj(w − η ∇φ), and the average of the weights that each
 * list was met with. Zinkevich 2003, "Online convex programming and generalized infinitesimal gradient ascent"; steps and bounds
 * as in the query-level theory: with G = G_φ R, H = H_φ R² for features in a ball of radius R and weights in one of radius W,
 *
 *   theory: η = W / (G √(2n)),    smooth: η = W / (4HW + 2 √(4H²W² + 2 H L* n)),
 *
 * L* the least mean loss on the ball. Left open, L* is guessed small, and doubled whenever the losses met so far exceed what the
 * theory allows for the guess.
 */
import { mapRadius } from '../../data/features/featureMapRadius.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { constantsFor } from '../../losses/constantsFor.ts'
import type { ListLoss } from '../../losses/loss.ts'
import { type ListLossSpec, listLoss } from '../../losses/lossSpec.ts'
import { parseMetric } from '../../metrics/metricName.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { ballGap, type NormBall, projectOntoBall } from '../../numeric/optimisers/projections.ts'
import { seededRandom } from '../../numeric/random.ts'
import { unlessValidated } from '../../options/defaultRule.ts'
import type { OptionsOf, OptionTable } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { rowsHere, type TrainingLists } from '../../work/heldLists.ts'
import { LocalLists } from '../../work/localLists.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'
import type { MappedFeatures } from '../../work/passes/mappedFeatures.ts'
import { listShares, type Weighing } from '../../work/passes/rankingPass.ts'
import { lossFrom } from '../common/certifiedLoss.ts'
import { chooseOn } from '../common/chooseOn.ts'
import { featureMapChoice, recordedMapOptions } from '../common/featureMapChoice.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireFinite } from '../common/requireFinite.ts'
import { requireWeight } from '../common/requirements.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { sameDataNotes, trainingRecord } from '../common/trainingRecord.ts'
import { validationOf } from '../common/validation.ts'
import { ballOptions } from './linearRankerOptions.ts'
import { relativeGap } from './linearSolver.ts'
import { type LinearRankerData, refuseMapOptions } from './startModel.ts'
import { weightNotes } from './weightNotes.ts'

/** The losses to choose from. */
const onlineLosses = {
  listnet: { loss: 'listnet' },
  listmle: { loss: 'listmle' },
  ranksvm: { loss: 'ranksvm', hinge: 'plain', pairs: 'mean' },
  ranknet: { loss: 'ranknet', lambdaWeights: 'none', pairs: 'mean' },
} as const satisfies Readonly<Record<string, ListLossSpec>>

const lossOptions = {
  loss: {
    kind: 'choice',
    default: 'listnet',
    of: Object.keys(onlineLosses) as readonly (keyof typeof onlineLosses)[],
    doc: 'Loss of a list; that of ranksvm and ranknet is the mean over its pairs.',
  },
} as const satisfies OptionTable

export const onlineGradientDescentLoss = lossFrom(lossOptions, ({ loss }) => onlineLosses[loss])

export const onlineGradientDescentOptions = {
  ...featureMapOptions,
  featureBall: { ...featureMapOptions.featureBall, default: 'l2' },
  ...lossOptions,
  ball: { ...ballOptions.ball, default: 'l2', of: ['l2', 'l1'] },
  radius: { kind: 'number', default: unlessValidated(10), atLeast: 0, doc: 'Weight radius: the radius of that ball.' },
  step: {
    kind: 'number-or-word',
    words: ['theory', 'smooth'],
    default: 'theory',
    above: 0,
    doc: 'Length of the steps: that of the bound for convex losses, that for smooth ones, or a number.',
  },
  leastLoss: {
    kind: 'number',
    atLeast: 0,
    with: { step: 'smooth' },
    leftOut: 'it is guessed, and the guess is doubled whenever the losses exceed what it allows',
    doc: 'L* of the smooth step: the least possible mean loss.',
  },
  ...earlyStopOptions,
  ...seedOptions,
} as const satisfies OptionTable

export type OnlineGradientDescentOptions = OptionsOf<typeof onlineGradientDescentOptions> & LinearRankerData

/** Radii to try on validation data. */
const radii: readonly number[] = [1, 3, 10, 30, 100, 300, 1000, 3000]
/** Lists between two reports. */
const reportedLists = 256

export function* onlineGradientDescent(
  data: TrainingLists,
  { valid: validData, start, ...wanted }: OnlineGradientDescentOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const options = resolveOptionsOn(onlineGradientDescentOptions, wanted, { valid: validData !== undefined })
  const names = givenOptions(onlineGradientDescentOptions, wanted)
  const rows = rowsHere(data, 'ogd')
  const valid = validData && rowsHere(validData, 'ogd')
  const { earlyStop, seed, step, leastLoss } = options
  if (names.includes('earlyStop') && (valid === undefined || names.includes('radius')))
    refuseOption('earlyStop', 'validation data and no radius')
  refuseMapOptions(names, start)
  parseMetric(earlyStop)
  const given = LocalLists.of(rows, runtime)
  yield* requireWeight(given)
  const { lists, notes: matching } = start === undefined ? { lists: rows, notes: [] } : matchFeatures(start, rows)
  const notes = matching.map((note) => `start: ${note}`)
  const held = LocalLists.of(lists, runtime)
  const map = start?.featureMap ?? (yield* fittedMap(held, featureMapChoice(options)))
  const reach = mapRadius(map, 'l2')
  if (reach === undefined && typeof step !== 'number') {
    const allowed = 'a number, or use a feature ball: without one the features are not bounded'
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'step', found: step, allowed })
  }
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const features = yield* held.mapped(map)
    const size = yield* held.ask('summary', {})
    const weighing: Weighing = { by: 'weights', total: size.weight }
    const shares = listShares(lists, weighing)
    const spec = onlineLosses[options.loss]
    const loss = listLoss(spec)
    const order = seededRandom(seed).shuffle(Uint32Array.from(lists.listIds.keys()))
    const from = start === undefined ? new Float64Array(map.width) : start.weights
    const run = function* (radius: number): Training<{ weights: Float64Array; ball: NormBall }> {
      const ball: NormBall = { norm: options.ball, radius }
      const steps = stepsFor(loss, size, shares, radius, reach ?? 0, step, leastLoss)
      return { weights: yield* onePass(features, lists, shares, loss, order, ball, steps, from, runtime), ball }
    }
    const tuned: TunedOption[] = []
    let fit: { weights: Float64Array; ball: NormBall }
    if (valid !== undefined && options.radius === undefined) {
      const validation = yield* validationOf(LocalLists.of(valid, runtime), map, featuresOf(given, start), earlyStop)
      const chosen = yield* chooseOn({ option: 'radius', on: 'valid', metric: earlyStop }, radii, function* (radius) {
        const kept = yield* run(radius)
        return { measured: yield* validation.measure(kept.weights), kept }
      })
      notes.push(...validation.notes, ...chosen.notes)
      tuned.push(chosen.tuned)
      fit = chosen.kept
    } else {
      if (valid !== undefined)
        notes.push('the validation lists decided nothing: the radius was given, and one pass has no iteration to choose')
      fit = yield* run(options.radius!) // left open for validation data only
    }
    const { weights, ball } = fit

    const { value: objective, gradient } = yield* held.ask('loss', { map, loss: spec, weights, weighing })
    requireFinite({ weights, objective })
    const optimality = relativeGap(ballGap(ball, weights, gradient), objective, objective)
    const iterations = lists.listIds.length
    const model: LinearModel = {
      kind: 'linear',
      method: 'ogd',
      options: {
        ...recordedMapOptions(map),
        loss: options.loss,
        ball: ball.norm,
        radius: ball.radius,
        step,
        ...(leastLoss !== undefined && { leastLoss }),
        ...(tuned.length > 0 && { earlyStop }),
        seed,
      },
      features: featuresOf(given, start),
      featureMap: map,
      weights,
      intercept: 0,
      training: trainingRecord(rows, valid, { given: names, tuned, iterations, objective, optimality }, compute, start),
    }
    notes.push(...weightNotes(model, ball, size), ...sameDataNotes(model.training))
    return { model, iterations, objective, optimality, notes }
  } finally {
    compute.release(mark)
  }
}

/** The length of the next step, once the loss that the list was met with is known. */
type Steps = (loss: number) => number

function stepsFor(
  loss: ListLoss,
  size: ListsSummary,
  shares: Float64Array,
  radius: number,
  reach: number,
  step: number | 'theory' | 'smooth',
  leastLoss: number | undefined,
): Steps {
  if (typeof step === 'number') return () => step
  const n = size.lists
  const { lipschitz, smoothness } = constantsFor(loss, size, radius * reach)
  // A list that weighs more than the mean pulls as many times harder.
  const heaviest = n * shares.reduce((most, share) => Math.max(most, share), 0)
  if (step === 'theory') {
    const slope = lipschitz.value * reach * heaviest
    const length = slope > 0 ? radius / (slope * Math.sqrt(2 * n)) : 0
    return () => length
  }
  if (smoothness === undefined) {
    const allowed = 'theory or a number: this loss is not smooth'
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'step', found: step, allowed })
  }
  const bend = smoothness.value * reach * reach * heaviest
  const lengthFor = (least: number) =>
    bend > 0 && radius > 0 ? radius / (4 * bend * radius + 2 * Math.sqrt(4 * bend * bend * radius * radius + 2 * bend * least * n)) : 0
  if (leastLoss !== undefined) {
    const length = lengthFor(leastLoss)
    return () => length
  }
  // (8): the mean loss met is at most L* + 2 √(2 H W² L*/n) + 8 H W²/n.
  const unit = (bend * radius * radius) / n
  const allowed = (least: number) => n * (least + 2 * Math.sqrt(2 * unit * least) + 8 * unit)
  let guess = unit
  let met = 0
  return (value) => {
    met += value
    while (unit > 0 && met > allowed(guess)) guess *= 2
    return lengthFor(guess)
  }
}

/** The average of the weights that the lists were met with, in this order. */
function* onePass(
  features: MappedFeatures,
  lists: RankingLists,
  shares: Float64Array,
  loss: ListLoss,
  order: Uint32Array,
  ball: NormBall,
  steps: Steps,
  start: Float64Array,
  runtime: Runtime,
): Training<Float64Array> {
  const { compute } = runtime
  const { labels, offsets } = lists
  const { width } = features
  const count = order.length
  let longest = 0
  for (let list = 0; list < count; list++) longest = Math.max(longest, offsets[list + 1] - offsets[list])
  const mark = compute.mark()
  const point = compute.float64(width)
  const scores = compute.float64(longest)
  const pulls = compute.float64(longest)
  const gradient = compute.float64(width)
  const average = new Float64Array(width)
  point.set(start)
  projectOntoBall(ball, point, point)
  try {
    for (let turn = 0; turn < count; turn++) {
      const list = order[turn]
      const first = offsets[list]
      const last = offsets[list + 1]
      const own = scores.subarray(0, last - first)
      const pull = pulls.subarray(0, last - first)
      for (let j = 0; j < width; j++) average[j] += (point[j] - average[j]) / (turn + 1)
      features.multiply(first, last, point, own)
      const weight = shares[list] * count
      const value = weight * loss.evaluate(own, labels.subarray(first, last), pull)
      gradient.fill(0)
      features.addTransposed(first, last, pull, gradient)
      const length = steps(value) * weight
      for (let j = 0; j < width; j++) point[j] -= length * gradient[j]
      projectOntoBall(ball, point, point)
      if ((turn + 1) % reportedLists === 0) {
        obeyStop(runtime)
        yield { stage: 'list', done: turn + 1, total: count }
      }
    }
  } finally {
    compute.release(mark)
  }
  projectOntoBall(ball, average, average) // inside except for rounding
  return average
}
