/**
 * ELMRank: least squares on the differences of labels, through hidden nodes that are drawn and not learned. With f = Σ βᵢ φᵢ it
 * minimises
 *
 *   F(β) = Σ_q ω_q E_q(f) / Σ_q ω_q + λ ‖β‖²,   E_q(f) = 1/m² Σⱼₖ (yⱼ − yₖ − (fⱼ − fₖ))² = 2/m Σⱼ (rⱼ − r̄)² with r = y − f
 *
 * over the m items of list q, in closed form. Global centring takes all rows as one list.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { parseMetric } from '../../metrics/metricName.ts'
import type { OptionValue } from '../../models/common/modelCommon.ts'
import type { LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import { givenOptions } from '../../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { rowsHere, type TrainingLists } from '../../work/heldLists.ts'
import { chooseOn } from '../common/chooseOn.ts'
import { chooseLambda, type LambdaChoice } from './chooseLambda.ts'
import { type ElmRankOptions, elmRankOptions, refuseIdleOptions, type UsedElmRankOptions, usedOptions } from './elmRankOptions.ts'
import { type ElmRankResult, elmRankResult } from './elmRankResult.ts'
import { hiddenSpaces } from './hiddenSpaces.ts'
import { hiddenStatistics } from './hiddenStatistics.ts'

/** Steepnesses that are tried on validation data. */
const steepnesses: readonly number[] = [0.5, 1, 2]

export function* elmRank(
  data: TrainingLists,
  { valid: validData, ...options }: ElmRankOptions = {},
  runtime: Runtime = plainRuntime,
): Training<ElmRankResult> {
  const lists = rowsHere(data, 'elmrank')
  const valid = validData && rowsHere(validData, 'elmrank')
  const resolved = usedOptions(options, lists)
  const given = givenOptions(elmRankOptions, options)
  refuseIdleOptions(resolved, given, valid)
  parseMetric(resolved.earlyStop)
  const spaceAt = yield* hiddenSpaces(lists, resolved, runtime)
  const tried = triedSteepnesses(resolved, valid)
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
  return elmRankResult(
    statistics,
    chosen === undefined ? choice : { ...choice, tuned: [chosen.tuned, ...choice.tuned], notes: [...chosen.notes, ...choice.notes] },
    { ...resolved, given, effective: effectiveOptions(resolved, steepness), ...(valid && { valid }) },
    runtime,
  )
}

interface SteepnessFit {
  readonly steepness: number
  readonly statistics: LeastSquaresStatistics
  readonly choice: LambdaChoice
}

function triedSteepnesses({ lambda, node, nodeScale, steepness }: UsedElmRankOptions, valid: RankingLists | undefined): readonly number[] {
  const onValid = lambda === undefined && valid !== undefined
  // A steeper relu or linear node is a multiple of the same node, which lambda makes up for.
  const bends = node !== 'relu' && node !== 'linear'
  return onValid && bends && nodeScale === undefined && steepness === undefined ? steepnesses : [steepness ?? 1]
}

/** The options as they took effect. */
function effectiveOptions(
  { scale, missing, featureBall, featureRadius, node, nodes, nodeScale, centre, pairs, precision, seed }: UsedElmRankOptions,
  steepness: number,
): Record<string, OptionValue> {
  return {
    scale,
    missing,
    featureBall,
    ...(featureBall !== 'none' && { featureRadius: featureRadius ?? 1 }),
    nodes,
    node,
    ...(nodeScale === undefined ? { steepness } : { nodeScale }),
    centre,
    ...(centre === 'list' && { pairs }),
    precision,
    seed,
  }
}
