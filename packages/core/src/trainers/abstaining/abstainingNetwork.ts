import type { ImageShape } from '../../data/images/shiftedImage.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { marginLoss } from '../../losses/abstentionLoss.ts'
import type { ListLoss } from '../../losses/loss.ts'
import { listLoss } from '../../losses/lossSpec.ts'
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import type { OptionValue } from '../../models/common/optionValue.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { type NetworkModel, scoreNetwork } from '../../models/network/network.ts'
import { partOfOptions } from '../../options/partOfOptions.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { namedOption } from '../../problems/namedOption.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { LocalLists } from '../../work/localLists.ts'
import { listShares } from '../../work/passes/rankingPass.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireFinite } from '../common/requireFinite.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { sameDataNotes, trainingRecord } from '../common/trainingRecord.ts'
import { validationLists } from '../common/validation.ts'
import { type ChosenAbstainingOptions, commonOptions, networkOptions } from './abstainingOptions.ts'
import { imageShape } from './imageShape.ts'
import { surrogateLoss } from './surrogates.ts'
import { type NetworkFit, requireRoom, trainNetwork } from './trainNetwork.ts'
import { dualBall, mapChoice } from './unitBall.ts'

/** Scorers of one hidden layer of rectifiers. */
export function* abstainingNetwork(
  lists: RankingLists,
  { valid, start }: { readonly valid?: RankingLists; readonly start?: LinearModel },
  options: ChosenAbstainingOptions,
  given: readonly string[],
  runtime: Runtime,
): Training<TrainerResult<NetworkModel>> {
  if (start !== undefined) refuseOption('start', namedOption({ hypothesis: 'linear' }))
  if (given.includes('earlyStop') && valid === undefined) refuseOption('earlyStop', 'validation data')
  metricToChooseBy('earlyStop', options.earlyStop)
  const chosen = networkChoice(options)
  const { compute } = runtime
  requireRoom(lists.width, chosen)
  const features = featuresOf(lists)
  const validation = valid && validationLists(valid, features, options.earlyStop, runtime)
  const choice = mapChoice(lists, options)
  const images = chosen.augmentImages === undefined ? undefined : augmentedShape(chosen.augmentImages, lists, choice.scale)
  const map = yield* fittedMap(LocalLists.of(lists, runtime), choice)
  const mark = compute.mark()
  try {
    const { surrogate, steepness, norm, iterations, earlyStop, seed } = options
    const phi = marginLoss(surrogate, steepness)
    const own = { phi, ball: dualBall[norm], iterations, metric: earlyStop, seed, ...(images && { images }) }
    const fit = yield* trainNetwork(lists, validation, map, { ...chosen, ...own }, runtime)
    const bare: NetworkModel = {
      kind: 'network',
      method: 'abstaining',
      options: { ...choice, ...effectiveOptions(options, chosen, fit, valid !== undefined) },
      features,
      featureMap: map,
      ...fit.network,
      training: trainingRecord(
        lists,
        valid,
        { given, tuned: fit.tuned, iterations: fit.iterations, objective: 0, optimality: fit.change },
        compute,
      ),
    }
    const objective = meanSurrogate(bare, lists, listLoss(surrogateLoss(options)), runtime)
    requireFinite({ weights: fit.network.outputs, objective })
    const model = { ...bare, training: { ...bare.training, objective } }
    const notes = [
      ...(validation?.notes ?? []),
      ...(chosen.biasRadius < chosen.radius
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

type NetworkChoice = ReturnType<typeof networkChoice>

/** The options of the network itself. */
function networkChoice(options: ChosenAbstainingOptions) {
  const radius = options.radius! // chosen on validation data for linear scores alone
  const { momentum = 0, ...others } = partOfOptions(networkOptions, options)
  return { ...others, momentum, radius }
}

/** The options as they took effect, those of the feature map apart. */
function effectiveOptions(
  options: ChosenAbstainingOptions,
  { radius, hidden, outputRadius, biasRadius, optimiser, step, batch, momentum, weightDecay, augmentImages }: NetworkChoice,
  { iterations }: NetworkFit,
  early: boolean,
): Record<string, OptionValue> {
  return {
    ...commonOptions(options),
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
    iterations,
    ...(early && { earlyStop: options.earlyStop }),
  }
}

/** Images are moved and mirrored after the map, which changes nothing only where the map leaves pixels as they are. */
function augmentedShape(text: string, { features, width }: RankingLists, scale: string): ImageShape {
  const shape = imageShape('augmentImages', text, width)
  if (features.kind === 'sparse') refuseOption('augmentImages', 'dense features')
  if (scale !== 'none')
    refuseOption(
      'augmentImages',
      `${namedOption({ scale: 'none' })}: pixels that lie in the unit ball as they are, such as those in [0, 1] with ${namedOption({ norm: 'inf' })}`,
    )
  return shape
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
