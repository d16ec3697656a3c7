import { listCount, type RankingLists } from '../../data/lists/rankingLists.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { type Chosen, chooseOn } from '../common/chooseOn.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { validationLists } from '../common/validation.ts'
import { functionScores, type PreparedFit } from './preparedFit.ts'
import { leaveOneOut } from './solvers/heldOutFolds.ts'

/** What is tried, from the strongest penalty down: three to each factor of ten. */
export const lambdaPath: readonly number[] = Array.from({ length: 30 }, (_, step) =>
  Number(`${[10, 4.64, 2.15][step % 3]}e-${Math.floor(step / 3)}`),
)

export interface ChosenLambda {
  readonly lambda: number
  readonly tuned: readonly TunedOption[]
  readonly notes: readonly string[]
}

/** On the validation data where there is any, else by what fits say about lists that they have not seen. */
export function* chooseLambda(fit: PreparedFit, valid: RankingLists | undefined, metric: string, runtime: Runtime): Training<ChosenLambda> {
  const { smaller } = fit.space
  const notes = smaller === undefined ? [] : [`lambda was chosen ${smaller.solver.description}`]
  const chosen = valid === undefined ? yield* chooseOnHeldOut(fit) : yield* chooseOnValid(fit, valid, metric, runtime)
  return { lambda: chosen.kept, tuned: [chosen.tuned], notes: [...notes, ...chosen.notes] }
}

function* chooseOnValid(fit: PreparedFit, valid: RankingLists, metric: string, runtime: Runtime): Training<Chosen<number>> {
  const { problem, space } = fit
  const within = space.smaller ?? space
  const validation = validationLists(valid, featuresOf(problem.lists), metric, runtime)
  const path = yield* within.solver.path(lambdaPath)
  const usable = lambdaPath.flatMap((lambda, index) => (path[index] === undefined ? [] : [{ lambda, coefficients: path[index] }]))
  const scores = functionScores(
    fit,
    within,
    usable.map(({ coefficients }) => coefficients),
    validation.lists,
    runtime,
  )
  const tried = usable.map(({ lambda }) => lambda)
  const chosen = yield* chooseOn({ option: 'lambda', on: 'valid', metric }, tried, (lambda, index) => ({
    measured: validation.measure(scores[index]),
    kept: lambda,
  }))
  return { ...chosen, notes: [...validation.notes, ...chosen.notes] }
}

function* chooseOnHeldOut({ problem, space }: PreparedFit): Training<Chosen<number>> {
  const { solver } = space.smaller ?? space
  if (solver.heldOut === undefined) throw noClosedForm()
  const folds = leaveOneOut(problem.lists, problem.centring)
  if (folds.length < 2) throw new RankwrightError({ area: 'model', code: 'nothing-to-leave-out' })
  const { errors } = yield* solver.heldOut(lambdaPath, folds)
  const on = listCount(problem.lists) === 1 ? 'left-out items' : 'left-out lists'
  const criterion = { option: 'lambda', on, metric: 'squared error of pairs', best: 'smallest' } as const
  return yield* chooseOn(criterion, lambdaPath, (lambda, index) => ({ measured: errors[index], kept: lambda }))
}

export function noClosedForm(): RankwrightError {
  const allowed = 'a number, or validation data: with this many features the error on left-out lists has no closed form'
  return new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'lambda', found: 'auto', allowed })
}
