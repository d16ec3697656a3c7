import { describe, expect, test } from 'vitest'
import { plainCompute } from '../compute/plainCompute.ts'
import { seededRandom } from '../random.ts'
import { shiftTridiagonal, solveTridiagonal, type Tridiagonal, tridiagonalise } from './tridiagonal.ts'

function symmetric(n: number, seed: number, rank = n): Float64Array {
  const random = seededRandom(seed)
  const factors = Float64Array.from({ length: n * rank }, () => random.normal())
  const matrix = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) for (let k = 0; k < rank; k++) matrix[i * n + j] += (factors[i * rank + k] * factors[j * rank + k]) / rank
  return matrix
}

function reduced(n: number, matrix: Float64Array): Tridiagonal {
  const steps = tridiagonalise(n, matrix.slice(), plainCompute)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Q T Qᵀ */
function joined(n: number, { diagonal, beside, q }: Tridiagonal): Float64Array {
  const turned = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      turned[i * n + j] =
        q[i * n + j] * diagonal[j] + (j > 0 ? q[i * n + j - 1] * beside[j - 1] : 0) + (j + 1 < n ? q[i * n + j + 1] * beside[j] : 0)
    }
  }
  const result = new Float64Array(n * n)
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) for (let k = 0; k < n; k++) result[i * n + j] += turned[i * n + k] * q[j * n + k]
  return result
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0)
}

describe('tridiagonalise', () => {
  test.each([1, 2, 3, 5, 31, 33, 34, 35, 70, 131])('Q T Qᵀ is the matrix again, and Q is orthogonal (n = %i)', (n) => {
    const matrix = symmetric(n, n)
    const made = reduced(n, matrix)
    expect(largestDifference(joined(n, made), matrix)).toBeLessThan(1e-13 * n)
    const ones = { ...made, diagonal: new Float64Array(n).fill(1), beside: new Float64Array(n) }
    const identity = Float64Array.from({ length: n * n }, (_, place) => (place % (n + 1) === 0 ? 1 : 0))
    expect(largestDifference(joined(n, ones), identity)).toBeLessThan(1e-14 * n)
  })

  test('matrices of low rank, of zeros and of huge entries come through', () => {
    for (const matrix of [
      symmetric(40, 3, 2),
      new Float64Array(1600),
      symmetric(40, 4).map((value) => value * 1e200),
      symmetric(40, 4).map((value) => value * 1e-200),
    ]) {
      const most = matrix.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0)
      expect(largestDifference(joined(40, reduced(40, matrix)), matrix)).toBeLessThanOrEqual(1e-13 * most)
    }
  })

  test('solves with any shift come from the one reduction', () => {
    const n = 50
    const matrix = symmetric(n, 7)
    const made = reduced(n, matrix)
    const random = seededRandom(8)
    const wanted = Float64Array.from({ length: n }, () => random.normal())
    for (const lambda of [1e-3, 1, 100]) {
      const right = new Float64Array(n)
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) right[i] += (matrix[i * n + j] + (i === j ? lambda : 0)) * wanted[j]
      const turned = new Float64Array(n)
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) turned[j] += made.q[i * n + j] * right[i]
      solveTridiagonal(shiftTridiagonal(made, lambda)!, turned)
      const solution = new Float64Array(n)
      for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) solution[i] += made.q[i * n + j] * turned[j]
      expect(largestDifference(solution, wanted)).toBeLessThan(1e-10)
    }
  })

  test('a shift that leaves it indefinite is reported', () => {
    expect(shiftTridiagonal(reduced(2, Float64Array.of(0, 1, 1, 0)), 0.5)).toBeUndefined()
    expect(shiftTridiagonal(reduced(2, Float64Array.of(0, 1, 1, 0)), 1.5)).toBeDefined()
  })
})
