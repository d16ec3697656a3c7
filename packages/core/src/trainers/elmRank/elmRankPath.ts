import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
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
  data: TrainingLists,
  options: Readonly<Record<string, unknown>>,
  lambdas: readonly number[],
  test: TrainingLists,
  shared: Runtime = plainRuntime,
): Training<readonly (Float64Array | undefined)[]> {
  const runtime = besideOthers(shared)
  const lists = heldBy(data, runtime)
  const { rows } = yield* lists.ask('summary', {})
  const resolved = resolveOptionsOn(elmRankOptions, { ...(options as ElmRankOptions), lambda: lambdas[0] }, trainingFacts(rows, undefined))
  refuseIdleOptions(resolved, givenOptions(elmRankOptions, options as ElmRankOptions), undefined)
  const spaceAt = yield* hiddenSpaces(lists, resolved)
  const space = spaceAt(resolved.steepness!) // left open for validation data only
  const statistics = yield* hiddenStatistics(space, lists, runtime, resolved.precision)
  const few = rows < space.nodes.count
  const path = few ? yield* decomposed(statistics, lists, runtime) : undefined
  const fits = lambdas.map((lambda) => (path ? pathWeights(path, lambda) : ridgeFitOrNone(statistics, lambda, runtime.compute)?.weights))
  const { features, featureMap, nodes } = space
  const functionsOf = (known: readonly Float64Array[]) => {
    const functions = known.map((weights) => ({ weights, intercept: 0 }))
    return { of: 'nodes', featureMap, nodes, functions } as const
  }
  return yield* scoresOfKnown(fits, functionsOf, features, test, runtime)
}
