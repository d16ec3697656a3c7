import type { KernelFunction } from '../../kernels/kernelFunction.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { gradedHeld } from '../../work/gradedHeld.ts'
import { type HeldLists, isHeld, type TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import type { ScoredFunctions } from '../../work/passes/scoredFunctions.ts'
import { featureMapChoice } from '../common/featureMapChoice.ts'
import { requireSquares, sizeOf } from '../common/requirements.ts'
import { type FunctionSpace, functionSpace, mostDenseValues } from './functionSpace.ts'
import type { ResolvedRankRlsOptions } from './rankRlsOptions.ts'
import { type RankRlsLists, type RankRlsProblem, rankRlsProblem } from './solvers/rankRlsProblem.ts'
import { medianDistance } from './spaces/medianDistance.ts'

/** Everything that a fit needs before its penalty. */
export interface PreparedFit {
  readonly problem: RankRlsProblem
  readonly kernel: KernelFunction
  readonly space: FunctionSpace
}

/** Allocates memory of `compute`, which the caller frees. */
export function* preparedFit(data: TrainingLists, options: ResolvedRankRlsOptions, runtime: Runtime): Training<PreparedFit> {
  const held = heldBy(data, runtime)
  requireSquares(yield* sizeOf(held))
  const map = yield* fittedMap(held, featureMapChoice(options))
  const problem = rankRlsProblem(yield* listsOfFit(data, held), map, options.centre)
  const random = seededRandom(options.seed)
  const kernel = yield* kernelOf(options, problem, random.fork('width'))
  return { problem, kernel, space: yield* functionSpace(problem, kernel, options, random.fork('basis'), runtime) }
}

export function* listsOfFit(data: TrainingLists, held: HeldLists): Training<RankRlsLists> {
  return isHeld(data) ? { held, graded: yield* gradedHeld(held) } : { held, graded: data, here: data }
}

function* kernelOf(
  { kernel: kind, kernelWidth, degree }: ResolvedRankRlsOptions,
  problem: RankRlsProblem,
  random: Random,
): Training<KernelFunction> {
  if (kind === 'linear') return { kind }
  requireDense(problem.graded.labels.length, problem.map.width)
  const width = kernelWidth ?? (yield* medianDistance(problem, random))
  return kind === 'polynomial' ? { kind, width, degree: degree! } : { kind, width }
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
