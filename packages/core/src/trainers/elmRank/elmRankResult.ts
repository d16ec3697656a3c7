import { fittingTogether, mergedSeen } from '../../data/lists/seenLists.ts'
import type { OptionValue } from '../../models/common/optionValue.ts'
import type { ElmModel } from '../../models/elm/elm.ts'
import { dataOf, type LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { arithmeticOf } from '../common/arithmeticOf.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { sameDataNotes } from '../common/trainingRecord.ts'
import type { LambdaChoice } from './chooseLambda.ts'
import { layerPosterior } from './layerPosterior.ts'
import { ridgeFit } from './ridgeFit.ts'

export interface ElmRankResult extends TrainerResult<ElmModel> {
  /** The sums that the model came from; new lists can be added to them. */
  readonly statistics: LeastSquaresStatistics
}

/** How the model is to be recorded. */
interface ElmRecord {
  readonly given: readonly string[]
  readonly effective: Readonly<Record<string, OptionValue>>
  readonly earlyStop: string
  readonly uncertainty: boolean
  readonly valid?: HeldLists
}

/** Fits the penalty that was chosen and makes the model. */
export function* elmRankResult(
  statistics: LeastSquaresStatistics,
  { lambda, tuned, notes }: LambdaChoice,
  { given, effective, earlyStop, uncertainty, valid }: ElmRecord,
  { compute }: Runtime,
): Training<ElmRankResult> {
  const { space, nodeMeans, labelMean } = statistics
  const fit = ridgeFit(statistics, lambda, compute)
  const { weights, objective, optimality } = fit
  let intercept = labelMean
  for (let i = 0; i < weights.length; i++) intercept -= weights[i] * nodeMeans[i]
  const chosenOn = valid && (yield* valid.ask('fingerprint', {}))
  const happened = { given, tuned, iterations: 1, objective, optimality }
  const training = {
    lists: statistics.lists,
    rows: statistics.rows,
    data: dataOf(statistics),
    ...(chosenOn && { valid: chosenOn.data }),
    ...happened,
    ...arithmeticOf(compute),
    seen: fittingTogether({ train: mergedSeen(statistics.seen, statistics.used), ...(chosenOn && { valid: chosenOn.seen }) }),
  }
  const model: ElmModel = {
    kind: 'elm',
    method: 'elmrank',
    options: { ...effective, lambda, ...(tuned.some(({ on }) => on === 'valid') && { earlyStop }) },
    features: space.features,
    featureMap: space.featureMap,
    nodes: space.nodes,
    weights,
    intercept,
    ...(uncertainty && { posterior: layerPosterior(statistics, fit, lambda) }),
    training,
  }
  const all = [...notes]
  if (weights.every((value) => value === 0)) all.push('all weights are 0: no list has items of different labels, or no node separates them')
  all.push(...sameDataNotes(training))
  return { model, iterations: 1, objective, optimality, notes: all, statistics }
}
