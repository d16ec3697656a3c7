import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { sizeOf } from '../common/requirements.ts'
import { scoresOfKnown } from '../common/scoresOfKnown.ts'
import { trainingFacts } from '../common/trainingFacts.ts'
import { functionsOf, preparedFit } from './preparedFit.ts'
import { type RankRlsOptions, rankRlsOptions, refuseIdleOptions } from './rankRlsOptions.ts'

/** The scores that other lists get from fits with each of many penalties, all from one decomposition; undefined where one is too small. */
export function* rankRlsPath(
  lists: TrainingLists,
  options: Readonly<Record<string, unknown>>,
  lambdas: readonly number[],
  test: TrainingLists,
  shared: Runtime = plainRuntime,
): Training<readonly (Float64Array | undefined)[]> {
  const runtime = besideOthers(shared)
  const { rows } = yield* sizeOf(heldBy(lists, runtime))
  const resolved = resolveOptionsOn(rankRlsOptions, { ...(options as RankRlsOptions), lambda: lambdas[0] }, trainingFacts(rows, undefined))
  refuseIdleOptions(resolved, givenOptions(rankRlsOptions, options as RankRlsOptions), { rows })
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const fit = yield* preparedFit(lists, resolved, runtime)
    const path = yield* fit.space.solver.path(lambdas)
    return yield* scoresOfKnown(path, (known) => functionsOf(fit, fit.space, known), featuresOf(lists), test, runtime)
  } finally {
    compute.release(mark)
  }
}
