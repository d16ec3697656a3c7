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
import { SECTION_BLOCKS } from '../../../work/operations/operation.ts'
import { type CentredSpace, featureRows } from '../../../work/passes/rankRls/featureRows.ts'
import { type HeldOutFold, isWithinList } from '../../../work/passes/rankRls/heldOutFolds.ts'
import type { NormalEquations } from '../../../work/passes/rankRls/normalEquations.ts'
import { primalHeldOut, type SolvedEquations } from '../../../work/passes/rankRls/primalHeldOut.ts'
import { relativeOptimality } from '../../common/relativeOptimality.ts'
import { centredSpace } from './centredSpace.ts'
import { checkedCholesky, singularSystem } from './checkedCholesky.ts'
import type { FeatureSpace } from './featureSpace.ts'
import { type HeldOutPath, heldOutPath } from './heldOutPath.ts'
import { primalCheck } from './primalCheck.ts'
import { elsewhere, type RankRlsProblem } from './rankRlsProblem.ts'
import type { RankRlsFit, RankRlsSolver, RankRlsSpread } from './rankRlsSolver.ts'
import { tridiagonalOnce, tridiagonalSolution, tridiagonalSystem } from './tridiagonalSystem.ts'

/** The problem in a space, ready to be solved for any penalty. */
interface PrimalSystem {
  readonly problem: RankRlsProblem
  readonly space: FeatureSpace
  readonly centred: CentredSpace
  readonly equations: NormalEquations
  readonly runtime: Runtime
}

export function* primalSolver(problem: RankRlsProblem, space: FeatureSpace, runtime: Runtime): Training<RankRlsSolver> {
  const { compute } = runtime
  const { inverse } = space
  const centred = yield* centredSpace(problem, space)
  const equations = yield* problem.held.ask('spaceProducts', { space: centred, section: SECTION_BLOCKS })
  const system: PrimalSystem = { problem, space, centred, equations, runtime }
  const reduced = tridiagonalOnce(() => {
    const matrix = compute.float64(equations.gram.length)
    matrix.set(equations.gram)
    return tridiagonalSystem(matrix, equations.moments, 'reducing', runtime)
  })
  return {
    description: space.description,
    solve: (lambda) => solve(system, lambda),
    *path(lambdas) {
      const { form, turned } = yield* reduced()
      return lambdas.map((lambda) => {
        const theta = tridiagonalSolution({ form, turned }, lambda, compute)
        return theta && space.coefficients(theta)
      })
    },
    ...(inverse !== undefined && { spread: (lambda: number) => spread(equations, inverse, lambda, compute) }),
    *heldOut(lambdas, folds) {
      const { form, turned } = yield* reduced()
      // Out of the memory of compute, as it may be sent.
      return yield* heldOut(system, { equations, form: { ...form, q: form.q.slice() }, turned }, lambdas, folds)
    },
  }
}

function* solve({ problem, space, centred, equations, runtime }: PrimalSystem, lambda: number): Training<RankRlsFit> {
  const { compute } = runtime
  const { gram, moments } = equations
  const { size } = space
  const mark = compute.mark()
  try {
    const factor = penalised(gram, size, lambda, compute)
    if (!checkedCholesky(size, factor, compute)) throw singularSystem(lambda)
    let theta = moments.slice()
    compute.choleskySolve(size, factor, theta)
    let checked = yield* primalCheck(problem, centred, theta, lambda, compute)
    const scale = euclideanNorm(moments)
    for (let turn = 0; turn < 2 && euclideanNorm(checked.gap) > 1e-11 * scale; turn++) {
      // Iterative refinement: this gap comes from the rows, not from the rounded normal equations.
      const step = checked.gap.slice()
      compute.choleskySolve(size, factor, step)
      const next = theta.map((value, j) => value + step[j])
      const again = yield* primalCheck(problem, centred, next, lambda, compute)
      if (!(euclideanNorm(again.gap) < euclideanNorm(checked.gap))) break
      theta = next
      checked = again
    }
    const { scores, objective, gap } = checked
    const optimality = relativeOptimality(euclideanNorm(gap), scale)
    return { coefficients: space.coefficients(theta), iterations: 1, scores, objective, optimality }
  } finally {
    compute.release(mark)
  }
}

/** Folds of several lists need all rows in one place. */
function* heldOut(
  { problem, centred, runtime }: PrimalSystem,
  solved: SolvedEquations,
  lambdas: readonly number[],
  folds: readonly HeldOutFold[],
): Training<HeldOutPath> {
  const { held, graded, here } = problem
  if (folds.every(isWithinList(graded))) {
    const scores = yield* held.ask('heldOutRows', { space: centred, solved, lambdas, folds, section: SECTION_BLOCKS })
    return heldOutPath(problem, lambdas, scores)
  }
  if (here === undefined) throw elsewhere()
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const scores = lambdas.map(() => graded.labels.slice())
    yield* primalHeldOut(featureRows(centred, here, 0, runtime), solved, lambdas, folds, scores)
    return heldOutPath(problem, lambdas, scores)
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
