/**
 * RankRLS exactly, through the kernel matrix of all rows: with G = Sᵀ K S and z = Sᵀ y the coefficients are β = S α,
 * (G + λ I) α = z. One penalty: Cholesky. Many: G = Q T Qᵀ with T tridiagonal, once, and then each by a tridiagonal solve.
 */
import { rowMapper } from '../../../data/features/featureMapApply.ts'
import { type KernelFunction, type KernelPoints, kernelBlock, kernelPoints } from '../../../kernels/kernelFunction.ts'
import { inverseOfLower } from '../../../numeric/dense/inverseOfLower.ts'
import { shiftTridiagonal, solveTridiagonal, type Tridiagonal, tridiagonalise } from '../../../numeric/dense/tridiagonal.ts'
import { euclideanNorm } from '../../../numeric/dense/vectors.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import { heldOutScores } from './heldOutScores.ts'
import { centre, type PairwiseCentring, uncentre } from './pairwiseCentring.ts'
import {
  centredLabels,
  hasPivots,
  heldOutPath,
  type RankRlsCheck,
  type RankRlsFit,
  type RankRlsProblem,
  type RankRlsSolver,
  type RankRlsSpread,
  singularSystem,
} from './rankRlsProblem.ts'

const blockRows = 256
/** More rows are factored anew for each penalty: the reduction, which is not all products of matrices, would take longer. */
export const exactPathRows = 2500
/** So few penalties are factored one after the other. */
const fewPenalties = 8
/** The spread of so many rows is kept. */
const spreadRows = 4096

export interface DualSolver extends RankRlsSolver {
  /** The mapped training rows, which the coefficients belong to. */
  readonly points: Float32Array
}

export function dualSolver(problem: RankRlsProblem, kernel: KernelFunction, runtime: Runtime): DualSolver {
  const { lists, map, centring } = problem
  const { units } = centring
  const { compute } = runtime
  const rows = lists.labels.length
  const { width } = map
  const mapped = new Float32Array(rows * width)
  rowMapper(map, lists).dense(0, rows, mapped)
  const points = kernelPoints(mapped, rows, width, compute)
  const right = centredLabels(problem)
  let reduced: { readonly form: Tridiagonal; readonly turned: Float64Array } | undefined

  /** G. */
  function* centredKernel(): Training<Float64Array> {
    const matrix = compute.float64(rows * rows)
    yield* kernelMatrix(kernel, points, mapped, runtime, (first, last, block) => {
      for (let row = first; row < last; row++) {
        const own = block.subarray((row - first) * rows, (row - first + 1) * rows)
        centre(centring, own)
        matrix.set(own, row * rows)
      }
    })
    centreRows(rows, matrix, centring)
    return matrix
  }

  /** f = K β, straight from the points. */
  function* scoresOf(coefficients: Float64Array): Training<Float64Array> {
    const scores = new Float64Array(rows)
    yield* kernelMatrix(kernel, points, mapped, runtime, (first, last, block) => {
      for (let row = first; row < last; row++) {
        scores[row] = compute.dot(block.subarray((row - first) * rows, (row - first + 1) * rows), coefficients)
      }
    })
    return scores
  }

  function* reduce(): Training<NonNullable<typeof reduced>> {
    if (reduced !== undefined) return reduced
    const matrix = yield* centredKernel()
    const steps = tridiagonalise(rows, matrix, compute)
    let step = steps.next()
    for (; !step.done; step = steps.next()) {
      obeyStop(runtime)
      yield { stage: 'reducing the kernel', done: Math.round(1000 * step.value), total: 1000 }
    }
    const form = step.value
    const turned = new Float64Array(rows)
    for (let row = 0; row < rows; row++) for (let j = 0; j < rows; j++) turned[j] += form.q[row * rows + j] * right[row]
    reduced = { form, turned }
    return reduced
  }

  function* solve(lambda: number): Training<RankRlsFit & RankRlsCheck> {
    const mark = compute.mark()
    try {
      const factor = yield* centredKernel()
      for (let row = 0; row < rows; row++) factor[row * rows + row] += lambda
      if (lambda === 0) addUnits(rows, factor, centring)
      const diagonal = Float64Array.from({ length: rows }, (_, row) => factor[row * rows + row])
      yield { stage: 'solve', done: 0 }
      obeyStop(runtime)
      if (!compute.cholesky(rows, factor) || !hasPivots(rows, factor, diagonal)) throw singularSystem(lambda)
      const alpha = right.slice()
      compute.choleskySolve(rows, factor, alpha)
      const check = function* (): Training<{ coefficients: Float64Array; scores: Float64Array; gap: Float64Array }> {
        const coefficients = alpha.slice()
        uncentre(centring, coefficients)
        const scores = yield* scoresOf(coefficients)
        const gap = lists.labels.map((label, row) => label - scores[row])
        centre(centring, gap)
        for (let row = 0; row < rows; row++) gap[row] -= lambda * alpha[row]
        return { coefficients, scores, gap }
      }
      let made = yield* check()
      // One step of iterative refinement, with the gap computed from the kernel itself.
      if (euclideanNorm(made.gap) > 1e-13 * euclideanNorm(right)) {
        const before = alpha.slice()
        const step = made.gap.slice()
        compute.choleskySolve(rows, factor, step)
        for (let row = 0; row < rows; row++) alpha[row] += step[row]
        const again = yield* check()
        if (euclideanNorm(again.gap) < euclideanNorm(made.gap)) made = again
        else alpha.set(before)
      }
      const { coefficients, scores, gap } = made
      const residuals = lists.labels.map((label, row) => label - scores[row])
      centre(centring, residuals)
      const scale = euclideanNorm(right)
      return {
        coefficients,
        scores,
        iterations: 1,
        objective: compute.dot(residuals, residuals) + lambda * compute.dot(coefficients, scores),
        optimality: scale > 0 ? euclideanNorm(gap) / scale : euclideanNorm(gap),
      }
    } finally {
      compute.release(mark)
    }
  }

  /** A factor for each penalty, of a matrix that is made once. */
  function* factoredPath(lambdas: readonly number[]): Training<readonly (Float64Array | undefined)[]> {
    const mark = compute.mark()
    try {
      const matrix = yield* centredKernel()
      const factor = compute.float64(rows * rows)
      const path: (Float64Array | undefined)[] = []
      for (const lambda of lambdas) {
        obeyStop(runtime)
        factor.set(matrix)
        path.push(factoredSolution(factor, lambda))
        yield { stage: 'lambda', done: path.length, total: lambdas.length }
      }
      return path
    } finally {
      compute.release(mark)
    }
  }

  /** Uses up the matrix; undefined where the penalty is too small for it. */
  function factoredSolution(matrix: Float64Array, lambda: number): Float64Array | undefined {
    for (let row = 0; row < rows; row++) matrix[row * rows + row] += lambda
    if (lambda === 0) addUnits(rows, matrix, centring)
    const diagonal = Float64Array.from({ length: rows }, (_, row) => matrix[row * rows + row])
    if (!compute.cholesky(rows, matrix) || !hasPivots(rows, matrix, diagonal)) return undefined
    const coefficients = right.slice()
    compute.choleskySolve(rows, matrix, coefficients)
    uncentre(centring, coefficients)
    return coefficients
  }

  return {
    points: mapped,
    told: `exactly, from the kernel matrix of all ${rows} rows`,
    solve,
    *path(lambdas) {
      if (rows > exactPathRows || lambdas.length <= fewPenalties) return yield* factoredPath(lambdas)
      const { form, turned } = yield* reduce()
      const result: (Float64Array | undefined)[] = []
      for (const [index, lambda] of lambdas.entries()) {
        obeyStop(runtime)
        const shifted = shiftTridiagonal(form, lambda)
        if (shifted === undefined) {
          result.push(undefined)
          continue
        }
        const inner = turned.slice()
        solveTridiagonal(shifted, inner)
        const coefficients = new Float64Array(rows)
        for (let row = 0; row < rows; row++) coefficients[row] = compute.dot(form.q.subarray(row * rows, (row + 1) * rows), inner)
        uncentre(centring, coefficients)
        result.push(coefficients)
        yield { stage: 'lambda', done: index + 1, total: lambdas.length }
      }
      return result
    },
    ...(rows <= spreadRows && {
      *spread(lambda: number): Training<RankRlsSpread> {
        const factor = yield* centredKernel()
        for (let row = 0; row < rows; row++) factor[row * rows + row] += lambda
        if (!compute.cholesky(rows, factor)) throw singularSystem(lambda)
        // W = S (G + λ I)⁻¹ Sᵀ.
        const inner = new Float64Array(rows * rows)
        compute.syrk(rows, rows, inverseOfLower(factor, rows, compute), undefined, inner)
        let left = 0
        for (let row = 0; row < rows; row++) left += lambda * inner[row * rows + row]
        for (let row = 0; row < rows; row++) uncentre(centring, inner.subarray(row * rows, (row + 1) * rows))
        transpose(rows, inner)
        for (let row = 0; row < rows; row++) uncentre(centring, inner.subarray(row * rows, (row + 1) * rows))
        return { inner, used: rows - left }
      },
    }),
    *heldOut(lambdas, folds) {
      const { form, turned } = yield* reduce()
      const along = unitCoordinates(rows, form.q, centring)
      const coordinates = (held: Uint32Array, cut: boolean, into: Float64Array) => {
        // Of a group that is held out in part, G knows nothing along u, and neither should its rows: what is λ R elsewhere is
        // λ R − u uᵀ there, without taking one from the other.
        for (const [i, row] of held.entries()) {
          for (let j = 0; j < rows; j++) into[j * held.length + i] = form.q[row * rows + j] - (cut ? units[row] * along[j] : 0)
        }
      }
      const system = { form, turned, centring, labels: lists.labels, right, side: 'dual', coordinates } as const
      return heldOutPath(problem, lambdas, yield* heldOutScores(system, lambdas, folds, runtime))
    },
  }
}

/** Uᵀ Q where there is one group. */
function unitCoordinates(size: number, q: Float64Array, { units }: PairwiseCentring): Float64Array {
  const along = new Float64Array(size)
  for (let row = 0; row < size; row++) for (let j = 0; j < size; j++) along[j] += units[row] * q[row * size + j]
  return along
}

/** All rows of the kernel matrix, block by block. */
function* kernelMatrix(
  kernel: KernelFunction,
  points: KernelPoints,
  mapped: Float32Array,
  runtime: Runtime,
  see: (first: number, last: number, block: Float64Array) => void,
): Training<void> {
  const { compute } = runtime
  const { count, features } = points
  const mark = compute.mark()
  try {
    const x = compute.float64(Math.min(blockRows, count) * features)
    const block = compute.float64(Math.min(blockRows, count) * count)
    for (let first = 0; first < count; first += blockRows) {
      obeyStop(runtime)
      const last = Math.min(count, first + blockRows)
      x.set(mapped.subarray(first * features, last * features))
      kernelBlock(kernel, last - first, x, points, compute, block)
      see(first, last, block)
      yield { stage: 'kernel', done: last, total: count }
    }
  } finally {
    compute.release(mark)
  }
}

function transpose(size: number, matrix: Float64Array): void {
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < i; j++) {
      const kept = matrix[i * size + j]
      matrix[i * size + j] = matrix[j * size + i]
      matrix[j * size + i] = kept
    }
  }
}

/** matrix ← Sᵀ matrix. */
function centreRows(size: number, matrix: Float64Array, { starts, roots, units }: PairwiseCentring): void {
  const along = new Float64Array(size)
  for (let group = 0; group + 1 < starts.length; group++) {
    along.fill(0)
    for (let row = starts[group]; row < starts[group + 1]; row++) {
      const at = row * size
      for (let j = 0; j < size; j++) along[j] += units[row] * (matrix[at + j] *= roots[row])
    }
    for (let row = starts[group]; row < starts[group + 1]; row++) {
      const at = row * size
      for (let j = 0; j < size; j++) matrix[at + j] -= units[row] * along[j]
    }
  }
}

/** Adds the identity on what centring takes away, where no penalty does: with it, the matrix is singular only if the rows make it so. */
function addUnits(size: number, matrix: Float64Array, { starts, units }: PairwiseCentring): void {
  for (let group = 0; group + 1 < starts.length; group++) {
    for (let row = starts[group]; row < starts[group + 1]; row++) {
      if (units[row] === 0) matrix[row * size + row] += 1 // a row without weight
      for (let other = starts[group]; other < starts[group + 1]; other++) matrix[row * size + other] += units[row] * units[other]
    }
  }
}
