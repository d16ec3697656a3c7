/**
 * Linear rankers trained on whole lists: s(x) = w · φ(x) with φ the bounded feature map, w the minimiser of the mean loss of the
 * lists plus λ/2 ‖w‖² over a ball of weights or over all weights. Which loss is the method's affair.
 */
import type { FeatureMap } from '../../data/features/featureMap.ts'
import { mapRadius } from '../../data/features/featureMapRadius.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { ListLoss } from '../../losses/loss.ts'
import { parseMetric } from '../../metrics/metricName.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { OptionValue, TunedOption } from '../../models/common/modelCommon.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { NormBall } from '../../numeric/optimisers/projections.ts'
import type { Resolved } from '../../options/optionTable.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { chooseOn, openChoice } from '../common/chooseOn.ts'
import { fittedMap } from '../common/fittedMap.ts'
import { type MappedFeatures, mappedFeatures } from '../common/mappedFeatures.ts'
import { requireRows } from '../common/rowWeights.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { sameDataNotes, trainingRecord } from '../common/trainingRecord.ts'
import { type Validation, validationOf } from '../common/validation.ts'
import type { linearRankerOptions } from './linearRankerOptions.ts'
import type { LinearFit, LinearSolver, Penalty } from './linearSolver.ts'

/** What a method asks of the trainer that all linear rankers share. */
export interface LinearRankerRequest {
  readonly method: string
  readonly loss: ListLoss
  readonly options: Omit<Resolved<typeof linearRankerOptions>, 'ball'> & {
    readonly ball: NormBall['norm'] | 'none'
    readonly lambda?: number | 'theory'
  }
  /** Names of the options that the caller gave. */
  readonly given: readonly string[]
  /** The method's own options, as they took effect. */
  readonly own: Readonly<Record<string, OptionValue>>
  /** Penalties to try on validation data, from the strongest down, and the one without any. */
  readonly lambdas: readonly number[]
  readonly defaultLambda: number
  solver(features: MappedFeatures, lists: RankingLists, runtime: Runtime): LinearSolver
  /** Whether lambda may be 0 without a ball. */
  readonly needsPenalty?: boolean
}

/** Beside its options, what a linear ranker is given. */
export interface LinearRankerData {
  readonly valid?: RankingLists
  /** A model to start from; its feature map is kept. */
  readonly start?: LinearModel
}

/** Radii to try on validation data, from the smallest up. */
const radiusGrid: readonly number[] = [0.1, 0.3, 1, 3, 10, 30, 100, 300]
export const defaultRadius = 10
/** Iterations without a better value on the validation data before the fit is given up. */
const PATIENCE = 20

export function* linearRanker(
  given: RankingLists,
  { valid, start }: LinearRankerData,
  request: LinearRankerRequest,
  runtime: Runtime,
): Training<TrainerResult<LinearModel>> {
  const { method, loss, options, lambdas, defaultLambda } = request
  const { ball: norm, earlyStop } = options
  refuseIdleOptions(request, valid, start)
  parseMetric(earlyStop) // a name that is not one should not cost a whole fit
  const { lists, notes } = startingLists(given, start)
  const map = start?.featureMap ?? (yield* fittedMap(lists, featureMapChoice(options), runtime))
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const features = yield* mappedFeatures(map, lists, runtime)
    const validation = valid && (yield* validationOf(valid, map, featuresOf(given, start), earlyStop, runtime))
    const solver = request.solver(features, lists, runtime)
    const penalty = (lambda: number, radius: number): Penalty => ({ lambda, ...(norm !== 'none' && { ball: { norm, radius } }) })
    const radius = options.radius ?? defaultRadius
    const from = start === undefined ? new Float64Array(map.width) : Float64Array.from(start.weights)
    const openLambda = norm === 'none' && options.lambda === undefined
    const openRadius = norm !== 'none' && options.radius === undefined
    const lambda =
      options.lambda === 'theory' ? theoryLambda(loss, lists, map, request) : (options.lambda ?? (norm === 'none' ? defaultLambda : 0))

    let chosen: ChosenFit
    if (validation !== undefined && openLambda)
      chosen = yield* path('lambda', lambdas, (value) => penalty(value, radius), solver, from, validation, runtime)
    else if (validation !== undefined && openRadius)
      chosen = yield* path('radius', radiusGrid, (value) => penalty(lambda, value), solver, from, validation, runtime)
    else if (validation !== undefined)
      chosen = yield* stoppedEarly(penalty(lambda, radius), solver, from, options.iterations, validation, runtime)
    else
      chosen = {
        fit: yield* told(solver.solve(penalty(lambda, radius), from), options.iterations, runtime),
        penalty: penalty(lambda, radius),
        tuned: [],
        notes: [],
      }

    const { fit, tuned } = chosen
    requireFinite(fit)
    const weights = fit.weights.slice()
    const { lambda: usedLambda, ball } = chosen.penalty
    const { iterations, objective, optimality } = fit
    const model: LinearModel = {
      kind: 'linear',
      method,
      options: {
        ...mapOptions(map, options, start),
        ...request.own,
        ball: norm,
        ...(ball && { radius: ball.radius }),
        lambda: usedLambda,
        ...(tuned.length > 0 && { earlyStop }),
        iterations: tuned.some(({ option }) => option === 'iterations') ? iterations : options.iterations,
        tolerance: options.tolerance,
      },
      features: featuresOf(given, start),
      featureMap: map,
      weights,
      intercept: 0,
      training: trainingRecord(given, valid, { given: request.given, tuned, iterations, objective, optimality }, compute, start),
    }
    notes.push(...(validation?.notes ?? []), ...chosen.notes, ...fitNotes(model, fit, chosen.penalty, lists))
    notes.push(...sameDataNotes(model.training))
    return { model, iterations, objective, optimality, notes }
  } finally {
    compute.release(mark)
  }
}

/** A fit, and what was chosen to get it. */
interface ChosenFit {
  readonly fit: LinearFit
  readonly penalty: Penalty
  readonly tuned: readonly TunedOption[]
  readonly notes: readonly string[]
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
  const chosen = yield* chooseOn({ option, on: 'valid', metric }, grid, function* (value) {
    const fit = yield* told(solver.solve(penaltyOf(value), from), undefined, runtime)
    from = fit.weights
    return { measured: measure(fit.weights), kept: fit }
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
    const step = steps.next()
    const standing = step.done ? step.value.weights : solver.standing
    const measured = measure(standing)
    choice.offer(step.done ? step.value.iterations : step.value.iteration, measured, () => standing.slice())
    if (step.done || choice.sinceLeader >= PATIENCE) break
    const { iteration, value: objective } = step.value
    yield { stage: 'iteration', done: iteration, total: iterations, objective, metrics: { [metric]: measured } }
  }
  const { kept: weights, tried, tuned, notes } = choice.decide()
  const { objective, optimality } = solver.assess(penalty, weights)
  const fit: LinearFit = { weights, objective, optimality, iterations: tried, ended: 'converged' }
  return { fit, penalty, tuned: [tuned], notes }
}

/** Tells each iteration and obeys the stop flag. */
function* told(steps: ReturnType<LinearSolver['solve']>, total: number | undefined, runtime: Runtime): Training<LinearFit> {
  for (;;) {
    obeyStop(runtime)
    const step = steps.next()
    if (step.done) return step.value
    yield { stage: 'iteration', done: step.value.iteration, ...(total !== undefined && { total }), objective: step.value.value }
  }
}

/** λ = √((4G²/n)/(W²/2 + 4W²/n)) with G = G_φ R: MATH of the query-level bounds, regularised empirical risk minimisation. */
function theoryLambda(loss: ListLoss, lists: RankingLists, map: FeatureMap, { options }: LinearRankerRequest): number {
  const refuse = (allowed: string): never => {
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'lambda', found: 'theory', allowed })
  }
  const { ball, radius } = options
  if (ball !== 'l2' || radius === undefined || radius === 0) return refuse('a number, or theory together with ball l2 and a radius above 0')
  if (!loss.convex) return refuse('a number: theory is for convex losses only')
  const reach = mapRadius(map, 'l2')
  if (reach === undefined) return refuse('a number, or theory together with a feature ball, which bounds the features')
  const { value } = lossConstants(loss, lists, radius * reach).lipschitz
  if (!Number.isFinite(value)) return refuse('a number: the loss has no Lipschitz constant')
  const slope = value * reach
  const n = lists.listIds.length
  return Math.sqrt((4 * slope * slope) / n / ((radius * radius) / 2 + (4 * radius * radius) / n))
}

/** The constants of a loss for lists like these, with scores up to the bound. */
export function lossConstants(loss: ListLoss, { labels, offsets }: RankingLists, scoreBound: number): ReturnType<ListLoss['constants']> {
  let greatestLabel = 0
  for (const label of labels) greatestLabel = Math.max(greatestLabel, label)
  let longestList = 0
  for (let list = 0; list + 1 < offsets.length; list++) longestList = Math.max(longestList, offsets[list + 1] - offsets[list])
  return loss.constants({ greatestLabel, longestList, scoreBound })
}

/** The lists with the features of the start model, where there is one. */
export function startingLists(given: RankingLists, start: LinearModel | undefined): { lists: RankingLists; notes: string[] } {
  requireRows(given)
  const weights = given.listWeights
  if (weights !== undefined && !weights.some((weight) => weight > 0)) {
    throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'all lists weigh 0' })
  }
  if (start === undefined) return { lists: given, notes: [] }
  const { lists, notes } = matchFeatures(start, given)
  return { lists, notes: notes.map((note) => `start: ${note}`) }
}

export function featuresOf(lists: RankingLists, start: LinearModel | undefined): readonly string[] | number {
  return start?.features ?? lists.featureNames ?? lists.width
}

type MapChoice = Pick<Resolved<typeof linearRankerOptions>, 'scale' | 'missing' | 'featureBall' | 'featureRadius'>

export function featureMapChoice({ scale, missing, featureBall, featureRadius }: MapChoice): MapChoice {
  return { scale, missing, featureBall, ...(featureRadius !== undefined && { featureRadius }) }
}

/** The options of the feature map as they took effect. */
export function mapOptions(
  map: FeatureMap,
  { scale, missing, featureBall, featureRadius = 1 }: MapChoice,
  start: LinearModel | undefined,
): Record<string, OptionValue> {
  if (start === undefined) return { scale, missing, featureBall, ...(featureBall !== 'none' && { featureRadius }) }
  const { ball } = map
  return {
    scale: map.scale.kind,
    missing: map.missing,
    featureBall: ball.norm,
    ...(ball.norm !== 'none' && { featureRadius: ball.radius }),
  }
}

export function refuse(option: string, needs: string): never {
  throw new RankwrightError({ area: 'option', code: 'option-without-effect', option, needs })
}

function refuseIdleOptions(
  { given, options, needsPenalty }: LinearRankerRequest,
  valid: RankingLists | undefined,
  start: LinearModel | undefined,
): void {
  if (given.includes('radius') && options.ball === 'none') refuse('radius', 'ball l1 or l2')
  if (given.includes('earlyStop') && valid === undefined) refuse('earlyStop', 'validation data')
  refuseMapOptions(given, start)
  if (needsPenalty && options.ball === 'none' && options.lambda === 0) {
    const allowed = 'a number above 0, or a ball: without either there may be no least plain hinge loss'
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'lambda', found: 0, allowed })
  }
}

/** A start model brings its own feature map. */
export function refuseMapOptions(given: readonly string[], start: LinearModel | undefined): void {
  if (start === undefined) return
  for (const option of ['scale', 'missing', 'featureBall', 'featureRadius']) {
    if (given.includes(option)) refuse(option, 'no start model, whose feature map is kept')
  }
}

export function requireFinite({ weights, objective }: Pick<LinearFit, 'weights' | 'objective'>): void {
  if (Number.isFinite(objective) && weights.every((weight) => Number.isFinite(weight))) return
  throw new RankwrightError({ area: 'model', code: 'training-diverged' })
}

function fitNotes(
  model: LinearModel,
  { weights, ended, iterations, optimality }: LinearFit,
  { ball }: Penalty,
  lists: RankingLists,
): string[] {
  const notes: string[] = []
  if (ended === 'iteration-limit')
    notes.push(`stopped after ${iterations} iterations at ${optimality.toExponential(1)} from optimal; allow more with iterations`)
  notes.push(...weightNotes(model, weights, ball, lists))
  return notes
}

/** What to say about weights that are zero. */
export function weightNotes(
  model: Pick<LinearModel, 'features'>,
  weights: Float64Array,
  ball: Penalty['ball'],
  { labels, offsets }: RankingLists,
): string[] {
  const surviving = Array.from(weights.keys()).filter((column) => weights[column] !== 0)
  if (surviving.length === 0) {
    if (ball?.radius === 0) return ['the radius is 0: all weights are 0, and so are all scores']
    const graded = offsets.some((start, list) => labels.subarray(start, offsets[list + 1]).some((label) => label !== labels[start]))
    if (!graded) return ['no list has items of different labels, so there is nothing to learn: all weights are 0']
    return ['no feature tells items of a list apart by what they are worth: all weights are 0']
  }
  if (ball?.norm !== 'l1') return []
  const name = (column: number) => (typeof model.features === 'number' ? `${column + 1}` : model.features[column])
  const byWeight = surviving.sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]) || a - b)
  const shown = byWeight.slice(0, 20).map(name).join(', ')
  const more = byWeight.length > 20 ? ` and ${byWeight.length - 20} more` : ''
  return [`${surviving.length} of ${weights.length} features survive: ${shown}${more}`]
}
