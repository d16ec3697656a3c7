/**
 * Online gradient descent: one pass over the lists in random order, w ← Proj(w − η ∇φ), and the average of the weights that each
 * list was met with. Zinkevich 2003, "Online convex programming and generalized infinitesimal gradient ascent"; steps as in the
 * query-level theory (gradientSteps.ts). The losses that the lists were met with are recorded: from them alone, a certificate follows
 * (theory/martingale.ts).
 */

import { mapRadius } from '../../data/features/featureMapRadius.ts'
import { listCount, type RankingLists } from '../../data/lists/rankingLists.ts'
import { constantsFor } from '../../losses/constantsFor.ts'
import type { ListLoss } from '../../losses/loss.ts'
import type { ListLossSpec } from '../../losses/lossSpec.ts'
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import { type MetLosses, metLosses } from '../../models/common/metLosses.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { ballGap, type NormBall, projectOntoBall } from '../../numeric/optimisers/projections.ts'
import { seededRandom } from '../../numeric/random.ts'
import { twoDigits } from '../../numeric/twoDigits.ts'
import { byData } from '../../options/defaultRule.ts'
import type { OptionsOf, OptionTable } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptions, resolveOptionsOn, resolveUncheckedOptions } from '../../options/resolveOptions.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { boundedLoss, type CeilingSetting } from '../../theory/boundedLoss.ts'
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
import type { UsualOptionsOf } from '../common/usualOptions.ts'
import { validationOf } from '../common/validation.ts'
import { type GradientSteps, gradientSteps } from './gradientSteps.ts'
import { ballOptions } from './linearRankerOptions.ts'
import { type LinearRankerData, refuseMapOptions } from './startModel.ts'
import { allZero, weightNotes } from './weightNotes.ts'

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

/** The default radius for one list; docs/decisions/default-options.md has the measurements. */
const RADIUS = 100

export interface OnlineFacts {
  readonly valid: boolean
  readonly lists: number
  /** Of the ball that the features are brought into; 1 where there is none. */
  readonly featureRadius: number
}

/** It follows from the size of the data alone, not from what is in it: theorems ask for a radius that is fixed before. */
function usualRadius({ lists, featureRadius }: Omit<OnlineFacts, 'valid'>): number {
  return twoDigits((RADIUS * Math.sqrt(Math.sqrt(lists))) / featureRadius)
}

export const onlineGradientDescentOptions = {
  ...featureMapOptions,
  featureBall: { ...featureMapOptions.featureBall, default: 'l2' },
  ...lossOptions,
  ball: { ...ballOptions.ball, default: 'l2', of: ['l2', 'l1'] },
  radius: {
    kind: 'number',
    default: byData(`${RADIUS} × lists^¼ / feature radius; with validation data, chosen on it`, (_, { valid, ...size }: OnlineFacts) =>
      valid ? undefined : usualRadius(size),
    ),
    atLeast: 0,
    doc: 'Weight radius: the radius of that ball. Steps are in proportion to it.',
  },
  step: {
    kind: 'number-or-word',
    words: ['theory', 'sharp', 'smooth'],
    default: 'theory',
    above: 0,
    doc: 'Length of the steps: theory and smooth are those of the paper, for convex and for smooth losses; sharp is the one with the least bound; or a number.',
  },
  leastLoss: {
    kind: 'number',
    atLeast: 0,
    with: { step: ['smooth', 'sharp'] },
    leftOut:
      'the smooth step guesses it, and doubles the guess whenever the losses exceed what it allows; the sharp step is that for losses that need not be smooth',
    doc: 'L*, the least possible mean loss, for a step made for smooth losses. Its unit is that of certificates: for listnet the KL divergence, 0 where scores fit the labels.',
  },
  ...earlyStopOptions,
  ...seedOptions,
} as const satisfies OptionTable

export type OnlineGradientDescentOptions = OptionsOf<typeof onlineGradientDescentOptions> & LinearRankerData

/** Radii to try on validation data, as multiples of the default. */
const radiusFactors: readonly number[] = [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10]
/** Lists between two reports. */
const reportedLists = 256

export function* onlineGradientDescent(
  data: TrainingLists,
  { valid: validData, start, ...wanted }: OnlineGradientDescentOptions = {},
  shared: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const runtime = besideOthers(shared)
  const known = resolveOptions(onlineGradientDescentOptions, wanted)
  const names = givenOptions(onlineGradientDescentOptions, wanted)
  const rows = rowsHere(data, 'ogd')
  const valid = validData && rowsHere(validData, 'ogd')
  const { earlyStop, seed, step, leastLoss } = known
  if (names.includes('earlyStop') && (valid === undefined || names.includes('radius')))
    refuseOption('earlyStop', `validation data and no ${namedOption('radius')}`)
  refuseMapOptions(names, start)
  metricToChooseBy('earlyStop', earlyStop)
  const given = LocalLists.of(rows, runtime)
  yield* requireWeight(given)
  const { lists, notes: matching } = start === undefined ? { lists: rows, notes: [] } : matchFeatures(start, rows)
  const notes = matching.map((note) => `start: ${note}`)
  const held = LocalLists.of(lists, runtime)
  const map = start?.featureMap ?? (yield* fittedMap(held, featureMapChoice(known)))
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
    const facts = { lists: size.lists, featureRadius: map.ball.norm === 'none' ? 1 : map.ball.radius }
    const { radius } = resolveOptionsOn(onlineGradientDescentOptions, wanted, { valid: valid !== undefined, ...facts })
    const weighing: Weighing = { by: 'weights', total: size.weight }
    const shares = listShares(lists, weighing)
    const spec = onlineLosses[known.loss]
    const { loss, ceiling } = boundedLoss(spec)
    const heaviest = size.lists * shares.reduce((most, share) => Math.max(most, share), 0)
    const countTheSame = shares.every((share) => share === shares[0])
    const order = seededRandom(seed).shuffle(Uint32Array.from(lists.listIds.keys()))
    const from = start === undefined ? new Float64Array(map.width) : start.weights
    const run = function* (tried: number): Training<OnlineFit> {
      const ball: NormBall = { norm: known.ball, radius: tried }
      const steps = gradientSteps(
        { step, leastLoss },
        { constants: constantsFor(loss, size, tried * (reach ?? 0)), n: size.lists, heaviest, radius: tried, reach: reach ?? 0 },
      )
      const certified = reach !== undefined && countTheSame && start === undefined
      const losses = certified ? metLosses(ceiling(ceilingSetting(size, tried * reach)).value) : undefined
      const weights = yield* onePass(features, lists, shares, loss, order, ball, steps, from, losses, runtime)
      return { weights, ball, met: losses?.met() }
    }
    const tuned: TunedOption[] = []
    let fit: OnlineFit
    if (valid !== undefined && radius === undefined) {
      const validation = yield* validationOf(LocalLists.of(valid, runtime), map, featuresOf(given, start), earlyStop)
      const radii = radiusFactors.map((factor) => twoDigits(factor * usualRadius(facts)))
      const chosen = yield* chooseOn({ option: 'radius', on: 'valid', metric: earlyStop }, radii, function* (tried) {
        const kept = yield* run(tried)
        return { measured: yield* validation.measure(kept.weights), kept }
      })
      notes.push(...validation.notes, ...chosen.notes)
      tuned.push(chosen.tuned)
      fit = chosen.kept
    } else {
      if (valid !== undefined)
        notes.push('the validation lists decided nothing: the radius was given, and one pass has no iteration to choose')
      fit = yield* run(radius!) // left open for validation data only
    }
    const { weights, ball, met } = fit

    const { value: objective, gradient } = yield* held.ask('loss', { map, loss: spec, weights, weighing })
    requireFinite({ weights, objective })
    const optimality = ballGap(ball, weights, gradient) / (objective > 0 ? objective : 1)
    const iterations = lists.listIds.length
    const model: LinearModel = {
      kind: 'linear',
      method: 'ogd',
      options: {
        ...recordedMapOptions(map),
        loss: known.loss,
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
      training: trainingRecord(
        rows,
        valid,
        { given: names, tuned, iterations, objective, optimality, ...(met && Number.isFinite(met.ceiling) && { met }) },
        compute,
        start,
      ),
    }
    const spread = allZero(weights) ? yield* held.ask('listSpread', { map }) : 1
    const causes = { graded: size.graded, spread, converged: true, average: true }
    notes.push(...weightNotes(model, ball, causes), ...sameDataNotes(model.training))
    return { model, iterations, objective, optimality, notes }
  } finally {
    compute.release(mark)
  }
}

// biome-ignore lint/correctness/useYield: nothing has to be asked for
export const onlineGradientDescentUsual: UsualOptionsOf = function* (lists, given) {
  const { featureRadius = 1 } = resolveUncheckedOptions(onlineGradientDescentOptions, given)
  return { radius: usualRadius({ lists: listCount(rowsHere(lists, 'ogd')), featureRadius }) }
}

interface OnlineFit {
  readonly weights: Float64Array
  readonly ball: NormBall
  readonly met: MetLosses | undefined
}

/** What the ceiling of the loss depends on, for lists like these. */
function ceilingSetting({ greatestLabel, leastLabel, longestList }: ListsSummary, scoreBound: number): CeilingSetting {
  return { greatestLabel: Math.max(0, greatestLabel), labelRange: greatestLabel - leastLabel, longestList, scoreBound }
}

/** The average of the weights that the lists were met with, in this order. */
function* onePass(
  features: MappedFeatures,
  lists: RankingLists,
  shares: Float64Array,
  loss: ListLoss,
  order: Uint32Array,
  ball: NormBall,
  steps: GradientSteps,
  start: Float64Array,
  losses: ReturnType<typeof metLosses> | undefined,
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
      const value = loss.evaluate(own, labels.subarray(first, last), pull)
      losses?.add(value)
      gradient.fill(0)
      features.addTransposed(first, last, pull, gradient)
      const length = steps(weight * value) * weight
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
