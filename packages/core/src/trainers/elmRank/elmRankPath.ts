import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import { elmScores } from '../../models/elm/elm.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { heldBy } from '../../work/localLists.ts'
import { scoresOfKnown } from '../common/scoresOfKnown.ts'
import { trainingFacts } from '../common/trainingFacts.ts'
import { decomposed } from './decomposed.ts'
import { type ElmRankOptions, elmRankOptions, refuseIdleOptions } from './elmRankOptions.ts'
import { hiddenSpaces } from './hiddenSpaces.ts'
import { hiddenStatistics } from './hiddenStatistics.ts'
import { ridgeFitOrNone } from './ridgeFit.ts'
import { pathWeights } from './ridgePath.ts'

/** The scores that `test` gets from fits with each penalty, all from the same sums; undefined where a penalty leaves the weights undetermined. */
export function* elmRankPath(
  data: RankingLists,
  options: Readonly<Record<string, unknown>>,
  lambdas: readonly number[],
  test: RankingLists,
  shared: Runtime = plainRuntime,
): Training<readonly (Float64Array | undefined)[]> {
  const runtime = besideOthers(shared)
  const resolved = resolveOptionsOn(
    elmRankOptions,
    { ...(options as ElmRankOptions), lambda: lambdas[0] },
    trainingFacts(data.labels.length, undefined),
  )
  refuseIdleOptions(resolved, givenOptions(elmRankOptions, options as ElmRankOptions), undefined)
  const lists = heldBy(data, runtime)
  const spaceAt = yield* hiddenSpaces(lists, resolved)
  const space = spaceAt(resolved.steepness!) // left open for validation data only
  const statistics = yield* hiddenStatistics(space, lists, runtime, resolved.precision)
  const { lists: matched } = matchFeatures(space, test)
  const few = data.labels.length < space.nodes.count
  const path = few ? yield* decomposed(statistics, lists, runtime) : undefined
  const fits = lambdas.map((lambda) => (path ? pathWeights(path, lambda) : ridgeFitOrNone(statistics, lambda, runtime.compute)?.weights))
  return scoresOfKnown(fits, (known) => {
    const outputs = known.map((weights) => ({ weights, intercept: 0 }))
    return elmScores(space, outputs, matched, runtime.compute)
  })
}
