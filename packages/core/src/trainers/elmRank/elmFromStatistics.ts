import { requireObject } from '../../arguments/requireKind.ts'
import { requireArguments } from '../../arguments/shapes.ts'
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import { type LeastSquaresStatistics, statisticsShape } from '../../models/elm/leastSquaresStatistics.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { besideOthers, plainRuntime, type Runtime, runtimeShape } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { requireTrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { chooseLambda } from './chooseLambda.ts'
import { type RidgeOptions, ridgeOptions } from './elmRankOptions.ts'
import { type ElmRankResult, elmRankResult } from './elmRankResult.ts'

/** A model from sums alone: lists may have been added, taken away and merged since. */
export function* elmFromStatistics(
  statistics: LeastSquaresStatistics,
  options: RidgeOptions = {},
  shared: Runtime = plainRuntime,
): Training<ElmRankResult> {
  requireArguments({ statistics, runtime: shared }, { statistics: statisticsShape, runtime: runtimeShape })
  requireObject('options', options, 'an object with options of the fit')
  const { valid: validData, ...rest } = options
  if (validData !== undefined) requireTrainingLists(validData, 'options.valid')
  const runtime = besideOthers(shared)
  const valid = validData && heldBy(validData, runtime)
  const resolved = resolveOptionsOn(ridgeOptions, rest, { valid: valid !== undefined })
  metricToChooseBy('earlyStop', resolved.earlyStop)
  if (statistics.rows === 0 || !(statistics.weight > 0)) {
    throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'the statistics hold no lists with a weight above 0' })
  }
  const choice = yield* chooseLambda(statistics, { ...resolved, seed: 1, ...(valid && { valid }) }, runtime)
  const given = givenOptions(ridgeOptions, rest)
  const { centre, pairs, nodes } = statistics.space
  const effective = { nodes: nodes.count, node: nodes.kind, centre, ...(centre === 'list' && { pairs }) }
  return yield* elmRankResult(statistics, choice, { ...resolved, given, effective, ...(valid && { valid }) }, runtime)
}
