import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { KernelFunction } from '../../kernels/kernelFunction.ts'
import { kernelScores } from '../../models/kernel/kernel.ts'
import { linearScores } from '../../models/linear/linear.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { LocalLists } from '../../work/localLists.ts'
import { featureMapChoice } from '../common/featureMapChoice.ts'
import { requireSquares } from '../common/requirements.ts'
import { type FunctionSpace, functionSpace, mostDenseValues } from './functionSpace.ts'
import type { ResolvedRankRlsOptions } from './rankRlsOptions.ts'
import { pairwiseCentring } from './solvers/pairwiseCentring.ts'
import { mappedRows, type RankRlsProblem } from './solvers/rankRlsProblem.ts'
import { medianDistance } from './spaces/medianDistance.ts'

/** Everything that a fit needs before its penalty. */
export interface PreparedFit {
  readonly problem: RankRlsProblem
  readonly kernel: KernelFunction
  readonly space: FunctionSpace
}

/** Allocates memory of `compute`, which the caller frees. */
export function* preparedFit(lists: RankingLists, options: ResolvedRankRlsOptions, runtime: Runtime): Training<PreparedFit> {
  const held = LocalLists.of(lists, runtime)
  requireSquares(yield* held.ask('summary', {}))
  const map = yield* fittedMap(held, featureMapChoice(options))
  const problem: RankRlsProblem = { lists, map, centring: pairwiseCentring(lists, options.centre) }
  const random = seededRandom(options.seed)
  const kernel = kernelOf(options, problem, random.fork('width'))
  return { problem, kernel, space: yield* functionSpace(problem, kernel, options, random.fork('basis'), runtime) }
}

function kernelOf({ kernel: kind, kernelWidth, degree }: ResolvedRankRlsOptions, problem: RankRlsProblem, random: Random): KernelFunction {
  if (kind === 'linear') return { kind }
  const rows = problem.lists.labels.length
  const features = problem.map.width
  requireDense(rows, features)
  const width = kernelWidth ?? medianDistance(rows, features, mappedRows(problem), random)
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

/** The scores that lists get from functions in a space, each by its coefficients. */
export function functionScores(
  { problem: { map }, kernel }: PreparedFit,
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
