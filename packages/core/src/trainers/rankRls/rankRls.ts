/**
 * RankRLS: the function in the space of a kernel with the least squared error over pairs of items. With φ the bounded feature map,
 * ω the weight of a list and m the number of its items it minimises
 *
 *   F(f) = Σ_q ω_q/Ω · 1/m_q² Σ_{j,k} (yⱼ − yₖ − (f(xⱼ) − f(xₖ)))² + λ ‖f‖²,
 *
 * pairs being taken within lists, or, with global centring, among all rows as if they were one list. Pahikkala et al. 2009, "An
 * efficient algorithm for learning to rank from preference graphs".
 */
import { rowMapper } from '../../data/features/featureMapApply.ts'
import { listCount, type RankingLists } from '../../data/lists/rankingLists.ts'
import type { KernelFunction } from '../../kernels/kernelFunction.ts'
import { parseMetric } from '../../metrics/metricName.ts'
import { matchFeatures } from '../../models/common/matchFeatures.ts'
import type { OptionValue, TunedOption } from '../../models/common/modelCommon.ts'
import { type KernelModel, type KernelPosterior, kernelScores } from '../../models/kernel/kernel.ts'
import { type LinearModel, linearScores } from '../../models/linear/linear.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptions } from '../../options/resolveOptions.ts'
import { earlyStopOptions, featureMapOptions, seedOptions } from '../../options/sharedOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { rowsHere, type TrainingLists } from '../../work/heldLists.ts'
import { LocalLists } from '../../work/localLists.ts'
import { chooseOn } from '../common/chooseOn.ts'
import { featureMapChoice, recordedMapOptions } from '../common/featureMapChoice.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireFinite } from '../common/requireFinite.ts'
import { requireRows, requireSquares } from '../common/rowWeights.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { sameDataNotes, trainingRecord } from '../common/trainingRecord.ts'
import { validationLists } from '../common/validation.ts'
import { dualSolver, exactPathRows } from './solvers/dualSolver.ts'
import { type HeldOutPath, leaveOneOut, listFolds } from './solvers/heldOutFolds.ts'
import { iterativeSolver } from './solvers/iterativeSolver.ts'
import { centre, interceptOf, pairwiseCentring } from './solvers/pairwiseCentring.ts'
import { primalSolver } from './solvers/primalSolver.ts'
import type { RankRlsProblem, RankRlsSolver } from './solvers/rankRlsProblem.ts'
import { basisSpace, chooseBasis, rowsAt } from './spaces/kernelBasis.ts'
import { medianDistance } from './spaces/kernelWidth.ts'
import { largeBasisSpace, linearSpace, wideLinearSpace } from './spaces/rankRlsSpaces.ts'

export const rankRlsOptions = {
  ...featureMapOptions,
  kernel: {
    kind: 'choice',
    default: 'rbf',
    of: ['linear', 'rbf', 'polynomial', 'laplace'],
    doc: 'x · x′, exp(−‖x − x′‖²/(2 width²)), (1 + x · x′/width²)^degree or exp(−‖x − x′‖/width).',
  },
  kernelWidth: {
    kind: 'number',
    above: 0,
    doc: 'Width of the kernel; when left out, the median distance between 512 training rows, drawn by the seed.',
  },
  degree: { kind: 'integer', default: 2, atLeast: 1, atMost: 20, doc: 'Degree of the polynomial kernel.' },
  basis: {
    kind: 'integer',
    atLeast: 1,
    doc: 'Rows that the function is built on; all when left out and there are no more than 10,000, else 1024.',
  },
  centre: {
    kind: 'choice',
    default: 'list',
    of: ['list', 'global'],
    doc: 'Which items are compared: those of the same list, or all with all.',
  },
  lambda: {
    kind: 'number-or-word',
    words: ['auto'],
    atLeast: 0,
    doc: 'Weight of the penalty ‖f‖²; auto takes the one with the least error when one list is left out at a time (of a single list, one item), in closed form. When left out, chosen on the validation data, or auto without any.',
  },
  ...earlyStopOptions,
  uncertainty: {
    kind: 'flag',
    doc: 'Keep in the model what intervals around scores need; the file then grows with the square of the points. Not for the linear kernel.',
  },
  ...seedOptions,
} as const satisfies OptionTable

export type RankRlsOptions = OptionsOf<typeof rankRlsOptions> & { readonly valid?: TrainingLists }

type Choice = Resolved<typeof rankRlsOptions>

/** What is tried, from the strongest penalty down: three to each factor of ten. */
export const lambdaPath: readonly number[] = Array.from({ length: 30 }, (_, step) =>
  Number(`${[10, 4.64, 2.15][step % 3]}e-${Math.floor(step / 3)}`),
)

/** The kernel matrix of so many rows is factored. */
const exactRows = 10_000
/** Normal equations of so many features are solved. */
const directFeatures = 2048
const usualBasis = 1024
/** Mapped features that may stand in memory, with all their zeros. */
const denseValues = 2 ** 29

export function* rankRls(
  data: TrainingLists,
  { valid: validData, ...options }: RankRlsOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel | KernelModel>> {
  const lists = rowsHere(data, 'rankrls')
  const valid = validData && rowsHere(validData, 'rankrls')
  const resolved = resolveOptions(rankRlsOptions, options)
  const given = givenOptions(rankRlsOptions, options)
  const { earlyStop } = resolved
  requireRows(lists)
  refuseIdleOptions(resolved, given, valid)
  parseMetric(earlyStop) // a name that is not one should not cost a whole fit

  const { compute } = runtime
  const mark = compute.mark()
  try {
    const ready = yield* madeReady(lists, resolved, runtime)
    const { problem, kernel, space } = ready
    const notes = [`solved ${space.solver.told}`]
    const chosen =
      typeof resolved.lambda === 'number'
        ? { lambda: resolved.lambda, tuned: [], notes: [] }
        : yield* chooseLambda(ready, resolved.lambda === 'auto' ? undefined : valid, earlyStop, runtime)
    const fit = yield* space.solver.solve(chosen.lambda)
    const { objective, optimality, iterations } = fit
    const intercept = interceptOf(problem.centring, lists.labels, fit.scores)
    const training = trainingRecord(lists, valid, { given, tuned: chosen.tuned, iterations, objective, optimality }, compute)
    const common = {
      method: 'rankrls',
      options: effectiveOptions(resolved, problem, space, kernel, chosen),
      features: featuresOf(lists),
      featureMap: problem.map,
      intercept,
      training,
    }
    const coefficients = fit.coefficients.slice()
    requireFinite({ weights: coefficients, objective })
    notes.push(...chosen.notes, ...sameDataNotes(training))
    if (coefficients.every((value) => value === 0))
      notes.push('all coefficients are 0: no list has items of different labels, or no feature tells them apart')
    const model: LinearModel | KernelModel =
      space.points === undefined || kernel.kind === 'linear'
        ? { kind: 'linear', ...common, weights: coefficients }
        : {
            kind: 'kernel',
            ...common,
            kernel,
            points: space.points,
            coefficients,
            ...(resolved.uncertainty && { posterior: yield* posteriorOf(ready, chosen.lambda, fit.scores) }),
          }
    return { model, iterations, objective, optimality, notes }
  } finally {
    compute.release(mark)
  }
}

/**
 * The scores of all rows by fits that never saw their list, for each penalty of the path or those given, and without a refit; with
 * `folds` (numbers of lists, as `foldsOf` gives them) by fits without the whole fold. Scores are known up to a constant for each list.
 * Feature map, width of the kernel and basis are those of all lists.
 */
export function* rankRlsHeldOut(
  lists: RankingLists,
  options: Omit<RankRlsOptions, 'lambda' | 'earlyStop' | 'valid'> & {
    readonly lambdas?: readonly number[]
    readonly folds?: readonly Uint32Array[]
  } = {},
  runtime: Runtime = plainRuntime,
): Training<HeldOutPath> {
  const { lambdas = lambdaPath, folds, ...rest } = options
  const resolved = resolveOptions(rankRlsOptions, rest)
  refuseIdleOptions(resolved, givenOptions(rankRlsOptions, rest), undefined)
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const { problem, space } = yield* madeReady(requireRows(lists), resolved, runtime)
    const { solver } = space.smaller ?? space
    if (solver.heldOut === undefined) throw noClosedForm()
    const held = folds === undefined ? leaveOneOut(lists, problem.centring) : listFolds(lists, folds, problem.centring)
    return yield* solver.heldOut(lambdas, held)
  } finally {
    compute.release(mark)
  }
}

/** The scores that other lists get from fits with each of many penalties, all from one decomposition; undefined where one is too small. */
export function* rankRlsPath(
  lists: RankingLists,
  options: Readonly<Record<string, unknown>>,
  lambdas: readonly number[],
  test: RankingLists,
  runtime: Runtime = plainRuntime,
): Training<readonly (Float64Array | undefined)[]> {
  const resolved = resolveOptions(rankRlsOptions, { ...(options as RankRlsOptions), lambda: lambdas[0] })
  refuseIdleOptions(resolved, givenOptions(rankRlsOptions, options as RankRlsOptions), undefined)
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const ready = yield* madeReady(requireRows(lists), resolved, runtime)
    const { lists: matched } = matchFeatures({ features: featuresOf(lists) }, test)
    const path = yield* ready.space.solver.path(lambdas)
    const scores = scoresOf(
      ready,
      ready.space,
      path.flatMap((coefficients) => (coefficients === undefined ? [] : [coefficients])),
      matched,
      runtime,
    )
    return path.map((coefficients) => (coefficients === undefined ? undefined : scores.shift()))
  } finally {
    compute.release(mark)
  }
}

/** Everything that a fit needs before its penalty. */
interface Ready {
  readonly problem: RankRlsProblem
  readonly kernel: KernelFunction
  readonly space: FunctionSpace
}

/** Takes memory of the kernels, which its caller gives back. */
function* madeReady(lists: RankingLists, resolved: Choice, runtime: Runtime): Training<Ready> {
  requireSquares(lists)
  const map = yield* fittedMap(LocalLists.of(lists, runtime), featureMapChoice(resolved))
  const problem: RankRlsProblem = { lists, map, centring: pairwiseCentring(lists, resolved.centre) }
  const random = seededRandom(resolved.seed)
  const kernel = kernelOf(resolved, problem, random.fork('width'))
  return { problem, kernel, space: yield* functionSpace(problem, kernel, resolved, random.fork('basis'), runtime) }
}

function refuseIdleOptions({ kernel, lambda, uncertainty }: Choice, given: readonly string[], valid: RankingLists | undefined): void {
  if (kernel === 'linear' && given.includes('kernelWidth')) refuseOption('kernelWidth', 'kernel rbf, laplace or polynomial')
  if (kernel === 'linear' && given.includes('basis')) refuseOption('basis', 'kernel rbf, laplace or polynomial')
  if (kernel === 'linear' && uncertainty) refuseOption('uncertainty', 'kernel rbf, laplace or polynomial')
  if (lambda === 0 && uncertainty) refuseOption('uncertainty', 'a lambda above 0')
  if (kernel !== 'polynomial' && given.includes('degree')) refuseOption('degree', 'kernel polynomial')
  if (!given.includes('earlyStop')) return
  if (valid === undefined) refuseOption('earlyStop', 'validation data')
  if (lambda !== undefined) refuseOption('earlyStop', 'a lambda that is left open')
}

function kernelOf({ kernel: kind, kernelWidth, degree }: Choice, { lists, map }: RankRlsProblem, random: Random): KernelFunction {
  if (kind === 'linear') return { kind }
  const rows = lists.labels.length
  requireDense(rows, map.width)
  let width = kernelWidth
  if (width === undefined) {
    const mapped = new Float32Array(rows * map.width)
    rowMapper(map, lists).dense(0, rows, mapped)
    width = medianDistance(rows, map.width, mapped, random)
  }
  return kind === 'polynomial' ? { kind, width, degree } : { kind, width }
}

function requireDense(rows: number, width: number): void {
  if (rows * width <= denseValues) return
  throw new RankwrightError({
    area: 'option',
    code: 'option-out-of-range',
    option: 'kernel',
    found: `not linear, and the data has ${rows} rows of ${width} features`,
    allowed: 'kernel linear, which takes sparse features as they are, or fewer features',
  })
}

/** The functions among which the best is sought, and how. */
interface FunctionSpace {
  readonly solver: RankRlsSolver
  /** Where functions are made of points: those. */
  readonly points?: Float32Array
  readonly basis?: number
  /** A smaller space on which lambda is chosen, where this one has no closed form. */
  readonly smaller?: FunctionSpace
  readonly kind: 'exact' | 'basis' | 'iterative'
}

function* functionSpace(
  problem: RankRlsProblem,
  kernel: KernelFunction,
  { basis, lambda }: Choice,
  random: Random,
  runtime: Runtime,
): Training<FunctionSpace> {
  const { lists, map } = problem
  const rows = lists.labels.length
  const { width } = map
  if (kernel.kind === 'linear') {
    if (width <= directFeatures && width <= rows)
      return { solver: yield* primalSolver(problem, linearSpace(problem), runtime), kind: 'exact' }
    if (rows <= exactPathRows && rows * width <= denseValues)
      return { solver: asWeights(dualSolver(problem, kernel, runtime), width), kind: 'exact' }
    return { solver: iterativeSolver(problem, wideLinearSpace(problem, runtime), runtime), kind: 'iterative' }
  }
  const wanted = basis ?? (rows <= exactRows ? rows : usualBasis)
  const exact = wanted >= rows && rows <= exactRows
  const needsSmaller = typeof lambda !== 'number' && (exact ? rows > exactPathRows : wanted > directFeatures)
  const dual = exact ? dualSolver(problem, kernel, runtime) : undefined
  const mapped = dual?.points ?? mappedRows(problem)
  const chosen =
    exact && !needsSmaller ? new Uint32Array(0) : yield* chooseBasis(rows, width, mapped, exact ? usualBasis : wanted, random, runtime)
  const smaller = needsSmaller ? yield* basisOf(chosen.subarray(0, usualBasis)) : undefined
  const extra = smaller === undefined ? {} : { smaller }
  if (dual !== undefined) return { solver: dual, points: dual.points, kind: 'exact', ...extra }
  if (chosen.length <= directFeatures) return yield* basisOf(chosen)
  const points = rowsAt(mapped, width, chosen)
  const solver = iterativeSolver(problem, largeBasisSpace(kernel, mapped, points, chosen.length, runtime), runtime)
  return { solver, points, basis: chosen.length, kind: 'iterative', ...extra }

  function* basisOf(numbers: Uint32Array): Training<FunctionSpace> {
    const points = rowsAt(mapped, width, numbers)
    const space = basisSpace(kernel, mapped, points, numbers.length, runtime)
    return { solver: yield* primalSolver(problem, space, runtime), points, basis: numbers.length, kind: 'basis' }
  }
}

function mappedRows({ lists, map }: RankRlsProblem): Float32Array {
  const rows = lists.labels.length
  const mapped = new Float32Array(rows * map.width)
  rowMapper(map, lists).dense(0, rows, mapped)
  return mapped
}

/** With a linear kernel, coefficients of rows are weights of features: w = Σ βⱼ φ(xⱼ). */
function asWeights(solver: ReturnType<typeof dualSolver>, width: number): RankRlsSolver {
  const weightsOf = (coefficients: Float64Array): Float64Array => {
    const weights = new Float64Array(width)
    for (const [row, coefficient] of coefficients.entries()) {
      for (let j = 0; j < width; j++) weights[j] += coefficient * solver.points[row * width + j]
    }
    return weights
  }
  return {
    ...solver,
    *solve(lambda) {
      const fit = yield* solver.solve(lambda)
      return { ...fit, coefficients: weightsOf(fit.coefficients) }
    },
    *path(lambdas) {
      return (yield* solver.path(lambdas)).map((coefficients) => coefficients && weightsOf(coefficients))
    },
  }
}

interface ChosenLambda {
  readonly lambda: number
  readonly tuned: readonly TunedOption[]
  readonly notes: readonly string[]
}

/** What the choice without validation data goes by; less is better. */
const leaveOutError = 'squared error of pairs'

function* chooseLambda(ready: Ready, valid: RankingLists | undefined, metric: string, runtime: Runtime): Training<ChosenLambda> {
  const { problem, space } = ready
  const within = space.smaller ?? space
  const notes = space.smaller === undefined ? [] : [`lambda was chosen ${within.solver.told}`]
  if (valid !== undefined) {
    const validation = validationLists(valid, featuresOf(problem.lists), metric, runtime)
    const path = yield* within.solver.path(lambdaPath)
    const usable = lambdaPath.flatMap((lambda, index) => (path[index] === undefined ? [] : [{ lambda, coefficients: path[index] }]))
    const scores = scoresOf(
      ready,
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
    return { lambda: chosen.kept, tuned: [chosen.tuned], notes: [...notes, ...validation.notes, ...chosen.notes] }
  }
  if (within.solver.heldOut === undefined) throw noClosedForm()
  const folds = leaveOneOut(problem.lists, problem.centring)
  if (folds.length < 2) throw new RankwrightError({ area: 'model', code: 'nothing-to-leave-out' })
  const { errors } = yield* within.solver.heldOut(lambdaPath, folds)
  const on = listCount(problem.lists) === 1 ? 'left-out items' : 'left-out lists'
  const chosen = yield* chooseOn({ option: 'lambda', on, metric: leaveOutError, best: 'smallest' }, lambdaPath, (lambda, index) => ({
    measured: errors[index],
    kept: lambda,
  }))
  return { lambda: chosen.kept, tuned: [chosen.tuned], notes: [...notes, ...chosen.notes] }
}

function noClosedForm(): RankwrightError {
  const allowed = 'a number, or validation data: with so many features there is no closed form of what it does to new lists'
  return new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'lambda', found: 'auto', allowed })
}

function scoresOf(
  { problem: { map }, kernel }: Ready,
  { points }: FunctionSpace,
  functions: readonly Float64Array[],
  lists: RankingLists,
  { compute }: Runtime,
): Float64Array[] {
  if (kernel.kind === 'linear' || points === undefined) {
    return linearScores(
      map,
      functions.map((weights) => ({ weights, intercept: 0 })),
      lists,
      compute,
    )
  }
  return kernelScores(
    { kernel, featureMap: map, points },
    functions.map((coefficients) => ({ coefficients, intercept: 0 })),
    lists,
    compute,
  )
}

/**
 * Labels scatter about a_q + f with a variance σ² over what their list weighs, 1 on average over the differences that are free, and f is
 * a Gaussian process with the kernel (σ² d̄/λ) K before any data, d̄ being that average of the weights d. σ² is what the fit leaves over
 * per degree of freedom.
 */
function* posteriorOf({ problem, space }: Ready, lambda: number, scores: Float64Array): Training<KernelPosterior> {
  if (space.solver.spread === undefined) {
    const points = (space.points?.length ?? 0) / problem.map.width
    refuseOption('uncertainty', `fewer points than ${points}, such as basis 2000`)
  }
  const { inner, used } = yield* space.solver.spread(lambda)
  const { starts, roots } = problem.centring
  const residuals = problem.lists.labels.map((label, row) => label - scores[row])
  centre(problem.centring, residuals)
  let [left, freedom, weight] = [0, 0, 0]
  for (const residual of residuals) left += residual * residual
  for (let group = 0; group + 1 < starts.length; group++) {
    const size = starts[group + 1] - starts[group]
    let own = 0
    for (let row = starts[group]; row < starts[group + 1]; row++) own += roots[row] * roots[row]
    if (own === 0) continue
    freedom += size - 1
    weight += own * (1 - 1 / size)
  }
  const perWeight = weight / Math.max(1, freedom)
  const noise = perWeight === 0 ? 0 : left / perWeight / Math.max(1, freedom - used)
  const count = Math.sqrt(inner.length)
  const triangle = new Float64Array((count * (count + 1)) / 2)
  for (let i = 0, to = 0; i < count; i++) for (let j = 0; j <= i; j++) triangle[to++] = inner[i * count + j]
  return { inner: triangle, amplitude: (noise * perWeight) / lambda, noise }
}

/** The options as they took effect. */
function effectiveOptions(
  resolved: Choice,
  { map }: RankRlsProblem,
  space: FunctionSpace,
  kernel: KernelFunction,
  { lambda, tuned }: ChosenLambda,
): Record<string, OptionValue> {
  return {
    ...recordedMapOptions(map),
    kernel: kernel.kind,
    ...(kernel.kind !== 'linear' && { kernelWidth: kernel.width }),
    ...(kernel.kind === 'polynomial' && { degree: kernel.degree }),
    ...(space.basis !== undefined && { basis: space.basis }),
    centre: resolved.centre,
    lambda,
    ...(tuned.some(({ on }) => on === 'valid') && { earlyStop: resolved.earlyStop }),
    solver: space.kind,
    ...(kernel.kind !== 'linear' && { seed: resolved.seed }),
  }
}
