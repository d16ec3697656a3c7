import { number, numbersOf, optional, requireArguments, someOf } from '../../arguments/shapes.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { leaveOneOut, listFolds } from '../../work/passes/rankRls/heldOutFolds.ts'
import { requireRows } from '../common/requirements.ts'
import { requireTrainerArguments } from '../common/requireTrainerArguments.ts'
import { trainingFacts } from '../common/trainingFacts.ts'
import { noClosedForm } from './chooseLambda.ts'
import { lambdaPath } from './lambdaPath.ts'
import { preparedFit } from './preparedFit.ts'
import { type RankRlsOptions, rankRlsOptions, refuseIdleOptions } from './rankRlsOptions.ts'
import type { HeldOutPath } from './solvers/heldOutPath.ts'

export interface RankRlsHeldOut extends HeldOutPath {
  /** Sentences about the fits: on which basis they are, where that is not the one of `rankrls` with these options. */
  readonly notes: readonly string[]
}

/**
 * The scores of all rows by fits that never saw their list, for each penalty of the path or those given, and without a refit; with
 * `folds` (numbers of lists, as `foldsOf` gives them) by fits without the whole fold. Scores are known up to a constant for each list.
 * Feature map, width of the kernel and basis are those of all lists. Where the fits themselves would be too costly (more than 2,500 rows
 * without a basis, or a basis above 2,048), they are on a basis of 1,024 rows, and `notes` says so.
 */
export function* rankRlsHeldOut(
  lists: RankingLists,
  options: Omit<RankRlsOptions, 'lambda' | 'earlyStop' | 'valid'> & {
    readonly lambdas?: readonly number[]
    readonly folds?: readonly Uint32Array[]
  } = {},
  shared: Runtime = plainRuntime,
): Training<RankRlsHeldOut> {
  requireTrainerArguments(lists, options, shared)
  const runtime = besideOthers(shared)
  const { lambdas = lambdaPath, folds, ...rest } = options
  requireArguments(
    { 'options.lambdas': lambdas, 'options.folds': folds },
    {
      'options.lambdas': someOf(number({ above: 0 })),
      'options.folds': optional(someOf(numbersOf('list', Uint32Array, lists.listIds.length))),
    },
  )
  const { lambda: _, ...resolved } = resolveOptionsOn(rankRlsOptions, rest, trainingFacts(lists.labels.length, undefined))
  refuseIdleOptions(resolved, givenOptions(rankRlsOptions, rest), { rows: lists.labels.length })
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const { problem, space } = yield* preparedFit(requireRows(lists), resolved, runtime)
    const { solver } = space.smaller ?? space
    if (solver.heldOut === undefined) throw noClosedForm()
    const held = folds === undefined ? leaveOneOut(lists, problem.centring) : listFolds(lists, folds, problem.centring)
    const path = yield* solver.heldOut(lambdas, held)
    return { ...path, notes: space.smaller === undefined ? [] : [`lists were left out of fits ${solver.description}`] }
  } finally {
    compute.release(mark)
  }
}
