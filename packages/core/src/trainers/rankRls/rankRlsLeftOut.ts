import { seededRandom } from '../../numeric/random.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { leaveOneOut } from '../../work/passes/rankRls/heldOutFolds.ts'
import { featureMapChoice } from '../common/featureMapChoice.ts'
import { type LeavesListsOut, type LeftOutScores, lengthsOf, requireClosedForm, tooFewLists } from '../common/leftOutScores.ts'
import { sizeOf } from '../common/requirements.ts'
import { trainingFacts } from '../common/trainingFacts.ts'
import { lambdaPath } from './lambdaPath.ts'
import { listsOfFit, preparedFit } from './preparedFit.ts'
import { type RankRlsOptions, type ResolvedRankRlsOptions, rankRlsOptions, refuseIdleOptions } from './rankRlsOptions.ts'
import { exactPathRows } from './solvers/dualSolver.ts'
import { directFeatures, exactRows } from './solvers/limits.ts'
import { rankRlsProblem } from './solvers/rankRlsProblem.ts'
import { medianDistance } from './spaces/medianDistance.ts'

/** Widths that are tried, as multiples of the median distance. */
const widths: readonly number[] = [0.5, 1, 2]

export const rankRlsLeftOut: LeavesListsOut = {
  scores: rankRlsLeftOutScores,
  refusal(lists, options) {
    const { offsets, width } = lists
    const few = tooFewLists(lists)
    if (few !== undefined) return few
    const rows = offsets[offsets.length - 1]
    const { kernel, basis } = resolvedFor(rows, options)
    if (kernel === 'linear') {
      const direct = (width <= directFeatures && width <= rows) || rows <= exactPathRows
      return direct ? undefined : `has no closed form for left-out lists with ${width} features and ${rows} rows`
    }
    const points = Math.min(basis!, rows)
    return points === rows && rows <= exactRows ? undefined : points <= directFeatures ? undefined : tooLarge(points)
  },
  grid: widthGrid,
}

function tooLarge(points: number): string {
  return `has no closed form for left-out lists on a basis of ${points} rows; give a ${namedOption('basis')} of at most ${directFeatures}`
}

function resolvedFor(rows: number, options: Readonly<Record<string, unknown>>): ResolvedRankRlsOptions {
  const { lambda: _, ...rest } = options as RankRlsOptions
  const resolved = resolveOptionsOn(rankRlsOptions, { ...rest, lambda: 'auto' }, trainingFacts(rows, undefined))
  refuseIdleOptions(resolved, givenOptions(rankRlsOptions, rest), { rows })
  return resolved
}

function* rankRlsLeftOutScores(
  data: TrainingLists,
  options: Readonly<Record<string, unknown>>,
  lambdas: readonly number[] = lambdaPath,
  shared: Runtime = plainRuntime,
): Training<LeftOutScores> {
  const runtime = besideOthers(shared)
  const { rows } = yield* sizeOf(heldBy(data, runtime))
  requireClosedForm('rankrls', rankRlsLeftOut.refusal(yield* lengthsOf(data), options))
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const { problem, space } = yield* preparedFit(data, resolvedFor(rows, options), runtime)
    if (space.solver.heldOut === undefined) throw new Error('a space without held-out scores was refused before the fit')
    const { scores } = yield* space.solver.heldOut(lambdas, leaveOneOut(problem.graded, problem.centring))
    return { lambdas, scores: scores.map((each) => (each.every(Number.isFinite) ? each : undefined)) }
  } finally {
    compute.release(mark)
  }
}

function* widthGrid(
  data: TrainingLists,
  options: Readonly<Record<string, unknown>>,
  shared: Runtime = plainRuntime,
): Training<Readonly<Record<string, readonly number[]>>> {
  const runtime = besideOthers(shared)
  const held = heldBy(data, runtime)
  const { rows } = yield* held.ask('summary', {})
  const resolved = resolvedFor(rows, options)
  if (resolved.kernel === 'linear' || resolved.kernelWidth !== undefined) return {}
  const map = yield* fittedMap(held, featureMapChoice(resolved))
  const problem = rankRlsProblem(yield* listsOfFit(data, held), map, resolved.centre)
  const median = yield* medianDistance(problem, seededRandom(resolved.seed).fork('width'))
  return { kernelWidth: widths.map((factor) => factor * median) }
}
