/** The setting of the theorems in a given case: the loss, the balls, the lists, and the origin of each number. */
import type { BallNorm, FeatureMap } from '../data/features/featureMap.ts'
import { applyFeatureMap } from '../data/features/featureMapApply.ts'
import { normOf } from '../data/features/featureMapBall.ts'
import { mapRadius } from '../data/features/featureMapRadius.ts'
import { fingerprint, hashesOfLists } from '../data/lists/fingerprint.ts'
import { listCount, type RankingLists } from '../data/lists/rankingLists.ts'
import { sketchesOf } from '../data/lists/seenLists.ts'
import type { ListLoss, LossConstants } from '../losses/loss.ts'
import type { AutoRecord } from '../models/common/autoRecord.ts'
import type { MappedCommon, TrainedCommon } from '../models/common/modelCommon.ts'
import { matchLists } from '../models/matchLists.ts'
import type { TrainedModel } from '../models/model.ts'
import { score } from '../models/score.ts'
import { absoluteSum, euclideanNorm } from '../numeric/dense/vectors.ts'
import { repeatedLists } from '../recognition/sharedLists.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { BoundedLoss, CeilingSetting } from '../theory/boundedLoss.ts'
import { shown } from '../theory/shown.ts'
import type { Assumption, Constant } from './certificate.ts'
import { fixedBefore, fixedMap } from './fixedBefore.ts'

/** The training lists, measured. */
export interface TrainingSample {
  readonly n: number
  readonly longestList: number
  readonly greatestLabel: number
  readonly labelRange: number
  /** Mean loss of the lists. */
  readonly empirical: number
  /** Mean loss of scores that are all equal. */
  readonly equalScores: number
  readonly matched: RankingLists
  readonly assumptions: readonly Assumption[]
}

export function trainingSample(
  model: TrainedModel,
  { loss }: { readonly loss: Pick<ListLoss, 'evaluate'> },
  train: RankingLists,
  runtime: Runtime,
): TrainingSample {
  const { lists: matched } = matchLists(model, train)
  const scores = score(model, train, runtime)
  const n = listCount(train)
  let [longestList, least, greatest, sum, equal] = [0, Infinity, -Infinity, 0, 0]
  for (let list = 0; list < n; list++) {
    const [first, last] = [train.offsets[list], train.offsets[list + 1]]
    longestList = Math.max(longestList, last - first)
    const labels = train.labels.subarray(first, last)
    sum += loss.evaluate(scores.subarray(first, last), labels, new Float64Array(last - first))
    equal += loss.evaluate(new Float64Array(last - first), labels, new Float64Array(last - first))
  }
  for (const label of train.labels) {
    least = Math.min(least, label)
    greatest = Math.max(greatest, label)
  }
  return {
    n,
    longestList,
    greatestLabel: Math.max(0, greatest),
    labelRange: greatest - least,
    empirical: sum / n,
    equalScores: equal / n,
    matched,
    assumptions: [
      independence(matched, runtime),
      {
        text: 'The training lists given are those that the model was trained on, by their fingerprint.',
        holds: fingerprint(train) === model.training.data || fingerprint(matched) === model.training.data,
      },
      ...(model.training.auto === undefined ? [] : [methodChosen(model.training.auto)]),
      ...(train.listWeights === undefined
        ? []
        : [{ text: 'All training lists count the same (they have weights).', holds: evenWeights(train) }]),
      {
        text: `The labels of future lists span no more than those of the training lists: from ${least} to ${greatest}.`,
        holds: 'unknown' as const,
      },
    ],
  }
}

/** The theorems are about one method; auto compared many on the same lists. */
function methodChosen({ on, metric }: AutoRecord): Assumption {
  const where = on === 'valid' ? 'on the validation lists' : 'on folds of the training lists'
  const text = 'The method was fixed before the training lists were seen'
  return on === 'nothing'
    ? { text: `${text}.`, holds: 'unknown' }
    : { text: `${text} (auto chose it by ${metric} ${where}).`, holds: false }
}

/** Whether lists are drawn independently cannot be known, but lists that come again are not: the model has learned from them before. */
function independence(train: RankingLists, { compute }: Runtime): Assumption {
  const text = 'The training lists, and future ones, are drawn independently from one distribution'
  const { first, similar } = repeatedLists(sketchesOf([hashesOfLists(train, 0, listCount(train), compute)]))
  const repeated = first.filter((place, list) => place < list).length
  const alike = similar.filter((found, list) => found && first[list] === list).length
  if (repeated > 0) {
    const lists = repeated === 1 ? '1 of them repeats another' : `${repeated} of them repeat another`
    return { text: `${text} (${lists}, rows in any order; leave those out).`, holds: false }
  }
  if (alike === 0) return { text: `${text}.`, holds: 'unknown' }
  return { text: `${text} (${alike} ${alike === 1 ? 'shares most of its' : 'share most of their'} rows with another).`, holds: 'unknown' }
}

function evenWeights({ listWeights }: RankingLists): boolean {
  return listWeights === undefined || listWeights.every((weight) => weight === listWeights[0])
}

/** R, the feature radius, and what is known about it. */
export interface FeatureReach extends Constant {
  readonly assumptions: readonly Assumption[]
}

export function featureReach(
  { featureMap, training, encoders }: Pick<MappedCommon, 'featureMap' | 'training' | 'encoders'>,
  matched: RankingLists,
  norm: 'l2' | 'inf',
): FeatureReach {
  const known = mapRadius(featureMap, norm)
  const sign = norm === 'l2' ? '‖x‖₂' : '‖x‖∞'
  return {
    value: known ?? sampleRadius(featureMap, matched, norm),
    origin: known === undefined ? `greatest ${sign} among the training rows` : `bound of the feature map, in ${sign}`,
    assumptions: [
      {
        text:
          known === undefined
            ? 'Every future row lies within R: sample radius only, because the feature map has no bound (train with a feature ball).'
            : 'Every future row lies within R: the feature map, which is part of the model, ensures it.',
        holds: known !== undefined,
      },
      fixedMap(featureMap, training.start, encoders),
    ],
  }
}

/** Whether rows lie in the unit ball of a norm, future ones too. */
export function unitBallAssumption({ featureMap }: Pick<MappedCommon, 'featureMap'>, matched: RankingLists, norm: BallNorm): Assumption {
  const reach = mapRadius(featureMap, norm)
  if (reach !== undefined && reach <= 1 + 1e-6)
    return { text: 'Rows lie in the unit ball, also future ones: the feature map ensures it.', holds: true }
  const longest = sampleRadius(featureMap, matched, norm)
  return longest <= 1 + 1e-6
    ? { text: 'Rows lie in the unit ball: the training rows do, but nothing ensures it for future ones.', holds: 'unknown' }
    : { text: `Rows lie in the unit ball (the longest training row has the length ${shown(longest)}).`, holds: false }
}

function sampleRadius(map: FeatureMap, lists: RankingLists, norm: BallNorm): number {
  const features = applyFeatureMap(map, lists)
  let longest = 0
  for (let row = 0; row < lists.labels.length; row++) {
    const start = features.kind === 'sparse' ? features.rowStarts[row] : row * map.width
    const end = features.kind === 'sparse' ? features.rowStarts[row + 1] : start + map.width
    longest = Math.max(longest, normOf(norm, features.values, start, end))
  }
  return longest
}

/** W: the radius of the ball that the weights were bound to lie in. */
export interface WeightRadius extends Constant {
  readonly ball: 'l1' | 'l2'
  /** How many balls or penalties were tried on validation data: delta is divided among them. */
  readonly tried: number
  /** `lambda`: there was no ball, and the penalty alone keeps the weights in. */
  readonly by: 'ball' | 'lambda'
  readonly assumptions: readonly Assumption[]
}

/** Undefined where neither a ball nor a penalty bounds the weights. `atZero` is the most that the loss can be at zero weights. */
export function weightRadiusOf(model: TrainedCommon, weights: Float64Array, atZero: number): WeightRadius | undefined {
  const { ball, radius, lambda } = model.options
  if ((ball === 'l2' || ball === 'l1') && typeof radius === 'number') {
    const { tried, assumption } = fixedBefore(model, 'radius', `The radius of the ${ball.toUpperCase()} ball`)
    return {
      value: radius,
      origin: `radius of the ${ball.toUpperCase()} ball of weights`,
      ball,
      tried,
      by: 'ball',
      assumptions: [assumption, inside(weights, ball, radius)],
    }
  }
  if (typeof lambda !== 'number' || lambda <= 0) return undefined
  const value = Math.sqrt((2 * atZero) / lambda)
  const { tried, assumption } = fixedBefore(model, 'lambda', 'The penalty lambda')
  const origin = `√(2 φ₀/λ), φ₀ = ${Number(atZero.toPrecision(6))} the most that the loss can be at zero weights, λ = ${lambda}`
  return { value, origin, ball: 'l2', tried, by: 'lambda', assumptions: [assumption, inside(weights, 'l2', value)] }
}

function inside(weights: Float64Array, ball: 'l1' | 'l2', radius: number): Assumption {
  const norm = ball === 'l1' ? absoluteSum(weights) : euclideanNorm(weights)
  return { text: `The weights lie within W (their norm is ${Number(norm.toPrecision(6))}).`, holds: norm <= radius * (1 + 1e-9) }
}

/** G, H, G₂ and B for lists like the training lists, and whether they hold for longer ones. */
export interface LossOnLists {
  readonly constants: LossConstants
  readonly ceiling: Constant
  readonly lengthAssumption: Assumption
}

/** For bounds whose own complexity grows with the longest list there can be. */
export function longestAssumption({ longestList }: Pick<TrainingSample, 'longestList'>): Assumption {
  return { text: `No future list has more than m = ${longestList} items.`, holds: 'unknown' }
}

export function lossOnLists({ loss, ceiling }: BoundedLoss, sample: TrainingSample, scoreBound: number): LossOnLists {
  const { greatestLabel, labelRange, longestList } = sample
  const setting: CeilingSetting = { greatestLabel, labelRange, longestList, scoreBound }
  const longer: CeilingSetting = { ...setting, longestList: 2 * longestList }
  const [constants, most] = [loss.constants(setting), ceiling(setting)]
  const grows = most.value < ceiling(longer).value || constants.lipschitz.value < loss.constants(longer).lipschitz.value
  return {
    constants,
    ceiling: most,
    lengthAssumption: grows
      ? { text: `No future list has more than m = ${longestList} items; the constants of ${loss.name} grow with them.`, holds: 'unknown' }
      : { text: `Future lists may have any length: the constants of ${loss.name} do not depend on it.`, holds: true },
  }
}
