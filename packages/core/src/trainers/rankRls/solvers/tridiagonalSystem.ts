/**
 * The systems (M + λ I) x = b for many λ and one symmetric M: with M = Q T Qᵀ and T tridiagonal, made once, each λ costs little
 * more than a product with Q.
 */
import type { Compute } from '../../../numeric/compute/compute.ts'
import { shiftTridiagonal, solveTridiagonal, type Tridiagonal, tridiagonalise } from '../../../numeric/dense/tridiagonal.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'

export interface TridiagonalSystem {
  readonly form: Tridiagonal
  /** Qᵀ b. */
  readonly turned: Float64Array
}

/** The matrix is used up. */
export function* tridiagonalSystem(
  matrix: Float64Array,
  right: Float64Array,
  stage: string,
  runtime: Runtime,
): Training<TridiagonalSystem> {
  const size = right.length
  const steps = tridiagonalise(size, matrix, runtime.compute)
  let step = steps.next()
  for (; !step.done; step = steps.next()) {
    obeyStop(runtime)
    yield { stage, done: Math.round(1000 * step.value), total: 1000 }
  }
  const form = step.value
  const turned = new Float64Array(size)
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) turned[j] += form.q[i * size + j] * right[i]
  return { form, turned }
}

/** x for a penalty; undefined where it is too small for the arithmetic. */
export function tridiagonalSolution({ form, turned }: TridiagonalSystem, lambda: number, compute: Compute): Float64Array | undefined {
  const shifted = shiftTridiagonal(form, lambda)
  if (shifted === undefined) return undefined
  const size = turned.length
  const inner = turned.slice()
  solveTridiagonal(shifted, inner)
  const solution = new Float64Array(size)
  for (let i = 0; i < size; i++) solution[i] = compute.dot(form.q.subarray(i * size, (i + 1) * size), inner)
  return solution
}

/** The same system at every call, made at the first. */
export function tridiagonalOnce(make: () => Training<TridiagonalSystem>): () => Training<TridiagonalSystem> {
  let made: TridiagonalSystem | undefined
  return function* () {
    made ??= yield* make()
    return made
  }
}
