/**
 * ELMRank: least squares on the differences of labels, through hidden nodes that are drawn and not learned. With f = Σ βᵢ φᵢ it
 * minimises
 *
 *   F(β) = Σ_q ω_q E_q(f) / Σ_q ω_q + λ ‖β‖²,   E_q(f) = 1/m² Σⱼₖ (yⱼ − yₖ − (fⱼ − fₖ))² = 2/m Σⱼ (rⱼ − r̄)² with r = y − f
 *
 * over the m items of list q, in closed form. Global centring takes all rows as one list.
 */
import type { FeatureMap } from '../../data/features/featureMap.ts'
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import type { OptionValue } from '../../models/common/optionValue.ts'
import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { chooseOn } from '../common/chooseOn.ts'
import { recordedMapOptions } from '../common/featureMapChoice.ts'
import { requireTrainerArguments } from '../common/requireTrainerArguments.ts'
import { trainingFacts } from '../common/trainingFacts.ts'
import { chooseLambda, type LambdaChoice } from './chooseLambda.ts'
import { type ElmRankOptions, elmRankOptions, fewestNodes, type ResolvedElmRankOptions, refuseIdleOptions } from './elmRankOptions.ts'
import { type ElmRankResult, elmRankResult } from './elmRankResult.ts'
import { hiddenSpaces } from './hiddenSpaces.ts'
import { hiddenStatistics } from './hiddenStatistics.ts'

/** Steepnesses that are tried on validation data. */
const steepnesses: readonly number[] = [0.5, 1, 2]

export function* elmRank(data: TrainingLists, asked: ElmRankOptions = {}, shared: Runtime = plainRuntime): Training<ElmRankResult> {
  requireTrainerArguments(data, asked, shared)
  const { valid: validData, ...options } = asked
  const runtime = besideOthers(shared)
  const lists = heldBy(data, runtime)
  const valid = validData && heldBy(validData, runtime)
  const { rows } = yield* lists.ask('summary', {})
  const resolved = resolveOptionsOn(elmRankOptions, options, trainingFacts(rows, valid))
  const given = givenOptions(elmRankOptions, options)
  refuseIdleOptions(resolved, given, valid)
  metricToChooseBy('earlyStop', resolved.earlyStop)
  const spaceAt = yield* hiddenSpaces(lists, resolved)
  const tried = resolved.steepness === undefined ? steepnesses : [resolved.steepness]
  const fitAt = function* (value: number): Training<SteepnessFit> {
    const sums = yield* hiddenStatistics(spaceAt(value), lists, runtime, resolved.precision)
    return {
      steepness: value,
      statistics: sums,
      choice: yield* chooseLambda(sums, { ...resolved, lists, ...(valid && { valid }) }, runtime),
    }
  }
  const chosen =
    tried.length === 1
      ? undefined
      : yield* chooseOn({ option: 'steepness', on: 'valid', metric: resolved.earlyStop }, tried, function* (value) {
          const fit = yield* fitAt(value)
          return { measured: fit.choice.measured, kept: fit }
        })
  const { steepness, statistics, choice } = chosen?.kept ?? (yield* fitAt(tried[0]))
  const grown =
    given.includes('nodes') || resolved.nodes === fewestNodes ? [] : [`${resolved.nodes} nodes for ${rows} rows; nodes sets another number`]
  const notes = [...(chosen?.notes ?? []), ...choice.notes, ...grown]
  return yield* elmRankResult(
    statistics,
    { ...choice, tuned: [...(chosen ? [chosen.tuned] : []), ...choice.tuned], notes },
    { ...resolved, given, effective: effectiveOptions(resolved, statistics.space.featureMap, steepness), ...(valid && { valid }) },
    runtime,
  )
}

interface SteepnessFit {
  readonly steepness: number
  readonly statistics: LeastSquaresStatistics
  readonly choice: LambdaChoice
}

/** The options as they took effect. */
function effectiveOptions(
  { node, nodes, nodeScale, centre, pairs, precision, seed }: ResolvedElmRankOptions,
  map: FeatureMap,
  steepness: number,
): Record<string, OptionValue> {
  return {
    ...recordedMapOptions(map),
    nodes,
    node,
    ...(nodeScale === undefined ? { steepness } : { nodeScale }),
    centre,
    ...(centre === 'list' && { pairs }),
    precision,
    seed,
  }
}
