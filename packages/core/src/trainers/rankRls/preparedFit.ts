import type { KernelFunction } from '../../kernels/kernelFunction.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { type HeldLists, isHeld, type TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import type { GradedLists } from '../../work/passes/rankingPass.ts'
import { leaveOneOut } from '../../work/passes/rankRls/heldOutFolds.ts'
import { centredLabels } from '../../work/passes/rankRls/pairwiseCentring.ts'
import type { ScoredFunctions } from '../../work/passes/scoredFunctions.ts'
import { chooseOn } from '../common/chooseOn.ts'
import { featureMapChoice } from '../common/featureMapChoice.ts'
import { requireSquares, sizeOf } from '../common/requirements.ts'
import { type FunctionSpace, functionSpace, mostDenseValues } from './functionSpace.ts'
import { lambdaPath } from './lambdaPath.ts'
import type { ResolvedRankRlsOptions } from './rankRlsOptions.ts'
import { type RankRlsProblem, rankRlsProblem } from './solvers/rankRlsProblem.ts'
import { medianDistance } from './spaces/medianDistance.ts'
import { sampledErrors, sampleRows, subproblems } from './subproblems.ts'

/** Everything that a fit needs before its penalty. */
export interface PreparedFit {
  readonly problem: RankRlsProblem
  readonly kernel: KernelFunction
  readonly chosen: ChosenWidth
  readonly space: FunctionSpace
}

/** How the width of the kernel was chosen, if it was. */
interface ChosenWidth {
  readonly tuned: readonly TunedOption[]
  readonly notes: readonly string[]
  /** The errors of all penalties with this width. */
  readonly errors?: readonly number[]
}

/** Allocates memory of `compute`, which the caller frees. */
export function* preparedFit(data: TrainingLists, options: ResolvedRankRlsOptions, runtime: Runtime): Training<PreparedFit> {
  const held = heldBy(data, runtime)
  requireSquares(yield* sizeOf(held))
  const map = yield* fittedMap(held, featureMapChoice(options))
  const problem = rankRlsProblem(
    isHeld(data) ? { held, graded: yield* gradedLists(held) } : { held, graded: data, here: data },
    map,
    options.centre,
  )
  const random = seededRandom(options.seed)
  const { kernel, ...chosen } = yield* kernelOf(options, problem, random.fork('width'), runtime)
  return { problem, kernel, chosen, space: yield* functionSpace(problem, kernel, options, random.fork('basis'), runtime) }
}

/** The lists without their features. */
function* gradedLists(held: HeldLists): Training<GradedLists> {
  const { lists } = yield* held.ask('summary', {})
  const { labels, sizes, weights } = yield* held.ask('labelsOfLists', { lists: Uint32Array.from({ length: lists }, (_, list) => list) })
  const offsets = new Uint32Array(sizes.length + 1)
  for (const [list, size] of sizes.entries()) offsets[list + 1] = offsets[list] + size
  return { labels, offsets, listWeights: weights }
}

/** Widths that are tried, as multiples of the median distance. */
const widths: readonly number[] = [0.5, 1, 2]

function* kernelOf(
  { kernel: kind, kernelWidth, degree, lambda, seed }: ResolvedRankRlsOptions,
  problem: RankRlsProblem,
  random: Random,
  runtime: Runtime,
): Training<ChosenWidth & { readonly kernel: KernelFunction }> {
  if (kind === 'linear') return { kernel: { kind }, tuned: [], notes: [] }
  requireDense(problem.graded.labels.length, problem.map.width)
  const kernelAt = (width: number): KernelFunction => (kind === 'polynomial' ? { kind, width, degree: degree! } : { kind, width })
  if (kernelWidth !== undefined) return { kernel: kernelAt(kernelWidth), tuned: [], notes: [] }
  const median = yield* medianDistance(problem, random)
  // A sample of many rows would prefer a wider kernel than all of them.
  const chooses = lambda === 'auto' && problem.graded.labels.length <= sampleRows
  const [sample] = chooses ? yield* subproblems(problem, seed) : []
  if (sample === undefined || !hasSpread(sample.problem)) return { kernel: kernelAt(median), tuned: [], notes: [] }
  const criterion = {
    option: 'kernelWidth',
    on: problem.totals.lists === 1 ? 'left-out items' : 'left-out lists',
    metric: 'squared error of pairs',
    best: 'smallest',
  } as const
  const tried = widths.map((factor) => factor * median)
  const chosen = yield* chooseOn(criterion, tried, function* (width) {
    const kernel = kernelAt(width)
    const errors = yield* sampledErrors([sample], kernel, lambdaPath, runtime)
    return { measured: Number(Math.min(...errors.filter(Number.isFinite)).toPrecision(12)), kept: { kernel, errors } }
  })
  return { ...chosen.kept, tuned: [chosen.tuned], notes: chosen.notes }
}

/** Whether there is something to tell widths apart by: two lists, or items, and labels that differ within a list. */
function hasSpread({ graded, centring, totals }: RankRlsProblem): boolean {
  return leaveOneOut(graded, centring).length >= 2 && centredLabels(graded, centring, totals).some((label) => label !== 0)
}

function requireDense(rows: number, width: number): void {
  if (rows * width <= mostDenseValues) return
  throw new RankwrightError({
    area: 'option',
    code: 'option-out-of-range',
    option: 'kernel',
    found: `not linear, and the data has ${rows} rows of ${width} features`,
    allowed: 'kernel linear, which takes sparse features as they are, or fewer features',
  })
}

/** Functions in a space, each by its coefficients. */
export function functionsOf(
  { problem: { map }, kernel }: PreparedFit,
  { points }: FunctionSpace,
  functions: readonly Float64Array[],
): ScoredFunctions {
  return kernel.kind === 'linear' || points === undefined
    ? { of: 'features', featureMap: map, functions: functions.map((weights) => ({ weights, intercept: 0 })) }
    : { of: 'points', kernel, featureMap: map, points, functions: functions.map((coefficients) => ({ coefficients, intercept: 0 })) }
}
