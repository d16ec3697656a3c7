/**
 * Scorers that may abstain, by surrogates of the pairwise or bipartite abstention loss. Mao, Mohri & Zhong 2023, "Ranking with
 * abstention". Rows are brought into the unit ball of a norm, and the scorers are those that the H-consistency bounds are about:
 * linear ones with ‖w‖ ≤ W in the dual norm, or one hidden layer of rectifiers. The abstention radius is chosen afterwards.
 */

import type { BallNorm } from '../../data/features/featureMap.ts'
import { normOf } from '../../data/features/featureMapBall.ts'
import type { ImageShape } from '../../data/images/shiftedImage.ts'
import { pairDrawer } from '../../data/lists/labelPairs.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { marginLoss } from '../../losses/abstentionLoss.ts'
import type { ListLoss } from '../../losses/loss.ts'
import { listLoss } from '../../losses/lossSpec.ts'
import { parseMetric } from '../../metrics/metricName.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { OptionValue } from '../../models/common/modelCommon.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { type NetworkModel, scoreNetwork } from '../../models/network/network.ts'
import type { DistanceNorm } from '../../numeric/compute/closePoints.ts'
import type { NormBall } from '../../numeric/optimisers/projections.ts'
import type { OptionsOf, ResolvedOn } from '../../options/optionTable.ts'
import { partOfOptions } from '../../options/partOfOptions.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { rowsHere, type TrainingLists } from '../../work/heldLists.ts'
import { LocalLists } from '../../work/localLists.ts'
import { listShares } from '../../work/passes/rankingPass.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireFinite } from '../common/requireFinite.ts'
import { requireRows } from '../common/requirements.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { sameDataNotes, trainingRecord } from '../common/trainingRecord.ts'
import { hingeSolver } from '../linear/hingeSolver.ts'
import { linearRanker } from '../linear/linearRanker.ts'
import { smoothSolver } from '../linear/linearSolver.ts'
import type { LinearRankerData } from '../linear/startModel.ts'
import { requireRoom, trainNetwork } from './abstainingNetwork.ts'
import { abstainingOptions, networkOptions } from './abstainingOptions.ts'
import { surrogateLoss } from './surrogates.ts'

export type AbstainingOptions = OptionsOf<typeof abstainingOptions> & LinearRankerData

export function* abstaining(
  data: TrainingLists,
  { valid: validData, start, ...given }: AbstainingOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel | NetworkModel>> {
  const lists = requireRows(rowsHere(data, 'abstaining'))
  const valid = validData && rowsHere(validData, 'abstaining')
  const options = resolveOptionsOn(abstainingOptions, given, {
    valid: valid !== undefined,
    inUnitBall: (norm) => firstOutside(lists, unitBall[norm]) === undefined,
  })
  const names = givenOptions(abstainingOptions, given)
  if (options.setting === 'bipartite') requireTwoLabels(lists)
  if (pairDrawer(lists).pairs === 0) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  const besides = { ...(valid && { valid }), ...(start && { start }) }
  return options.hypothesis === 'linear'
    ? yield* linearScores(lists, besides, options, names, runtime)
    : yield* networkOfRectifiers(lists, besides, options, names, runtime)
}

type Chosen = ResolvedOn<typeof abstainingOptions>

interface BesidesLists {
  readonly valid?: RankingLists
  readonly start?: LinearModel
}

function* linearScores(
  lists: RankingLists,
  data: BesidesLists,
  options: Chosen,
  given: readonly string[],
  runtime: Runtime,
): Training<TrainerResult<LinearModel>> {
  const { surrogate, norm, earlyStop, iterations } = options
  const tolerance = options.tolerance! // linear scores have one
  const loss = surrogateLoss(options)
  return yield* linearRanker(
    lists,
    data,
    {
      method: 'abstaining',
      loss,
      options: {
        ...mapChoice(lists, options),
        ball: dualBall[norm],
        ...(options.radius !== undefined && { radius: options.radius }),
        earlyStop,
        iterations,
        tolerance,
        lambda: 0,
      },
      given,
      own: ownOptions(options),
      lambdas: [],
      solver: (mapped, on) =>
        surrogate === 'hinge'
          ? hingeSolver(mapped, 'mean', { iterations, tolerance }, on)
          : smoothSolver(mapped, loss, { iterations, tolerance }, false),
    },
    runtime,
  )
}

function* networkOfRectifiers(
  lists: RankingLists,
  { valid, start }: BesidesLists,
  options: Chosen,
  given: readonly string[],
  runtime: Runtime,
): Training<TrainerResult<NetworkModel>> {
  if (start !== undefined) refuseOption('start', 'hypothesis linear')
  if (given.includes('earlyStop') && valid === undefined) refuseOption('earlyStop', 'validation data')
  parseMetric(options.earlyStop)
  const { surrogate, steepness, norm, earlyStop, iterations } = options
  const radius = options.radius! // chosen on validation data for linear scores alone
  const {
    optimiser,
    hidden,
    outputRadius,
    biasRadius,
    batch,
    momentum = 0,
    weightDecay,
    step,
    augmentImages,
    seed,
  } = partOfOptions(networkOptions, options)
  const { compute } = runtime
  requireRoom(lists.width, { hidden, batch })
  const features = featuresOf(lists)
  const matched = valid && matchFeatures({ features }, requireRows(valid))
  const choice = mapChoice(lists, options)
  const images = augmentImages === undefined ? undefined : imageShape(augmentImages, lists, choice.scale)
  const map = yield* fittedMap(LocalLists.of(lists, runtime), choice)
  const mark = compute.mark()
  try {
    const fit = yield* trainNetwork(
      lists,
      matched?.lists,
      map,
      {
        phi: marginLoss(surrogate, steepness),
        hidden,
        radius,
        ball: dualBall[norm],
        outputRadius,
        biasRadius,
        optimiser,
        step,
        batch,
        momentum,
        weightDecay,
        iterations,
        seed,
        metric: earlyStop,
        ...(images && { images }),
      },
      runtime,
    )
    const { tuned } = fit
    const bare: NetworkModel = {
      kind: 'network',
      method: 'abstaining',
      options: {
        ...choice,
        ...ownOptions(options),
        radius,
        hidden,
        outputRadius,
        biasRadius,
        optimiser,
        step,
        batch,
        ...(optimiser === 'sgd' && { momentum }),
        weightDecay,
        ...(augmentImages !== undefined && { augmentImages }),
        iterations: fit.iterations,
        ...(valid && { earlyStop }),
        seed,
      },
      features,
      featureMap: map,
      ...fit.network,
      training: trainingRecord(lists, valid, { given, tuned, iterations: fit.iterations, objective: 0, optimality: fit.change }, compute),
    }
    const objective = meanSurrogate(bare, lists, listLoss(surrogateLoss(options)), runtime)
    requireFinite({ weights: fit.network.outputs, objective })
    const model = { ...bare, training: { ...bare.training, objective } }
    const notes = [
      ...(matched?.notes.map((note) => `validation: ${note}`) ?? []),
      ...(biasRadius < radius
        ? ['the bias radius is smaller than the weight radius, so no H-consistency bound holds for this network']
        : []),
      ...fit.notes,
      ...sameDataNotes(model.training),
    ]
    return { model, iterations: fit.iterations, objective, optimality: fit.change, notes }
  } finally {
    compute.release(mark)
  }
}

function ownOptions({ surrogate, steepness, setting, hypothesis, norm }: Chosen): Record<string, OptionValue> {
  return { surrogate, ...(steepness !== undefined && { steepness }), setting, hypothesis, norm }
}

function mapChoice(lists: RankingLists, { scale, missing, norm }: Chosen) {
  const ball = unitBall[norm]
  return { scale: allowedScale(lists, scale, ball, norm), missing, featureBall: ball, featureRadius: 1 } as const
}

/** Images are moved and mirrored after the map, which changes nothing only where the map leaves pixels as they are. */
function imageShape(text: string, { features, width }: RankingLists, scale: string): ImageShape {
  const [channels, height, columns] = /^\d+x\d+x\d+$/.test(text) ? text.split('x').map(Number) : []
  if (channels * height * columns !== width) {
    const allowed = `channels x rows x columns of the images, such as 3x32x32: ${width} numbers, as many as the features`
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'augmentImages', found: text, allowed })
  }
  if (features.kind === 'sparse') refuseOption('augmentImages', 'dense features')
  if (scale !== 'none')
    refuseOption('augmentImages', 'scale none: pixels that lie in the unit ball as they are, such as those in [0, 1] with norm inf')
  return { channels, height, width: columns }
}

/** The mean over lists, as linear scores minimise it. */
function meanSurrogate(model: NetworkModel, lists: RankingLists, loss: ListLoss, { compute }: Runtime): number {
  const scores = scoreNetwork(model, lists, compute)
  const shares = listShares(lists, {
    by: 'weights',
    total: lists.listWeights?.reduce((sum, weight) => sum + weight, 0) ?? lists.listIds.length,
  })
  let value = 0
  for (let list = 0; list < lists.listIds.length; list++) {
    const [first, last] = [lists.offsets[list], lists.offsets[list + 1]]
    value += shares[list] * loss.evaluate(scores.subarray(first, last), lists.labels.subarray(first, last), new Float64Array(last - first))
  }
  return value
}

const unitBall: Readonly<Record<DistanceNorm, BallNorm>> = { 1: 'l1', 2: 'l2', inf: 'inf' }
const dualBall: Readonly<Record<DistanceNorm, NormBall['norm']>> = { 1: 'inf', 2: 'l2', inf: 'l1' }

/** Without scaling, all rows have to lie in the unit ball. */
function allowedScale(lists: RankingLists, scale: Chosen['scale'], ball: BallNorm, norm: DistanceNorm): Chosen['scale'] {
  const outside = scale === 'none' ? firstOutside(lists, ball) : undefined
  if (outside === undefined) return scale
  const row = lists.sourceRows?.[outside.row] ?? outside.row
  throw new RankwrightError({ area: 'model', code: 'row-outside-ball', row, norm, length: outside.length })
}

/** The first row whose norm is above 1; missing values count as 0. */
function firstOutside({ features, width, labels }: RankingLists, ball: BallNorm): { row: number; length: number } | undefined {
  const values = new Float64Array(width)
  for (let row = 0; row < labels.length; row++) {
    const [from, to] = features.kind === 'dense' ? [row * width, (row + 1) * width] : [features.rowStarts[row], features.rowStarts[row + 1]]
    for (let k = from; k < to; k++) values[k - from] = Number.isNaN(features.values[k]) ? 0 : features.values[k]
    const length = normOf(ball, values, 0, to - from)
    if (length > 1) return { row, length }
  }
  return undefined
}

function requireTwoLabels({ labels }: RankingLists): void {
  const values = new Set(labels)
  if (values.size !== 2) throw new RankwrightError({ area: 'model', code: 'not-bipartite', labels: values.size })
}
