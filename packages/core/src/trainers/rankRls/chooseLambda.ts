import type { TunedOption } from '../../models/common/modelCommon.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { leaveOneOut } from '../../work/passes/rankRls/heldOutFolds.ts'
import { type Chosen, chooseOn } from '../common/chooseOn.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { groupsOfHeld } from '../common/foldsOfHeld.ts'
import { leftOutSample } from '../common/leftOutSample.ts'
import { functionValidation } from '../common/validation.ts'
import { lambdaPath } from './lambdaPath.ts'
import { functionsOf, type PreparedFit } from './preparedFit.ts'
import { sampledErrors, sampleRows, subproblems } from './subproblems.ts'

/** Rows of the lists that are left out in turn. */
const leftOutRows = 4096

export interface ChosenLambda {
  readonly lambda: number
  readonly tuned: readonly TunedOption[]
  readonly notes: readonly string[]
}

/** On the validation data where there is any, else by what fits say about lists that they have not seen. */
export function* chooseLambda(
  fit: PreparedFit,
  { valid, metric, seed }: { readonly valid?: HeldLists; readonly metric: string; readonly seed: number },
  runtime: Runtime,
): Training<ChosenLambda> {
  if (valid === undefined) {
    const { kept: lambda, tuned, notes } = yield* chooseOnHeldOut(fit, seed, runtime)
    return { lambda, tuned: [tuned], notes }
  }
  const { smaller } = fit.space
  const notes = smaller === undefined ? [] : [`lambda was chosen ${smaller.solver.description}`]
  const chosen = yield* chooseOnValid(fit, valid, metric)
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

function* chooseOnHeldOut(fit: PreparedFit, seed: number, runtime: Runtime): Training<Chosen<number>> {
  const { problem } = fit
  if (leaveOneOut(problem.graded, problem.centring).length < 2) throw new RankwrightError({ area: 'model', code: 'nothing-to-leave-out' })
  const { errors, notes } = yield* heldOutErrors(fit, seed, runtime)
  const on = problem.totals.lists === 1 ? 'left-out items' : 'left-out lists'
  const criterion = { option: 'lambda', on, metric: 'squared error of pairs', best: 'smallest' } as const
  // Errors that differ by rounding alone are equal.
  const chosen = yield* chooseOn(criterion, lambdaPath, (lambda, index) => ({
    measured: Number(errors[index].toPrecision(12)),
    kept: lambda,
  }))
  return { ...chosen, notes: [...notes, ...chosen.notes] }
}

/** From the fit itself if its solver knows them at a moderate cost, else from fits to samples of the rows. */
function* heldOutErrors(
  { problem, kernel, space }: PreparedFit,
  seed: number,
  runtime: Runtime,
): Training<{ readonly errors: readonly number[]; readonly notes: readonly string[] }> {
  const { graded, centring } = problem
  const rows = graded.labels.length
  const groups = yield* groupsOfHeld(problem.held)
  if (kernel.kind !== 'linear' && space.kind !== 'basis' && rows > sampleRows) {
    const samples = yield* subproblems(problem, groups, seed)
    const sizes = samples.map((sample) => sample.problem.graded.labels.length)
    const count = samples.length === 1 ? '1 sample' : `${samples.length} samples`
    const notes = [`lambda was chosen on ${count} of ${sizes[0]} rows, whose penalty per row is that of all ${rows}`]
    return { errors: yield* sampledErrors(samples, kernel, lambdaPath, runtime), notes }
  }
  const { solver } = space
  if (solver.heldOut === undefined) throw noClosedForm()
  const folds = leaveOneOut(graded, centring, groups)
  const sample = leftOutSample(
    folds.map((fold) => fold.rows.length),
    leftOutRows,
    seed,
  )
  const held = sample === undefined ? folds : Array.from(sample.lists, (fold) => folds[fold])
  const { errors } = yield* solver.heldOut(lambdaPath, held)
  return { errors: errors.map((error) => (error * folds.length) / held.length), notes: sample === undefined ? [] : [sample.note] }
}

export function noClosedForm(): RankwrightError {
  const allowed = 'a number, or validation data: with this many features the error on left-out lists has no closed form'
  return new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'lambda', found: 'auto', allowed })
}
