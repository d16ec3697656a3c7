/**
 * Linear rankers trained on whole lists: s(x) = w · φ(x) with φ the bounded feature map, w the minimiser of the mean loss of the
 * lists plus λ/2 ‖w‖² over a ball of weights or over all weights. Which loss is the method's affair.
 */
import { type ListLossSpec, listLoss } from '../../losses/lossSpec.ts'
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import type { OptionValue } from '../../models/common/optionValue.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { nextStep } from '../../numeric/optimisers/objective.ts'
import type { NormBall } from '../../numeric/optimisers/projections.ts'
import { twoDigits } from '../../numeric/twoDigits.ts'
import type { Resolved, ResolvedOn } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { besideOthers, type Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { chooseOn, openChoice } from '../common/chooseOn.ts'
import { featureMapChoice, recordedMapOptions } from '../common/featureMapChoice.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { penaltyGrid } from '../common/penaltyGrid.ts'
import { requireFinite } from '../common/requireFinite.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { heldTrainingRecord, sameDataNotes } from '../common/trainingRecord.ts'
import { type Validation, validationOf } from '../common/validation.ts'
import { CLOSE, endNotes } from './endNotes.ts'
import { gainNotes } from './gainNotes.ts'
import { type LinearLists, linearLists } from './linearLists.ts'
import type { LinearFacts, linearRankerOptions } from './linearRankerOptions.ts'
import type { LinearFit, LinearSolver, Penalty, SolverOptions } from './linearSolver.ts'
import { leavesListsOut, penaltyByFolds } from './penaltyByFolds.ts'
import { penaltyScale } from './penaltyScale.ts'
import { type LinearRankerData, refuseMapOptions, startingLists } from './startModel.ts'
import { theoryLambdaFor } from './theoryLambdaFor.ts'
import { allZero, weightNotes, type ZeroCauses } from './weightNotes.ts'

/** What a method asks of the trainer that all linear rankers share. */
export interface LinearRankerRequest {
  readonly method: string
  readonly loss: ListLossSpec
  /** The options that follow from those given alone. */
  readonly known: WithBall<Resolved<typeof linearRankerOptions>>
  /** All of them, once the facts are there. */
  optionsOn(facts: LinearFacts): LinearOptions
  /** The default penalty as a share of the penalty scale; without one, there is never a penalty. */
  readonly share?: number
  /** Names of the options that the caller gave. */
  readonly given: readonly string[]
  /** The method's own options, as they took effect. */
  readonly own: Readonly<Record<string, OptionValue>>
  solver(lists: LinearLists, options: SolverOptions, runtime: Runtime): Training<LinearSolver>
  /** Whether lambda may be 0 without a ball. */
  readonly needsPenalty?: boolean
}

/** Some methods know more balls than those of the options. */
type WithBall<Options> = Omit<Options, 'ball'> & { readonly ball: NormBall['norm'] | 'none' }

export type LinearOptions = WithBall<ResolvedOn<typeof linearRankerOptions>> & {
  /** Without it, validation data or left-out lists choose. */
  readonly lambda?: number | 'theory'
}

/** Radii to try on validation data, from the smallest up. */
const radiusGrid: readonly number[] = [0.1, 0.3, 1, 3, 10, 30, 100, 300]
/** Iterations without a better value on the validation data before the fit is given up. */
const PATIENCE = 20

export function* linearRanker(
  given: TrainingLists,
  { valid, start }: LinearRankerData,
  request: LinearRankerRequest,
  shared: Runtime,
): Training<TrainerResult<LinearModel>> {
  const runtime = besideOthers(shared)
  const { method, loss, known } = request
  const { ball: norm, earlyStop } = known
  refuseIdleOptions(request, valid, start)
  metricToChooseBy('earlyStop', earlyStop) // a name that is not one should not cost a whole fit
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const held = heldBy(given, runtime)
    const heldValid = valid && heldBy(valid, runtime)
    const { lists, notes } = yield* startingLists(held, start)
    const map = start?.featureMap ?? (yield* fittedMap(lists, featureMapChoice(known)))
    const mapped = yield* linearLists(lists, map)
    const validation = heldValid && (yield* validationOf(heldValid, map, featuresOf(held, start), earlyStop))
    const open = norm === 'none' && !request.given.includes('lambda')
    const scale = open ? yield* penaltyScale(mapped, loss) : 1
    const leftOut = open && leavesListsOut(mapped.size, mapped.width)
    const options = request.optionsOn({ valid: valid !== undefined, leftOut, penaltyScale: scale })
    if (request.needsPenalty && norm === 'none' && options.lambda === 0) refuseNoPenalty()
    const searched = { iterations: options.iterations, tolerance: options.tolerance, seed: options.seed }
    const usual = twoDigits((request.share ?? 0) * scale)
    const solverOn = (some: LinearLists, how: SolverOptions) => request.solver(some, how, runtime)
    const byFolds =
      options.lambda === undefined && valid === undefined ? yield* penaltyByFolds(mapped, usual, searched, solverOn, runtime) : undefined
    const solver = yield* solverOn(mapped, searched)
    const from = start === undefined ? new Float64Array(map.width) : Float64Array.from(start.weights)
    const ball = { norm, radius: request.given.includes('radius') ? options.radius : undefined }
    const asked = byFolds?.lambda ?? options.lambda
    const lambda = asked === 'theory' ? theoryLambdaFor(listLoss(loss), mapped.size, map, ball) : asked
    const chosen = yield* fitOf({ ...options, lambda }, penaltyGrid((request.share ?? 0) * scale), solver, from, validation, runtime)
    const { fit } = chosen
    const tuned = [...(byFolds === undefined ? [] : [byFolds.tuned]), ...chosen.tuned]
    requireFinite(fit)
    const weights = fit.weights.slice()
    const { penalty } = chosen
    const { iterations, objective, optimality } = fit
    const model: LinearModel = {
      kind: 'linear',
      method,
      options: {
        ...recordedMapOptions(map),
        ...request.own,
        ball: norm,
        ...(penalty.ball && { radius: penalty.ball.radius }),
        lambda: penalty.lambda,
        ...(chosen.tuned.length > 0 && { earlyStop }),
        iterations: tuned.some(({ option }) => option === 'iterations') ? iterations : options.iterations,
        tolerance: options.tolerance,
        seed: options.seed,
      },
      features: featuresOf(held, start),
      featureMap: map,
      weights,
      intercept: 0,
      training: yield* heldTrainingRecord(
        held,
        heldValid,
        {
          given: request.given,
          ...(open && valid === undefined && byFolds === undefined && { fitted: ['lambda'] }),
          tuned,
          iterations,
          objective,
          optimality,
        },
        runtime,
        start,
      ),
    }
    const gains = gainNotes(loss, mapped.size)
    // Where no list says what is better, how far the search came means nothing.
    const ends = mapped.size.graded ? endNotes(fit, options.tolerance) : []
    notes.push(...(validation?.notes ?? []), ...(byFolds?.notes ?? []), ...chosen.notes, ...gains, ...ends)
    if (gains.length === 0 || !allZero(weights)) notes.push(...weightNotes(model, penalty.ball, yield* zeroCauses(mapped, fit)))
    notes.push(...sameDataNotes(model.training))
    return { model, iterations, objective, optimality, notes }
  } finally {
    compute.release(mark)
  }
}

function* zeroCauses({ size, spread }: LinearLists, { weights, optimality }: LinearFit): Training<ZeroCauses> {
  return { graded: size.graded, spread: allZero(weights) ? yield* spread() : 1, converged: optimality <= CLOSE }
}

/** A fit, and what was chosen to get it. */
interface ChosenFit {
  readonly fit: LinearFit
  readonly penalty: Penalty
  readonly tuned: readonly TunedOption[]
  readonly notes: readonly string[]
}

/** The fit, with what was left out chosen on the validation lists: the penalty, the radius of the ball, or else the iteration. */
function* fitOf(
  { ball: norm, radius, lambda, iterations }: LinearOptions & { readonly lambda: number | undefined },
  lambdas: readonly number[],
  solver: LinearSolver,
  from: Float64Array,
  validation: Validation | undefined,
  runtime: Runtime,
): Training<ChosenFit> {
  const penaltyOf = (weight: number, reach: number): Penalty => ({
    lambda: weight,
    ...(norm !== 'none' && { ball: { norm, radius: reach } }),
  })
  if (validation !== undefined && lambda === undefined)
    return yield* path('lambda', lambdas, (value) => ({ lambda: value }), solver, from, validation, runtime)
  if (validation !== undefined && norm !== 'none' && radius === undefined)
    return yield* path('radius', radiusGrid, (value) => penaltyOf(lambda!, value), solver, from, validation, runtime)
  const penalty = penaltyOf(lambda!, radius!) // without validation data, their rules leave neither open
  if (validation !== undefined) return yield* stoppedEarly(penalty, solver, from, iterations, validation, runtime)
  return { fit: yield* withProgress(solver.solve(penalty, from), iterations, runtime), penalty, tuned: [], notes: [] }
}

/** One fit for each value of an option, each from where the last one ended; the validation data chooses. */
function* path(
  option: 'lambda' | 'radius',
  grid: readonly number[],
  penaltyOf: (value: number) => Penalty,
  solver: LinearSolver,
  start: Float64Array,
  { metric, measure }: Validation,
  runtime: Runtime,
): Training<ChosenFit> {
  let from = start
  const triedFrom = option === 'lambda' ? { triedFrom: 'fitted' as const } : {} // radii are the same for all data
  const chosen = yield* chooseOn({ option, on: 'valid', metric, ...triedFrom }, grid, function* (value) {
    const fit = yield* withProgress(solver.solve(penaltyOf(value), from), undefined, runtime)
    from = fit.weights
    return { measured: yield* measure(fit.weights), kept: fit }
  })
  return { fit: chosen.kept, penalty: penaltyOf(chosen.tried), tuned: [chosen.tuned], notes: chosen.notes }
}

/** One fit, ended where the validation data is ordered best. */
function* stoppedEarly(
  penalty: Penalty,
  solver: LinearSolver,
  start: Float64Array,
  iterations: number,
  { metric, measure }: Validation,
  runtime: Runtime,
): Training<ChosenFit> {
  const choice = openChoice<Float64Array>({ option: 'iterations', on: 'valid', metric, most: iterations })
  const steps = solver.solve(penalty, start, true)
  for (;;) {
    obeyStop(runtime)
    const step = yield* nextStep(steps)
    const standing = step.done ? step.value.weights : solver.standing
    const measured = yield* measure(standing)
    choice.offer(step.done ? step.value.iterations : step.value.iteration, measured, () => standing.slice())
    if (step.done || choice.sinceLeader >= PATIENCE) break
    const { iteration, value: objective } = step.value
    yield { stage: 'iteration', done: iteration, total: iterations, objective, metrics: { [metric]: measured } }
  }
  const { kept: weights, tried, tuned, notes } = choice.decide()
  const { objective, optimality } = yield* solver.assess(penalty, weights)
  const fit: LinearFit = { weights, objective, optimality, iterations: tried, ended: 'validation' }
  return { fit, penalty, tuned: [tuned], notes }
}

/** Reports each iteration and obeys the stop flag. */
function* withProgress(steps: ReturnType<LinearSolver['solve']>, total: number | undefined, runtime: Runtime): Training<LinearFit> {
  for (;;) {
    obeyStop(runtime)
    const step = yield* nextStep(steps)
    if (step.done) return step.value
    yield { stage: 'iteration', done: step.value.iteration, ...(total !== undefined && { total }), objective: step.value.value }
  }
}

function refuseIdleOptions({ given }: LinearRankerRequest, valid: TrainingLists | undefined, start: LinearModel | undefined): void {
  if (given.includes('earlyStop') && valid === undefined) refuseOption('earlyStop', 'validation data')
  refuseMapOptions(given, start)
}

function refuseNoPenalty(): never {
  const allowed = 'a number above 0, or a ball: without either the plain hinge loss may have no minimum'
  throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'lambda', found: 0, allowed })
}
