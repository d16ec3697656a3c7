import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { scoresOf } from '../../work/passes/scoredFunctions.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireRows } from '../common/requirements.ts'
import { scoresOfKnown } from '../common/scoresOfKnown.ts'
import { trainingFacts } from '../common/trainingFacts.ts'
import { functionsOf, preparedFit } from './preparedFit.ts'
import { type RankRlsOptions, rankRlsOptions, refuseIdleOptions } from './rankRlsOptions.ts'

/** The scores that other lists get from fits with each of many penalties, all from one decomposition; undefined where one is too small. */
export function* rankRlsPath(
  lists: RankingLists,
  options: Readonly<Record<string, unknown>>,
  lambdas: readonly number[],
  test: RankingLists,
  shared: Runtime = plainRuntime,
): Training<readonly (Float64Array | undefined)[]> {
  const runtime = besideOthers(shared)
  const resolved = resolveOptionsOn(
    rankRlsOptions,
    { ...(options as RankRlsOptions), lambda: lambdas[0] },
    trainingFacts(lists.labels.length, undefined),
  )
  refuseIdleOptions(resolved, givenOptions(rankRlsOptions, options as RankRlsOptions), { rows: lists.labels.length })
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const fit = yield* preparedFit(requireRows(lists), resolved, runtime)
    const { lists: matched } = matchFeatures({ features: featuresOf(lists) }, test)
    const path = yield* fit.space.solver.path(lambdas)
    return scoresOfKnown(path, (known) => scoresOf(functionsOf(fit, fit.space, known), matched, compute))
  } finally {
    compute.release(mark)
  }
}
