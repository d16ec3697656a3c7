/**
 * RankRLS over functions f(x) = θ · h(x) of p features h with penalty λ ‖θ‖²: (A + λ I) θ = Zᵀ z with Z = Sᵀ H, A = Zᵀ Z and
 * z = Sᵀ y. A linear kernel is of this form with h = φ; a kernel on a basis too.
 */
import type { Compute } from '../../../numeric/compute/compute.ts'
import { inverseOfLower } from '../../../numeric/dense/inverseOfLower.ts'
import { transposeInto } from '../../../numeric/dense/transpose.ts'
import { euclideanNorm } from '../../../numeric/dense/vectors.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import type { Training } from '../../../runtime/training.ts'
import { relativeOptimality } from '../../common/relativeOptimality.ts'
import { checkedCholesky, singularSystem } from './checkedCholesky.ts'
import { type FeatureRows, featureRows } from './featureRows.ts'
import type { FeatureSpace } from './featureSpace.ts'
import { type NormalEquations, normalEquations } from './normalEquations.ts'
import { primalCheck } from './primalCheck.ts'
import { primalHeldOut } from './primalHeldOut.ts'
import type { RankRlsProblem } from './rankRlsProblem.ts'
import type { RankRlsFit, RankRlsSolver, RankRlsSpread } from './rankRlsSolver.ts'
import { tridiagonalOnce, tridiagonalSolution, tridiagonalSystem } from './tridiagonalSystem.ts'

export function* primalSolver(problem: RankRlsProblem, space: FeatureSpace, runtime: Runtime): Training<RankRlsSolver> {
  const { compute } = runtime
  const { inverse } = space
  const rows = yield* featureRows(problem, space, runtime)
  const equations = yield* normalEquations(rows)
  const reduced = tridiagonalOnce(() => {
    const matrix = compute.float64(equations.gram.length)
    matrix.set(equations.gram)
    return tridiagonalSystem(matrix, equations.moments, 'reducing', runtime)
  })
  return {
    description: space.description,
    solve: (lambda) => solve(rows, equations, lambda),
    *path(lambdas) {
      const system = yield* reduced()
      return lambdas.map((lambda) => {
        const theta = tridiagonalSolution(system, lambda, compute)
        return theta && space.coefficients(theta)
      })
    },
    ...(inverse !== undefined && { spread: (lambda: number) => spread(equations, inverse, lambda, compute) }),
    *heldOut(lambdas, folds) {
      return yield* primalHeldOut(rows, equations, yield* reduced(), lambdas, folds)
    },
  }
}

function* solve(rows: FeatureRows, { gram, moments }: NormalEquations, lambda: number): Training<RankRlsFit> {
  const { compute } = rows.runtime
  const { size } = rows.space
  const mark = compute.mark()
  try {
    const factor = penalised(gram, size, lambda, compute)
    if (!checkedCholesky(size, factor, compute)) throw singularSystem(lambda)
    let theta = moments.slice()
    compute.choleskySolve(size, factor, theta)
    let checked = yield* primalCheck(rows, theta, lambda)
    const scale = euclideanNorm(moments)
    for (let turn = 0; turn < 2 && euclideanNorm(checked.gap) > 1e-11 * scale; turn++) {
      // Iterative refinement: this gap comes from the rows, not from the rounded normal equations.
      const step = checked.gap.slice()
      compute.choleskySolve(size, factor, step)
      const next = theta.map((value, j) => value + step[j])
      const again = yield* primalCheck(rows, next, lambda)
      if (!(euclideanNorm(again.gap) < euclideanNorm(checked.gap))) break
      theta = next
      checked = again
    }
    const { scores, objective, gap } = checked
    const optimality = relativeOptimality(euclideanNorm(gap), scale)
    return { coefficients: rows.space.coefficients(theta), iterations: 1, scores, objective, optimality }
  } finally {
    compute.release(mark)
  }
}

/** A + λ I, in memory of `compute`. */
function penalised(gram: Float64Array, size: number, lambda: number, compute: Compute): Float64Array {
  const matrix = compute.float64(size * size)
  matrix.set(gram)
  for (let j = 0; j < size; j++) matrix[j * size + j] += lambda
  return matrix
}

/** W = K_BB⁻¹ − λ L⁻ᵀ (A + λ I)⁻¹ L⁻¹ for functions on a basis: what is off the basis keeps the spread it had before any data. */
function* spread({ gram, moments }: NormalEquations, inverse: Float64Array, lambda: number, compute: Compute): Training<RankRlsSpread> {
  const size = moments.length
  const factor = penalised(gram, size, lambda, compute)
  if (!compute.cholesky(size, factor)) throw singularSystem(lambda)
  yield { stage: 'spread', done: 0 }
  const lower = inverseOfLower(factor, size, compute)
  const middle = compute.float64(size * size)
  compute.syrk(size, size, lower, undefined, middle)
  let left = 0
  for (let j = 0; j < size; j++) left += lambda * middle[j * size + j]
  for (let k = 0; k < size * size; k++) middle[k] *= -lambda
  for (let j = 0; j < size; j++) middle[j * size + j] += 1
  const turned = compute.float64(size * size)
  compute.gemm(size, size, size, inverse, middle, turned)
  const transposed = compute.float64(size * size)
  transposeInto(size, size, inverse, transposed)
  const inner = new Float64Array(size * size)
  compute.gemm(size, size, size, turned, transposed, inner)
  return { inner, used: size - left }
}
