import type { TunedOption } from '../../models/common/modelCommon.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { leaveOneOut } from '../../work/passes/rankRls/heldOutFolds.ts'
import { type Chosen, chooseOn } from '../common/chooseOn.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { functionValidation } from '../common/validation.ts'
import { functionsOf, type PreparedFit } from './preparedFit.ts'

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
export function* chooseLambda(fit: PreparedFit, valid: HeldLists | undefined, metric: string): Training<ChosenLambda> {
  const { smaller } = fit.space
  const notes = smaller === undefined ? [] : [`lambda was chosen ${smaller.solver.description}`]
  const chosen = valid === undefined ? yield* chooseOnHeldOut(fit) : yield* chooseOnValid(fit, valid, metric)
  return { lambda: chosen.kept, tuned: [chosen.tuned], notes: [...notes, ...chosen.notes] }
}

function* chooseOnValid(fit: PreparedFit, valid: HeldLists, metric: string): Training<Chosen<number>> {
  const { problem, space } = fit
  const within = space.smaller ?? space
  const validation = yield* functionValidation(valid, featuresOf(problem.held), metric)
  const path = yield* within.solver.path(lambdaPath)
  const usable = lambdaPath.flatMap((lambda, index) => (path[index] === undefined ? [] : [{ lambda, coefficients: path[index] }]))
  if (usable.length === 0) throw new RankwrightError({ area: 'model', code: 'training-diverged' })
  const functions = usable.map(({ coefficients }) => coefficients)
  const measured = yield* validation.measure(functionsOf(fit, within, functions))
  const tried = usable.map(({ lambda }) => lambda)
  const chosen = yield* chooseOn({ option: 'lambda', on: 'valid', metric }, tried, (lambda, index) => ({
    measured: measured[index],
    kept: lambda,
  }))
  return { ...chosen, notes: [...validation.notes, ...chosen.notes] }
}

function* chooseOnHeldOut({ problem, space }: PreparedFit): Training<Chosen<number>> {
  const { solver } = space.smaller ?? space
  if (solver.heldOut === undefined) throw noClosedForm()
  const folds = leaveOneOut(problem.graded, problem.centring)
  if (folds.length < 2) throw new RankwrightError({ area: 'model', code: 'nothing-to-leave-out' })
  const { errors } = yield* solver.heldOut(lambdaPath, folds)
  const on = problem.totals.lists === 1 ? 'left-out items' : 'left-out lists'
  const criterion = { option: 'lambda', on, metric: 'squared error of pairs', best: 'smallest' } as const
  // Errors that differ by rounding alone are equal.
  return yield* chooseOn(criterion, lambdaPath, (lambda, index) => ({ measured: Number(errors[index].toPrecision(12)), kept: lambda }))
}

export function noClosedForm(): RankwrightError {
  const allowed = 'a number, or validation data: with this many features the error on left-out lists has no closed form'
  return new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'lambda', found: 'auto', allowed })
}
