import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { type LeavesListsOut, type LeftOutScores, lengthsOf, requireClosedForm, tooFewLists } from '../common/leftOutScores.ts'
import { sizeOf } from '../common/requirements.ts'
import { trainingFacts } from '../common/trainingFacts.ts'
import { leftOut } from './chooseLambda.ts'
import { decomposed } from './decomposed.ts'
import { type ElmRankOptions, elmRankOptions, refuseIdleOptions } from './elmRankOptions.ts'
import { hiddenSpaces } from './hiddenSpaces.ts'
import { hiddenStatistics } from './hiddenStatistics.ts'
import { lambdaGrid } from './ridgePath.ts'

/** Longer lists are systems of more than 500 MB. */
const mostItems = 8192
/** Steepnesses that are tried. */
const steepnesses: readonly number[] = [0.5, 1, 2]

export const elmRankLeftOut: LeavesListsOut = {
  scores: elmRankLeftOutScores,
  refusal(lists) {
    const { offsets } = lists
    for (let list = 0; list + 1 < offsets.length; list++) {
      const items = offsets[list + 1] - offsets[list]
      if (items > mostItems) return `takes lists of up to ${mostItems} items, and there is one of ${items}`
    }
    return tooFewLists(lists)
  },
  // biome-ignore lint/correctness/useYield: others have to look at the data
  *grid(_, { node = 'relu', nodeScale, steepness }): Training<Readonly<Record<string, readonly number[]>>> {
    // A steeper relu or linear node is a multiple of the same node, which lambda makes up for.
    const bends = node !== 'relu' && node !== 'linear'
    return bends && nodeScale === undefined && steepness === undefined ? { steepness: steepnesses } : {}
  },
}

function* elmRankLeftOutScores(
  data: TrainingLists,
  given: Readonly<Record<string, unknown>>,
  lambdas: readonly number[] | undefined,
  shared: Runtime = plainRuntime,
): Training<LeftOutScores> {
  const runtime = besideOthers(shared)
  const options = given as ElmRankOptions
  const lists = heldBy(data, runtime)
  const { rows } = yield* sizeOf(lists)
  requireClosedForm('elmrank', elmRankLeftOut.refusal(yield* lengthsOf(data), given))
  const resolved = resolveOptionsOn(elmRankOptions, options, trainingFacts(rows, undefined))
  refuseIdleOptions(resolved, givenOptions(elmRankOptions, options), undefined)
  const spaceAt = yield* hiddenSpaces(lists, resolved)
  const space = spaceAt(resolved.steepness!) // left open for validation data only
  const statistics = yield* hiddenStatistics(space, lists, runtime, resolved.precision)
  const tried = lambdas ?? lambdaGrid(statistics)
  const path = yield* decomposed(statistics, lists, runtime)
  const scores = yield* lists.ask('leftOutScores', leftOut(path, tried))
  return { lambdas: tried, scores: scores.map((each) => (each.every(Number.isFinite) ? each : undefined)) }
}
