/**
 * RankRLS exactly, through the kernel matrix of all rows: with G = Sᵀ K S and z = Sᵀ y the coefficients are β = S α,
 * (G + λ I) α = z. One penalty: Cholesky. Many: G = Q T Qᵀ with T tridiagonal, once, and then each by a tridiagonal solve.
 */
import type { KernelFunction } from '../../../kernels/kernelFunction.ts'
import { inverseOfLower } from '../../../numeric/dense/inverseOfLower.ts'
import { transposeSquare } from '../../../numeric/dense/transpose.ts'
import { euclideanNorm } from '../../../numeric/dense/vectors.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import type { HeldOutFold } from '../../../work/passes/rankRls/heldOutFolds.ts'
import { groupCutter, heldOutScores } from '../../../work/passes/rankRls/heldOutScores.ts'
import { centredLabels, uncentre } from '../../../work/passes/rankRls/pairwiseCentring.ts'
import { relativeOptimality } from '../../common/relativeOptimality.ts'
import { addPenalty, centredKernel, type KernelRows, kernelProduct, kernelRows } from './centredKernel.ts'
import { checkedCholesky, singularSystem } from './checkedCholesky.ts'
import { type HeldOutPath, heldOutPath } from './heldOutPath.ts'
import { spreadRows } from './limits.ts'
import { centredResiduals, type RankRlsProblem } from './rankRlsProblem.ts'
import type { RankRlsFit, RankRlsSolver, RankRlsSpread } from './rankRlsSolver.ts'
import { type TridiagonalSystem, tridiagonalOnce, tridiagonalSolution, tridiagonalSystem } from './tridiagonalSystem.ts'

/** More rows are factored anew for each penalty: the reduction, which is not all products of matrices, would take longer. */
export const exactPathRows = 2500
/** So few penalties are factored one after the other. */
const fewPenalties = 8

export interface DualSolver extends RankRlsSolver {
  /** The mapped training rows, which the coefficients belong to. */
  readonly points: Float32Array
}

interface DualSystem {
  readonly problem: RankRlsProblem
  readonly rows: KernelRows
  /** z. */
  readonly right: Float64Array
  readonly runtime: Runtime
}

/** `mapped` are the mapped features of all rows. */
export function dualSolver(problem: RankRlsProblem, kernel: KernelFunction, mapped: Float32Array, runtime: Runtime): DualSolver {
  const rows = kernelRows(problem, kernel, mapped, runtime)
  const { graded, centring, totals } = problem
  const system: DualSystem = { problem, rows, right: centredLabels(graded, centring, totals), runtime }
  const count = system.right.length
  const reduced = tridiagonalOnce(function* () {
    return yield* tridiagonalSystem(yield* centredKernel(rows, problem.centring), system.right, 'reducing the kernel', runtime)
  })
  return {
    points: rows.mapped,
    description: `exactly, from the kernel matrix of all ${count} rows`,
    solve: (lambda) => solve(system, lambda),
    *path(lambdas) {
      if (count > exactPathRows || lambdas.length <= fewPenalties) return yield* factoredPath(system, lambdas)
      return yield* reducedPath(system, yield* reduced(), lambdas)
    },
    ...(count <= spreadRows && { spread: (lambda: number) => spread(system, lambda) }),
    *heldOut(lambdas, folds) {
      return yield* heldOut(system, yield* reduced(), lambdas, folds)
    },
  }
}

function* solve(system: DualSystem, lambda: number): Training<RankRlsFit> {
  const { problem, rows, right, runtime } = system
  const { compute } = runtime
  const count = right.length
  const mark = compute.mark()
  try {
    const factor = yield* centredKernel(rows, problem.centring)
    addPenalty(factor, lambda, problem.centring)
    yield { stage: 'solve', done: 0 }
    obeyStop(runtime)
    if (!checkedCholesky(count, factor, compute)) throw singularSystem(lambda)
    const alpha = right.slice()
    compute.choleskySolve(count, factor, alpha)
    let checked = yield* check(system, alpha, lambda)
    // One step of iterative refinement, with the gap computed from the kernel itself.
    if (euclideanNorm(checked.gap) > 1e-13 * euclideanNorm(right)) {
      const step = checked.gap.slice()
      compute.choleskySolve(count, factor, step)
      for (let row = 0; row < count; row++) alpha[row] += step[row]
      const again = yield* check(system, alpha, lambda)
      if (euclideanNorm(again.gap) < euclideanNorm(checked.gap)) checked = again
    }
    const { coefficients, scores, residuals, gap } = checked
    return {
      coefficients,
      scores,
      iterations: 1,
      objective: compute.dot(residuals, residuals) + lambda * compute.dot(coefficients, scores),
      optimality: relativeOptimality(euclideanNorm(gap), euclideanNorm(right)),
    }
  } finally {
    compute.release(mark)
  }
}

/** The function of α from the kernel itself: gap = Sᵀ (y − f) − λ α is 0 at the solution. */
function* check({ problem, rows }: DualSystem, alpha: Float64Array, lambda: number) {
  const coefficients = alpha.slice()
  uncentre(problem.centring, coefficients)
  const scores = yield* kernelProduct(rows, coefficients)
  const residuals = centredResiduals(problem, scores)
  const gap = residuals.map((residual, row) => residual - lambda * alpha[row])
  return { coefficients, scores, residuals, gap }
}

/** A factor for each penalty, of a matrix that is made once. */
function* factoredPath(
  { problem, rows, right, runtime }: DualSystem,
  lambdas: readonly number[],
): Training<readonly (Float64Array | undefined)[]> {
  const { compute } = runtime
  const count = right.length
  const mark = compute.mark()
  try {
    const matrix = yield* centredKernel(rows, problem.centring)
    const factor = compute.float64(count * count)
    const path: (Float64Array | undefined)[] = []
    for (const lambda of lambdas) {
      obeyStop(runtime)
      factor.set(matrix)
      addPenalty(factor, lambda, problem.centring)
      const known = checkedCholesky(count, factor, compute)
      const coefficients = right.slice()
      if (known) compute.choleskySolve(count, factor, coefficients)
      uncentre(problem.centring, coefficients)
      path.push(known ? coefficients : undefined)
      yield { stage: 'lambda', done: path.length, total: lambdas.length }
    }
    return path
  } finally {
    compute.release(mark)
  }
}

function* reducedPath(
  { problem, runtime }: DualSystem,
  reduced: TridiagonalSystem,
  lambdas: readonly number[],
): Training<readonly (Float64Array | undefined)[]> {
  const path: (Float64Array | undefined)[] = []
  for (const lambda of lambdas) {
    obeyStop(runtime)
    const coefficients = tridiagonalSolution(reduced, lambda, runtime.compute)
    if (coefficients !== undefined) uncentre(problem.centring, coefficients)
    path.push(coefficients)
    yield { stage: 'lambda', done: path.length, total: lambdas.length }
  }
  return path
}

/** W = S (G + λ I)⁻¹ Sᵀ. */
function* spread({ problem, rows, right, runtime }: DualSystem, lambda: number): Training<RankRlsSpread> {
  const { compute } = runtime
  const { centring } = problem
  const count = right.length
  const factor = yield* centredKernel(rows, centring)
  for (let row = 0; row < count; row++) factor[row * count + row] += lambda
  if (!compute.cholesky(count, factor)) throw singularSystem(lambda)
  const inner = new Float64Array(count * count)
  compute.syrk(count, count, inverseOfLower(factor, count, compute), undefined, inner)
  let left = 0
  for (let row = 0; row < count; row++) left += lambda * inner[row * count + row]
  for (let row = 0; row < count; row++) uncentre(centring, inner.subarray(row * count, (row + 1) * count))
  transposeSquare(count, inner)
  for (let row = 0; row < count; row++) uncentre(centring, inner.subarray(row * count, (row + 1) * count))
  return { inner, used: count - left }
}

function* heldOut(
  { problem, right, runtime }: DualSystem,
  { form, turned }: TridiagonalSystem,
  lambdas: readonly number[],
  folds: readonly HeldOutFold[],
): Training<HeldOutPath> {
  const { graded, centring } = problem
  const { units } = centring
  const count = right.length
  // Uᵀ Q where there is one group.
  const along = new Float64Array(count)
  for (let row = 0; row < count; row++) for (let j = 0; j < count; j++) along[j] += units[row] * form.q[row * count + j]
  const coordinates = (held: Uint32Array, cut: boolean, into: Float64Array) => {
    // Of a group that is held out in part, G knows nothing along u, and neither should its rows: what is λ R elsewhere is
    // λ R − u uᵀ there, without taking one from the other.
    for (const [i, row] of held.entries()) {
      for (let j = 0; j < count; j++) into[j * held.length + i] = form.q[row * count + j] - (cut ? units[row] * along[j] : 0)
    }
  }
  const system = { form, turned, centring, right, side: 'dual', coordinates, cuts: groupCutter(centring) } as const
  const scores = lambdas.map(() => graded.labels.slice())
  yield* heldOutScores(system, lambdas, folds, scores, runtime)
  return heldOutPath(problem, lambdas, scores)
}
