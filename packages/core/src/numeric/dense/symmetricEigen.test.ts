import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dot } from '../compute/dot.ts'
import { plainCompute } from '../compute/plainCompute.ts'
import { seededRandom } from '../random.ts'
import { symmetricEigen } from './symmetricEigen.ts'
import { maximumNorm } from './vectors.ts'

test('A v = λ v, the vectors are orthonormal and the values ascend, for random matrices of any size and scale', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 24 }), fc.integer({ min: -250, max: 250 }), fc.nat(), (n, exponent, seed) => {
      expectEigen(n, randomSymmetric(n, seed, 10 ** exponent))
    }),
    { numRuns: 60 },
  )
})

test('a build that has eigenvectors of its own is asked for them, and the scale of the entries is its caller’s', () => {
  const compute = {
    ...plainCompute,
    eigen(_: number, into: Float64Array, values: Float64Array) {
      values.set([into[0], into[3]])
      into.set([1, 0, 0, 1])
    },
  }
  const { values, vectors } = symmetricEigen(2, Float64Array.of(24, 0, 0, 80), compute)
  expect([...values, ...vectors]).toEqual([24, 80, 1, 0, 0, 1])
})

test('a matrix of 200 rows keeps the same accuracy', () => {
  expectEigen(200, randomSymmetric(200, 1, 1))
})

test('repeated eigenvalues, low rank and graded entries keep it too', () => {
  const n = 12
  const random = seededRandom(3)
  const direction = Float64Array.from({ length: n }, () => random.normal())
  expectEigen(
    n,
    matrix(n, (row, column) => direction[row] * direction[column]),
  )
  expectEigen(
    n,
    matrix(n, (row, column) => (row === column ? 2 : 0) + direction[row] * direction[column]),
  )
  expectEigen(
    n,
    matrix(n, (row, column) => 10 ** -(row + column)),
  )
  expectEigen(
    n,
    matrix(n, () => 1),
  )
})

test('so do matrices that are divided: clusters, low rank, couplings of nothing and entries that vanish', () => {
  const n = 70
  const random = seededRandom(5)
  const direction = Float64Array.from({ length: n }, () => random.normal())
  for (const entry of [
    (row: number, column: number) => direction[row] * direction[column],
    (row: number, column: number) => (row === column ? 3 : 0) + direction[row] * direction[column],
    (row: number, column: number) => 10 ** -(3 * (row + column)),
    () => 1,
    (row: number, column: number) => (row === column ? row % 5 : Math.abs(row - column) === 1 ? 1e-9 : 0),
    (row: number, column: number) => (row === column ? Math.abs(row - 35) : Math.abs(row - column) === 1 ? 1 : 0),
    (row: number, column: number) => (row === column ? -row : 0),
    (row: number, column: number) => 1e300 / (1 + Math.abs(row - column)),
  ]) {
    expectEigen(n, matrix(n, entry))
  }
})

test('the path graph has the eigenvalues 2 − 2 cos(kπ/n)', () => {
  const n = 30
  const { values } = symmetricEigen(
    n,
    matrix(n, (row, column) => {
      if (row !== column) return Math.abs(row - column) === 1 ? -1 : 0
      return row === 0 || row === n - 1 ? 1 : 2
    }),
  )
  values.forEach((value, k) => {
    expect(Math.abs(value - (2 - 2 * Math.cos((k * Math.PI) / n)))).toBeLessThan(1e-14 * n)
  })
})

test("Wilkinson's matrix with its nearly equal pairs of eigenvalues is taken apart", () => {
  const n = 21
  const wilkinson = matrix(n, (row, column) => (row === column ? Math.abs(row - 10) : Math.abs(row - column) === 1 ? 1 : 0))
  expectEigen(n, wilkinson)
  expect(symmetricEigen(n, wilkinson).values[20]).toBeCloseTo(10.746194182903393, 12) // W₂₁⁺ of Wilkinson 1965, "The algebraic eigenvalue problem"
})

test('a diagonal matrix and the zero matrix are their own answer', () => {
  const { values, vectors } = symmetricEigen(3, Float64Array.of(3, 0, 0, 0, -1, 0, 0, 0, 2))
  expect([...values]).toEqual([-1, 2, 3])
  expect([...vectors].map(Math.abs)).toEqual([0, 1, 0, 0, 0, 1, 1, 0, 0])
  expect([...symmetricEigen(2, new Float64Array(4)).values]).toEqual([0, 0])
  expect([...symmetricEigen(1, Float64Array.of(-5)).values]).toEqual([-5])
  expect(symmetricEigen(0, new Float64Array(0)).values.length).toBe(0)
})

test('only the lower triangle is read, and the matrix is not written to', () => {
  const full = randomSymmetric(6, 4, 1)
  const kept = Float64Array.from(full)
  const lower = full.map((entry, place) => (place % 6 > Math.floor(place / 6) ? Number.NaN : entry))
  expect(symmetricEigen(6, lower)).toEqual(symmetricEigen(6, full))
  expect(full).toEqual(kept)
})

function expectEigen(n: number, given: Float64Array): void {
  const { values, vectors } = symmetricEigen(n, given)
  const size = maximumNorm(values)
  const slack = 1e-14 * Math.max(10, n)
  for (let k = 0; k < n; k++) {
    const vector = vectors.subarray(k * n, k * n + n)
    for (let row = 0; row < n; row++) {
      const image = dot(given.subarray(row * n, row * n + n), vector)
      expect(Math.abs(image - values[k] * vector[row])).toBeLessThanOrEqual(slack * size)
    }
    for (let other = 0; other <= k; other++) {
      const product = dot(vector, vectors.subarray(other * n, other * n + n))
      expect(Math.abs(product - (other === k ? 1 : 0))).toBeLessThanOrEqual(slack)
    }
    if (k > 0) expect(values[k]).toBeGreaterThanOrEqual(values[k - 1])
  }
}

function matrix(n: number, entry: (row: number, column: number) => number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, place) => entry(Math.floor(place / n), place % n))
}

function randomSymmetric(n: number, seed: number, scale: number): Float64Array {
  const random = seededRandom(seed)
  const entries = matrix(n, () => scale * random.normal())
  return matrix(n, (row, column) => entries[Math.max(row, column) * n + Math.min(row, column)])
}
