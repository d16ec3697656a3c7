import { wasmCompute } from '@rankwright/compute'
import { modelToJson, rankingLists, seededRandom, train } from '@rankwright/core'
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import { beforeAll, describe, expect, test } from 'vitest'
import { runtimeFor } from '../workers/runtimeFor.ts'
import { type BlasLibrary, openBlasLibrary } from './blasLibrary.ts'
import { nativeCompute } from './nativeCompute.ts'

const library = found()

function found(): BlasLibrary | undefined {
  try {
    return openBlasLibrary()
  } catch {
    return undefined
  }
}

const suite = library === undefined ? 'native compute (skipped: no OpenBLAS, MKL or Accelerate here)' : 'native compute'

describe.skipIf(library === undefined)(suite, () => {
  let compute: Compute
  const random = seededRandom(5)
  const doubles = (length: number) => Float64Array.from({ length }, () => random.normal())
  const singles = (length: number) => Float32Array.from({ length }, () => random.normal())

  beforeAll(() => {
    if (library === undefined) return
    compute = nativeCompute(wasmCompute(), library, 1)
  })

  function expectClose(found: Float32Array | Float64Array, wanted: Float32Array | Float64Array, within: number): void {
    let [size, apart] = [0, 0]
    for (let i = 0; i < wanted.length; i++) {
      size = Math.max(size, Math.abs(wanted[i]))
      apart = Math.max(apart, Number.isNaN(found[i]) ? Infinity : Math.abs(found[i] - wanted[i]))
    }
    expect(apart).toBeLessThanOrEqual(within * size)
  }

  test('keeps its number of threads beside another runtime', () => {
    if (library === undefined) return
    const asked: number[] = []
    const watched = { ...library, setThreads: (threads: number) => void asked.push(threads) }
    const [one, two] = [1, 2].map((threads) => nativeCompute(wasmCompute(), watched, threads))
    for (const each of [one, two, one.own()]) each.gemm(20, 20, 20, doubles(400), doubles(400), new Float64Array(400))
    expect(asked).toEqual([1, 2, 1])
  })

  test('says which library it is', () => {
    expect(compute.build).toBe('native')
    expect(compute.library).toMatch(/^(OpenBLAS|MKL|Accelerate)/)
    expect(compute.own().library).toBe(compute.library)
  })

  test.each([
    [1, 1, 1],
    [7, 90, 40],
    [100, 137, 300],
    [2, 5000, 3],
    [1, 300, 40],
  ])('products of %i x %i by depth %i are the plain ones within rounding', (m, n, k) => {
    const [a, b] = [doubles(m * k), doubles(k * n)]
    const [into, wanted] = [new Float64Array(m * n).fill(Number.NaN), new Float64Array(m * n)]
    compute.gemm(m, n, k, a, b, into)
    plainCompute.gemm(m, n, k, a, b, wanted)
    expectClose(into, wanted, k * 2 ** -50)
    const [a32, b32] = [singles(m * k), singles(k * n)]
    for (const name of ['gemm32', 'gemm32Transposed'] as const) {
      const [into32, wanted32] = [new Float32Array(m * n).fill(Number.NaN), new Float32Array(m * n)]
      compute[name](m, n, k, a32, b32, into32)
      plainCompute[name](m, n, k, a32, b32, wanted32)
      expectClose(into32, wanted32, k * 2 ** -21)
    }
  })

  test('syrk adds to the upper triangle and mirrors it, for every kind of rows and weights, in any memory', () => {
    const [m, n] = [1100, 40]
    const weights = Float64Array.from({ length: m }, () => random.uniform())
    const someNegative = weights.map((weight, row) => (row % 3 === 0 ? -weight : weight))
    for (const matrix of [doubles(m * n), singles(m * n)]) {
      for (const given of [undefined, weights, someNegative]) {
        for (const into of [new Float64Array(n * n), compute.float64(n * n)]) {
          into.set(doubles(n * n))
          const wanted = into.slice()
          plainCompute.syrk(m, n, matrix, given, wanted)
          compute.syrk(m, n, matrix, given, into)
          expectClose(into, wanted, m * 2 ** -50)
          expect(into.every((value, at) => value === into[(at % n) * n + Math.floor(at / n)])).toBe(true)
          const again = into.slice()
          plainCompute.syrk(m, n, matrix, given, wanted)
          compute.syrk(m, n, matrix, given, again, 'upper')
          compute.syrk(0, n, matrix, undefined, again)
          expectClose(again, wanted, m * 2 ** -49)
        }
      }
    }
  })

  test('Cholesky factors and solves as the plain build does', () => {
    for (const n of [1, 5, 130]) {
      const matrix = new Float64Array(n * n)
      plainCompute.syrk(n + 3, n, doubles((n + 3) * n), undefined, matrix)
      for (let i = 0; i < n; i++) matrix[i * n + i] += 1
      const [wanted, factor] = [matrix.slice(), matrix.slice()]
      for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) factor[i * n + j] = Number.NaN // never read
      expect(plainCompute.cholesky(n, wanted)).toBe(true)
      expect(compute.cholesky(n, factor)).toBe(true)
      expectClose(factor, wanted, n * 2 ** -46)
      const right = doubles(n)
      const [solution, wantedSolution] = [right.slice(), right.slice()]
      compute.choleskySolve(n, factor, solution)
      plainCompute.choleskySolve(n, wanted, wantedSolution)
      expectClose(solution, wantedSolution, n * 2 ** -40)
    }
  })

  test('Cholesky tells what is not positive definite, or not finite', () => {
    for (const n of [1, 5, 70]) {
      for (const pivot of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, -0]) {
        const matrix = new Float64Array(n * n)
        for (let i = 0; i < n; i++) matrix[i * n + i] = i === n >> 1 ? pivot : 2
        expect(compute.cholesky(n, matrix)).toBe(false)
      }
    }
  })

  test('eigenvalues ascend, and row k is a unit vector that the matrix stretches by the k-th', () => {
    for (const n of [1, 2, 60]) {
      const matrix = new Float64Array(n * n)
      plainCompute.syrk(n, n, doubles(n * n), undefined, matrix)
      const [vectors, values] = [matrix.slice(), new Float64Array(n)]
      compute.eigen?.(n, vectors, values)
      expect(values).toEqual(values.slice().sort())
      for (let k = 0; k < n; k++) {
        const vector = vectors.subarray(k * n, (k + 1) * n)
        const stretched = new Float64Array(n)
        plainCompute.gemm(n, 1, n, matrix, vector, stretched)
        for (let i = 0; i < n; i++) expect(Math.abs(stretched[i] - values[k] * vector[i])).toBeLessThan(1e-12 * values[n - 1])
        expect(plainCompute.dot(vector, vector)).toBeCloseTo(1, 12)
      }
    }
  })

  test('arrays that are too short are refused before the library sees them', () => {
    expect(() => compute.gemm(100, 100, 100, doubles(9999), doubles(10_000), doubles(10_000))).toThrow('a holds 9999 numbers')
    expect(() => compute.syrk(100, 100, doubles(9999), undefined, doubles(10_000))).toThrow('matrix holds 9999 numbers')
    expect(() => compute.cholesky(100, doubles(9999))).toThrow('matrix holds 9999 numbers')
    expect(() => compute.choleskySolve(100, doubles(10_000), doubles(99))).toThrow('into holds 99 numbers')
    expect(() => compute.eigen?.(100, doubles(9999), doubles(100))).toThrow('into holds 9999 numbers')
  })

  test.each(['elmrank', 'rankrls', 'least-squares'] as const)(
    '%s gives the portable model within rounding, and says what made it',
    (method) => {
      const features = Array.from({ length: 120 }, () => [random.normal(), random.normal(), random.normal()])
      const lists = rankingLists({
        features,
        labels: features.map(([a, b, c]) => Math.round(2 * a * b + c)),
        lists: features.map((_, row) => `${Math.floor(row / 20)}`),
      })
      const notes: string[] = []
      const open = runtimeFor(1, { compute: 'native', note: (text) => notes.push(text) })
      const [own, portable] = [train(lists, { method, lambda: 0.01 }, open.runtime), train(lists, { method, lambda: 0.01 })]
      open.close()
      expect(own.training.arithmetic).toBe('native')
      expect(own.training.library).toBe(library?.name)
      expect(portable.training.arithmetic).toBe('exact')
      expect(portable.training.library).toBeUndefined()
      expect(own.training.objective).toBeCloseTo(portable.training.objective, 8)
      expect(notes).toEqual([`Dense algebra by ${library?.name} (${library?.file}) on at most one thread.`])
      expect(JSON.parse(modelToJson(own)).training.library).toBe(library?.name)
    },
  )
})
