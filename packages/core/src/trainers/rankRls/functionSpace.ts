import type { KernelFunction } from '../../kernels/kernelFunction.ts'
import type { Random } from '../../numeric/random.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { ResolvedRankRlsOptions } from './rankRlsOptions.ts'
import { type DualSolver, dualSolver, exactPathRows } from './solvers/dualSolver.ts'
import { iterativeSolver } from './solvers/iterativeSolver.ts'
import { directFeatures, exactRows } from './solvers/limits.ts'
import { primalSolver } from './solvers/primalSolver.ts'
import { allRows, type RankRlsProblem, rowsAt } from './solvers/rankRlsProblem.ts'
import type { RankRlsSolver } from './solvers/rankRlsSolver.ts'
import { basisSpace } from './spaces/basisSpace.ts'
import { chooseBasis } from './spaces/chooseBasis.ts'
import { largeBasisSpace } from './spaces/largeBasisSpace.ts'
import { linearSpace } from './spaces/linearSpace.ts'
import { wideLinearSpace } from './spaces/wideLinearSpace.ts'

/** Points of the basis on which validation data chooses lambda. */
const choiceBasis = 1024
/** Most mapped features in memory, zeros included. */
export const mostDenseValues = 2 ** 29

/** The functions among which the best is sought, and how. */
export interface FunctionSpace {
  readonly solver: RankRlsSolver
  /** The points that functions are made of, if they are. */
  readonly points?: Float32Array
  readonly basis?: number
  /** A smaller space on which lambda is chosen by validation data, where this one has no path of penalties. */
  readonly smaller?: FunctionSpace
  readonly kind: 'exact' | 'basis' | 'iterative'
}

/** Allocates memory of `compute`, which the caller frees. */
export function functionSpace(
  problem: RankRlsProblem,
  kernel: KernelFunction,
  options: Pick<ResolvedRankRlsOptions, 'basis' | 'lambda'>,
  random: Random,
  runtime: Runtime,
): Training<FunctionSpace> {
  return kernel.kind === 'linear' ? linearFunctions(problem, kernel, runtime) : kernelFunctions(problem, kernel, options, random, runtime)
}

function* linearFunctions(problem: RankRlsProblem, kernel: KernelFunction, runtime: Runtime): Training<FunctionSpace> {
  const rows = problem.graded.labels.length
  const { width } = problem.map
  if (width <= directFeatures && width <= rows)
    return { solver: yield* primalSolver(problem, linearSpace(problem), runtime), kind: 'exact' }
  if (rows <= exactPathRows && rows * width <= mostDenseValues)
    return { solver: asWeights(dualSolver(problem, kernel, yield* allRows(problem), runtime), width), kind: 'exact' }
  return { solver: iterativeSolver(problem, wideLinearSpace(problem, runtime), runtime), kind: 'iterative' }
}

/** With a linear kernel, coefficients of rows are weights of features: w = Σ βⱼ φ(xⱼ). */
function asWeights(solver: DualSolver, width: number): RankRlsSolver {
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

function* kernelFunctions(
  problem: RankRlsProblem,
  kernel: KernelFunction,
  { basis, lambda }: Pick<ResolvedRankRlsOptions, 'basis' | 'lambda'>,
  random: Random,
  runtime: Runtime,
): Training<FunctionSpace> {
  const rows = problem.graded.labels.length
  const wanted = basis! // every kernel but the linear one has it
  const exact = wanted >= rows && rows <= exactRows
  const needsSmaller = lambda === undefined && (exact ? rows > exactPathRows : wanted > directFeatures)
  const dual = exact ? dualSolver(problem, kernel, yield* allRows(problem), runtime) : undefined
  const chosen = exact && !needsSmaller ? new Uint32Array(0) : yield* chooseBasis(problem, exact ? choiceBasis : wanted, random, runtime)
  const smaller = needsSmaller ? yield* basisOf(chosen.subarray(0, choiceBasis)) : undefined
  const extra = smaller === undefined ? {} : { smaller }
  if (dual !== undefined) return { solver: dual, points: dual.points, kind: 'exact', ...extra }
  if (chosen.length <= directFeatures) return yield* basisOf(chosen)
  const points = yield* rowsAt(problem, chosen)
  const solver = iterativeSolver(
    problem,
    largeBasisSpace(kernel, yield* allRows(problem), points, chosen.length, problem.centring, runtime),
    runtime,
  )
  return { solver, points, basis: chosen.length, kind: 'iterative', ...extra }

  function* basisOf(numbers: Uint32Array): Training<FunctionSpace> {
    const points = yield* rowsAt(problem, numbers)
    const space = basisSpace(kernel, problem.map, points, numbers.length, runtime)
    return { solver: yield* primalSolver(problem, space, runtime), points, basis: numbers.length, kind: 'basis' }
  }
}
