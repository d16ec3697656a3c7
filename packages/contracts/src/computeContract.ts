/** What every build of the kernels promises: the mathematics, within rounding, and the bits of the plain kernels. */
import { type Compute, plainCompute, type Random, seededRandom } from '@rankwright/core'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const EPSILON = 2 ** -52

/** Where the arrays of a call live: handed out by the kernels, the caller's own, or some of each. */
const placements = ['in place', 'elsewhere', 'mixed'] as const
type Placement = (typeof placements)[number]

/** `kernels` may be made once and shared by all tests; they give back what they take. */
export function computeContract(name: string, computeOf: () => Compute): void {
  describe(`${name} kernels`, () => {
    let compute: Compute
    let mark: number
    beforeEach(() => {
      compute = computeOf()
      mark = compute.mark()
    })
    afterEach(() => compute.release(mark))

    describe('arrays', () => {
      test('are handed out zeroed, also in memory that was used before', () => {
        const here = compute.mark()
        compute.float64(1000).fill(7)
        compute.release(here)
        expect(compute.float64(1000).every((value) => Object.is(value, 0))).toBe(true)
        expect(compute.float32(1000).every((value) => Object.is(value, 0))).toBe(true)
      })

      test('do not overlap, and keep what is written to them while others are taken and kernels run', () => {
        const arrays = [3, 0, 1, 700, 5000].map((length, i) => compute.float64(length).fill(i + 1))
        const singles = compute.float32(33).fill(9)
        compute.exp(new Float64Array(100_000))
        for (const [i, array] of arrays.entries()) expect(array.every((value) => value === i + 1)).toBe(true)
        expect(singles.every((value) => value === 9)).toBe(true)
      })

      test('that are too short are refused', () => {
        const short = new Float64Array(5)
        const single = new Float32Array(5)
        const long = new Float64Array(100)
        expect(() => compute.gemv(2, 3, single, long, long)).toThrow(RangeError)
        expect(() => compute.gemv(1, 5, single, new Float64Array(4), long)).toThrow(RangeError)
        expect(() => compute.gemv(1, 5, single, long, new Float64Array(0))).toThrow(RangeError)
        expect(() => compute.gemvTransposed(2, 3, single, long, long)).toThrow(RangeError)
        expect(() => compute.gemm(2, 3, 3, short, long, long)).toThrow(RangeError)
        expect(() => compute.gemm(1, 3, 5, short, short, long)).toThrow(RangeError)
        expect(() => compute.syrk(2, 2, long, undefined, new Float64Array(3))).toThrow(RangeError)
        expect(() => compute.syrk(9, 2, long, short, long)).toThrow(RangeError)
        expect(() => compute.cholesky(3, short)).toThrow(RangeError)
        expect(() => compute.choleskySolve(3, long, new Float64Array(2))).toThrow(RangeError)
        expect(() => compute.softmax(Uint32Array.of(0, 6), short)).toThrow(RangeError)
        expect(() => compute.softmax(Uint32Array.of(0, 3, 2), short)).toThrow(RangeError)
        expect(() => compute.argsortDescending(Uint32Array.of(0, 5), short, new Uint32Array(4))).toThrow(RangeError)
        expect(() => compute.ndcg(Uint32Array.of(0, 6), 2, short, long, long, long, long)).toThrow(RangeError)
        expect(() => compute.ndcg(Uint32Array.of(0, 5), 2, short, long, new Float64Array(4), long, long)).toThrow(RangeError)
        expect(() => compute.listNetPass(Uint32Array.of(0, 5), 2, single, short, undefined, long, long)).toThrow(RangeError)
      })

      test('may be longer than needed, and the rest is left alone', () => {
        for (const placement of placements) {
          const given = source(compute, 3, placement)
          const into = given.doubles(10).fill(5)
          compute.gemv(4, 2, given.singles(9), given.doubles(3), into)
          expect([...into.subarray(4)]).toEqual([5, 5, 5, 5, 5, 5])
          const product = given.doubles(10).fill(5)
          compute.gemm(2, 3, 2, given.doubles(7), given.doubles(7), product)
          expect([...product.subarray(6)]).toEqual([5, 5, 5, 5])
        }
      })
    })

    describe('dot', () => {
      test('is Σ aᵢ bᵢ, with the plain bits', () => {
        check(compute, 120, fc.nat({ max: 100 }), (given, length) => {
          const a = given.doubles(length)
          const b = given.doubles(length)
          const found = compute.dot(a, b)
          expectSame(found, plainCompute.dot(copy(a), copy(b)))
          if (given.special) return
          let exact = 0
          let size = 0
          for (let i = 0; i < length; i++) {
            exact += a[i] * b[i]
            size += Math.abs(a[i] * b[i])
          }
          expectClose(found, exact, length * size)
        })
      })
    })

    describe('gemv', () => {
      const shapes = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }))

      test('gives one score per row, with the plain bits', () => {
        check(compute, 120, shapes, (given, [rows, width]) => {
          const matrix = given.singles(rows * width)
          const vector = given.doubles(width)
          const into = given.doubles(rows)
          const wanted = copy(into)
          plainCompute.gemv(rows, width, copy(matrix), copy(vector), wanted)
          compute.gemv(rows, width, matrix, vector, into)
          expectSameBits(into, wanted)
          if (given.special) return
          for (let i = 0; i < rows; i++) {
            let exact = 0
            let size = 0
            for (let j = 0; j < width; j++) {
              exact += matrix[i * width + j] * vector[j]
              size += Math.abs(matrix[i * width + j] * vector[j])
            }
            expectClose(into[i], exact, width * size)
          }
        })
      })

      test('transposed adds one number per column, with the plain bits', () => {
        check(compute, 120, shapes, (given, [rows, width]) => {
          const matrix = given.singles(rows * width)
          const vector = given.doubles(rows)
          const into = given.doubles(width)
          const before = copy(into)
          const wanted = copy(into)
          plainCompute.gemvTransposed(rows, width, copy(matrix), copy(vector), wanted)
          compute.gemvTransposed(rows, width, matrix, vector, into)
          expectSameBits(into, wanted)
          if (given.special) return
          for (let j = 0; j < width; j++) {
            let exact = before[j]
            let size = Math.abs(before[j])
            for (let i = 0; i < rows; i++) {
              exact += matrix[i * width + j] * vector[i]
              size += Math.abs(matrix[i * width + j] * vector[i])
            }
            expectClose(into[j], exact, (rows + 1) * size)
          }
        })
      })

      test('has the plain bits on matrices of many blocks', () => {
        for (const [seed, placement] of placements.entries()) {
          for (const [rows, width] of [
            [5000, 136],
            [9, 60_001],
            [70_000, 3],
          ]) {
            const given = source(compute, seed, placement)
            const here = compute.mark()
            const matrix = given.singles(rows * width)
            const perColumn = given.doubles(width)
            const perRow = given.doubles(rows)
            const scores = given.doubles(rows)
            const sums = given.doubles(width)
            const wantedScores = copy(scores)
            const wantedSums = copy(sums)
            plainCompute.gemv(rows, width, copy(matrix), copy(perColumn), wantedScores)
            plainCompute.gemvTransposed(rows, width, copy(matrix), copy(perRow), wantedSums)
            compute.gemv(rows, width, matrix, perColumn, scores)
            compute.gemvTransposed(rows, width, matrix, perRow, sums)
            expectSameBits(scores, wantedScores)
            expectSameBits(sums, wantedSums)
            compute.release(here)
          }
        }
      })

      test('does not depend on how rows are cut into ranges', () => {
        check(compute, 60, fc.tuple(fc.integer({ min: 2, max: 40 }), fc.nat({ max: 20 }), fc.nat()), (given, [rows, width, at]) => {
          const cut = at % rows
          const matrix = given.singles(rows * width)
          const vector = given.doubles(width)
          const perRow = given.doubles(rows)
          const whole = given.doubles(rows)
          const parts = given.doubles(rows)
          const wholeSum = given.doubles(width)
          const partSum = given.doubles(width)
          partSum.set(wholeSum)
          compute.gemv(rows, width, matrix, vector, whole)
          compute.gemvTransposed(rows, width, matrix, perRow, wholeSum)
          for (const [from, to] of [
            [0, cut],
            [cut, rows],
          ]) {
            const part = matrix.subarray(from * width, to * width)
            compute.gemv(to - from, width, part, vector, parts.subarray(from, to))
            compute.gemvTransposed(to - from, width, part, perRow.subarray(from, to), partSum)
          }
          expectSameBits(parts, whole)
          expectSameBits(partSum, wholeSum)
        })
      })
    })

    describe('gemm', () => {
      function checkGemm(given: Source, m: number, n: number, k: number): void {
        const a = given.doubles(m * k)
        const b = given.doubles(k * n)
        const into = given.doubles(m * n)
        const wanted = copy(into)
        plainCompute.gemm(m, n, k, copy(a), copy(b), wanted)
        compute.gemm(m, n, k, a, b, into)
        expectSameBits(into, wanted)
        if (given.special) return
        for (let i = 0; i < m; i++) {
          for (let j = 0; j < n; j++) {
            let exact = 0
            let size = 0
            for (let p = 0; p < k; p++) {
              exact += a[i * k + p] * b[p * n + j]
              size += Math.abs(a[i * k + p] * b[p * n + j])
            }
            expectClose(into[i * n + j], exact, (k + 1) * size)
          }
        }
      }

      test('is the product of two matrices, with the plain bits', () => {
        const shapes = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }), fc.nat({ max: 40 }))
        check(compute, 100, shapes, (given, [m, n, k]) => checkGemm(given, m, n, k))
      })

      test('has the plain bits around the edges of its blocks', () => {
        for (const [m, n, k] of [
          [1, 1, 1],
          [4, 4, 256],
          [97, 5, 257],
          [193, 9, 513],
          [5, 1030, 3],
          [3, 2, 1100],
          [250, 130, 70],
        ]) {
          for (const [seed, placement] of placements.entries()) checkGemm(source(compute, seed, placement), m, n, k)
        }
      })
    })

    describe('syrk', () => {
      function checkSyrk(given: Source, m: number, n: number, single: boolean, weighted: boolean): void {
        const matrix = single ? given.singles(m * n) : given.doubles(m * n)
        const weights = weighted ? given.doubles(m) : undefined
        const into = given.doubles(n * n)
        const before = copy(into)
        const wanted = copy(into)
        plainCompute.syrk(m, n, copy(matrix), weights && copy(weights), wanted)
        compute.syrk(m, n, matrix, weights, into)
        expectSameBits(into, wanted)
        for (let i = 0; i < n; i++) {
          for (let j = i; j < n; j++) {
            expectSame(into[j * n + i], into[i * n + j])
            if (given.special) continue
            let exact = before[i * n + j]
            let size = Math.abs(exact)
            for (let p = 0; p < m; p++) {
              const term = (weights ? weights[p] : 1) * matrix[p * n + i] * matrix[p * n + j]
              exact += term
              size += Math.abs(term)
            }
            expectClose(into[i * n + j], exact, (m + 2) * size)
          }
        }
      }

      test('adds Hᵀ diag(weights) H, both triangles alike, with the plain bits', () => {
        const shapes = fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 20 }), fc.boolean(), fc.boolean())
        check(compute, 100, shapes, (given, [m, n, single, weighted]) => checkSyrk(given, m, n, single, weighted))
      })

      test('has the plain bits around the edges of its blocks', () => {
        for (const [m, n] of [
          [256, 4],
          [257, 97],
          [600, 201],
          [5, 300],
        ]) {
          for (const [seed, placement] of placements.entries()) {
            for (const single of [true, false]) checkSyrk(source(compute, seed, placement), m, n, single, seed % 2 === 1)
          }
        }
      })

      test('gives the same bits block by block, in multiples of 256 rows, as at once', () => {
        const given = source(compute, 8, 'mixed')
        const n = 13
        const matrix = given.singles(700 * n)
        const weights = given.doubles(700)
        const whole = new Float64Array(n * n)
        const parts = new Float64Array(n * n)
        compute.syrk(700, n, matrix, weights, whole)
        compute.syrk(512, n, matrix, weights, parts)
        compute.syrk(188, n, matrix.subarray(512 * n), weights.subarray(512), parts)
        expectSameBits(parts, whole)
      })
    })

    describe('cholesky', () => {
      function positiveDefinite(given: Source, n: number): Float64Array {
        const random = given.doubles((n + 3) * n)
        const matrix = given.doubles(n * n).fill(0)
        plainCompute.syrk(n + 3, n, copy(random), undefined, matrix)
        for (let i = 0; i < n; i++) matrix[i * n + i] += 0.5
        return matrix
      }

      function checkCholesky(given: Source, n: number): void {
        const matrix = positiveDefinite(given, n)
        const original = copy(matrix)
        for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) matrix[i * n + j] = Number.NaN // never read
        const wanted = copy(matrix)
        expect(plainCompute.cholesky(n, wanted)).toBe(true)
        expect(compute.cholesky(n, matrix)).toBe(true)
        expectSameBits(matrix, wanted)
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            if (j > i) expectSame(matrix[i * n + j], 0)
            let product = 0
            for (let p = 0; p <= Math.min(i, j); p++) product += matrix[i * n + p] * matrix[j * n + p]
            const size = Math.sqrt(original[i * n + i] * original[j * n + j])
            expectClose(product, original[i * n + j], 4 * (n + 1) * size)
          }
        }
        const solution = given.doubles(n)
        const right = copy(solution)
        const wantedSolution = copy(solution)
        plainCompute.choleskySolve(n, wanted, wantedSolution)
        compute.choleskySolve(n, matrix, solution)
        expectSameBits(solution, wantedSolution)
        for (let i = 0; i < n; i++) {
          let product = 0
          let size = Math.abs(right[i])
          for (let j = 0; j < n; j++) {
            product += original[i * n + j] * solution[j]
            size += Math.abs(original[i * n + j] * solution[j])
          }
          expectClose(product, right[i], 20 * (n + 1) * (n + 1) * size)
        }
      }

      test('factors and solves, with the plain bits', () => {
        check(compute, 60, fc.nat({ max: 30 }), (given, n) => checkCholesky(given, n), false)
      })

      test('has the plain bits around the edges of its panels', () => {
        for (const n of [63, 64, 65, 67, 128, 230]) {
          for (const [seed, placement] of placements.entries()) checkCholesky(source(compute, seed, placement), n)
        }
      })

      test('tells what is not positive definite', () => {
        for (const placement of placements) {
          const given = source(compute, 1, placement)
          for (const n of [1, 5, 70]) {
            for (const spoilt of [0, n >> 1, n - 1]) {
              for (const pivot of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, -0]) {
                const matrix = given.doubles(n * n).fill(0)
                for (let i = 0; i < n; i++) matrix[i * n + i] = i === spoilt ? pivot : 2
                expect(compute.cholesky(n, matrix)).toBe(false)
              }
            }
          }
          const singular = given.doubles(4)
          singular.set([1, 0, 1, 1])
          expect(compute.cholesky(2, singular)).toBe(false)
        }
      })
    })

    describe('single precision', () => {
      const shapes = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }), fc.constantFrom(0, 1, 7, 255, 256, 300))

      test('gemmSingle multiplies, with the plain bits', () => {
        check(compute, 60, shapes, (given, [m, n, k]) => {
          const a = given.singles(m * k)
          const b = given.singles(k * n)
          const into = given.doubles(m * n)
          const wanted = copy(into)
          plainCompute.gemmSingle(m, n, k, copy(a), copy(b), wanted)
          compute.gemmSingle(m, n, k, a, b, into)
          expectSameBits(into, wanted)
          if (given.special || m * n * k === 0) return
          let exact = 0
          let size = 0
          for (let p = 0; p < k; p++) {
            exact += a[p] * b[p * n]
            size += Math.abs(a[p] * b[p * n])
          }
          expect(Math.abs(into[0] - exact)).toBeLessThanOrEqual(k * size * 2 ** -23)
        })
      })

      test('syrkSingle adds HᵀH, with the plain bits', () => {
        check(compute, 30, fc.tuple(fc.nat({ max: 60 }), fc.constantFrom(0, 1, 7, 255, 256, 300)), (given, [n, m]) => {
          const matrix = given.doubles(m * n)
          const into = given.doubles(n * n)
          const wanted = copy(into)
          plainCompute.syrkSingle(m, n, copy(matrix), wanted)
          compute.syrkSingle(m, n, matrix, into)
          expectSameBits(into, wanted)
        })
      })
    })

    describe('columnSums and shiftRows', () => {
      const shapes = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }), fc.boolean())

      test('add up columns and move rows, with the plain bits', () => {
        check(compute, 80, shapes, (given, [rows, width, weighted]) => {
          const matrix = given.doubles(rows * width)
          const weights = weighted ? given.doubles(rows) : undefined
          const into = given.doubles(width)
          const wanted = copy(into)
          plainCompute.columnSums(rows, width, copy(matrix), weights && copy(weights), wanted)
          compute.columnSums(rows, width, matrix, weights, into)
          expectSameBits(into, wanted)
          const [shift, scales, moved] = [given.doubles(width), given.doubles(rows), copy(matrix)]
          plainCompute.shiftRows(rows, width, copy(shift), copy(scales), moved)
          compute.shiftRows(rows, width, shift, scales, matrix)
          expectSameBits(matrix, moved)
        })
        const large = source(compute, 7, 'in place')
        const [matrix, weights, into] = [large.doubles(600 * 130), large.doubles(600), large.doubles(130)]
        const wanted = new Float64Array(130)
        plainCompute.columnSums(600, 130, copy(matrix), copy(weights), wanted)
        compute.columnSums(600, 130, matrix, weights, into)
        expectSameBits(into, wanted)
      })
    })

    describe('exp, sigmoid, cos and relu', () => {
      test('are within one unit in the last place of Math.exp', () => {
        const values = source(compute, 4, 'in place', 1).doubles(20_000)
        for (let i = 0; i < values.length; i++) values[i] *= i % 2 === 0 ? 1 : 350
        const given = copy(values)
        compute.exp(values)
        for (let i = 0; i < given.length; i++) expect(unitsBetween(values[i], Math.exp(given[i]))).toBeLessThanOrEqual(1)
      })

      test('reach every range: subnormal, overflowing, NaN and the ends', () => {
        const { POSITIVE_INFINITY, NEGATIVE_INFINITY, NaN: missing } = Number
        const ends = [NEGATIVE_INFINITY, -746, -745.13, -744, -720, -709, -708, -1e-300, -0, 0, 5e-324, 1e-17, 708, 709.7, 709.79, 1e308]
        for (const placement of placements) {
          const values = computeArray(compute, [...ends, POSITIVE_INFINITY, missing], placement)
          const given = copy(values)
          compute.exp(values)
          for (let i = 0; i < given.length; i++) {
            expect(Number.isNaN(values[i])).toBe(Number.isNaN(given[i]))
            if (!Number.isNaN(given[i])) expect(unitsBetween(values[i], Math.exp(given[i]))).toBeLessThanOrEqual(1)
          }
        }
      })

      test('sigmoid is 1 / (1 + exp(−x)) and keeps its precision on both sides', () => {
        const values = computeArray(compute, [0, 40, -40, 700, -700, -740, 1000, -1000, 3, -3, Number.NaN], 'in place')
        const given = copy(values)
        compute.sigmoid(values)
        for (let i = 0; i < given.length; i++) {
          if (Number.isNaN(given[i])) expect(values[i]).toBeNaN()
          else {
            const exact = given[i] < 0 ? Math.exp(given[i]) / (1 + Math.exp(given[i])) : 1 / (1 + Math.exp(-given[i]))
            expect(unitsBetween(values[i], exact)).toBeLessThanOrEqual(3)
          }
        }
      })

      test('have the plain bits', () => {
        for (const operation of ['exp', 'sigmoid', 'cos', 'relu'] as const) {
          check(compute, 100, fc.tuple(fc.nat({ max: 60 }), fc.constantFrom(1, 30, 800)), (given, [length, scale]) => {
            const values = given.doubles(length)
            for (let i = 0; i < length; i++) values[i] *= scale
            const wanted = copy(values)
            plainCompute[operation](wanted)
            compute[operation](values)
            expectSameBits(values, wanted)
          })
          for (const [seed, placement] of placements.entries()) {
            const values = source(compute, seed, placement).doubles(40_003)
            const wanted = copy(values)
            plainCompute[operation](wanted)
            compute[operation](values)
            expectSameBits(values, wanted)
          }
        }
      })
    })

    describe('softmax', () => {
      test('gives each list shares that add up to one, with the plain bits', () => {
        check(compute, 100, listLengths, (given, lengths) => {
          const offsets = offsetsOf(lengths)
          const values = given.doubles(offsets[lengths.length])
          const before = copy(values)
          const wanted = copy(values)
          plainCompute.softmax(offsets, wanted)
          compute.softmax(offsets, values)
          expectSameBits(values, wanted)
          if (given.special) return
          for (const [q, length] of lengths.entries()) {
            const shares = values.subarray(offsets[q], offsets[q + 1])
            const raw = before.subarray(offsets[q], offsets[q + 1])
            let sum = 0
            for (const value of raw) sum += Math.exp(value)
            for (let i = 0; i < length; i++) expectClose(shares[i], Math.exp(raw[i]) / sum, 4 * (length + 2))
          }
        })
      })

      test('is stable for huge values, and one item has all of it', () => {
        const values = computeArray(compute, [1e308, 1e308, -1e308, -7e200, 5, 1e6, 1e6], 'in place')
        compute.softmax(Uint32Array.of(0, 3, 4, 4, 5, 7), values)
        expect([...values]).toEqual([0.5, 0.5, 0, 1, 1, 0.5, 0.5])
      })

      test('becomes NaN where a list holds NaN, +∞ or nothing but −∞, and leaves the other lists alone', () => {
        const { POSITIVE_INFINITY, NEGATIVE_INFINITY, NaN: missing } = Number
        const values = computeArray(compute, [1, missing, 2, 2, POSITIVE_INFINITY, 1, NEGATIVE_INFINITY, NEGATIVE_INFINITY, 0], 'in place')
        compute.softmax(Uint32Array.of(0, 2, 4, 6, 7, 9), values)
        expect([...values.subarray(2, 4)]).toEqual([0.5, 0.5])
        expect([...values.subarray(7)]).toEqual([0, 1])
        expect(values[0]).toBeNaN()
        expect(values[4]).toBeNaN()
        expect(values[6]).toBeNaN()
      })

      test('has the plain bits on many lists, also when they do not start at the first row', () => {
        for (const [seed, placement] of placements.entries()) {
          const given = source(compute, seed, placement)
          const lengths = Array.from({ length: 4000 }, (_, q) => (q * 37) % 101)
          lengths[7] = 150_000
          const offsets = offsetsOf(lengths, 11)
          const values = given.doubles(offsets[lengths.length] + 5)
          const wanted = copy(values)
          plainCompute.softmax(offsets, wanted)
          compute.softmax(offsets, values)
          expectSameBits(values, wanted)
        }
      })
    })

    describe('argsort', () => {
      function checkOrder(offsets: Uint32Array, values: Float64Array): void {
        const found = new Uint32Array(values.length).fill(77)
        const wanted = new Uint32Array(values.length).fill(77)
        compute.argsortDescending(offsets, values, found)
        plainCompute.argsortDescending(offsets, copy(values), wanted)
        expect(found.every((position, i) => position === wanted[i])).toBe(true)
        for (let q = 0; q + 1 < offsets.length; q++) {
          const own = [...values.subarray(offsets[q], offsets[q + 1])]
          const order = own.map((_, i) => i).sort((i, j) => descending(own[i], own[j]) || i - j)
          const positions = found.subarray(offsets[q], offsets[q + 1])
          expect(order.every((position, i) => position === positions[i])).toBe(true)
        }
      }

      test('orders each list by descending value, equal ones as they stood, NaN last', () => {
        check(compute, 150, listLengths, (given, lengths) => {
          const offsets = offsetsOf(lengths)
          const values = given.doubles(offsets[lengths.length])
          for (let i = 0; i < values.length; i += 3) values[i] = Math.round(values[i])
          checkOrder(offsets, values)
        })
      })

      test('counts 0 and −0 as equal and puts infinities at the ends', () => {
        const values = Float64Array.of(-0, 0, Number.NaN, Number.NEGATIVE_INFINITY, 1, -0, Number.POSITIVE_INFINITY, -1, Number.NaN)
        const order = new Uint32Array(9)
        compute.argsortDescending(Uint32Array.of(0, 9), values, order)
        expect([...order]).toEqual([6, 4, 0, 1, 5, 7, 3, 2, 8])
      })

      test('orders many lists and one very long one', () => {
        for (const [seed, placement] of placements.entries()) {
          const lengths = Array.from({ length: 2000 }, (_, q) => (q * 37) % 101)
          lengths[7] = 60_000
          const offsets = offsetsOf(lengths, 4)
          checkOrder(offsets, source(compute, seed, placement, 0.1).doubles(offsets[lengths.length]))
        }
      })
    })

    describe('gemm32', () => {
      function checkGemm(given: Source, m: number, n: number, k: number, turned: boolean): void {
        const [a, b, into] = [given.singles(m * k), given.singles(k * n), given.singles(m * n)]
        const wanted = copy(into)
        const name = turned ? 'gemm32Transposed' : 'gemm32'
        plainCompute[name](m, n, k, copy(a), copy(b), wanted)
        compute[name](m, n, k, a, b, into)
        for (let at = 0; at < m * n; at++) if (!Object.is(into[at], wanted[at])) expect.unreachable(`${into[at]} instead of ${wanted[at]}`)
        if (given.special) return
        for (let i = 0; i < m; i++) {
          for (let j = 0; j < n; j++) {
            let exact = 0
            for (let p = 0; p < k; p++) exact += (turned ? a[p * m + i] : a[i * k + p]) * b[p * n + j]
            expect(Math.abs(into[i * n + j] - exact)).toBeLessThanOrEqual(k * 4 * (k + 1) * 2 ** -24)
          }
        }
      }

      test('is the product of two matrices in single precision, with the plain bits', () => {
        const shapes = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 30 }), fc.nat({ max: 40 }), fc.boolean())
        check(compute, 100, shapes, (given, [m, n, k, turned]) => checkGemm(given, m, n, k, turned))
      })

      test('has the plain bits around the edges of its blocks', () => {
        for (const [m, n, k] of [
          [97, 9, 257],
          [5, 200, 3],
          [3, 2, 520],
          [100, 70, 70],
        ]) {
          for (const turned of [false, true]) checkGemm(source(compute, m + n + k, 'in place'), m, n, k, turned)
        }
      })
    })

    describe('closePoints', () => {
      const shapes = fc.record({
        width: fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 40 })),
        others: fc.array(fc.nat({ max: 2 }), { maxLength: 20 }),
        norm: fc.constantFrom('1' as const, '2' as const, 'inf' as const),
        limitOf: fc.tuple(fc.nat({ max: 191 }), fc.nat({ max: 191 })),
      })

      test('tells which points are within the limit, with the plain bits, also where the limit is a distance itself', () => {
        check(compute, 60, shapes, (given, { width, others, norm, limitOf }) => {
          const panels = given.singles(3 * 64 * width)
          const between = (i: number, j: number) => {
            let total = 0
            for (let k = 0; k < width; k++) {
              const at = (point: number) => panels[((point >> 6) * width + k) * 64 + (point & 63)]
              const size = Math.abs(at(i) - at(j))
              total = norm === '2' ? total + size * size : norm === '1' ? total + size : Math.max(total, size)
            }
            return total
          }
          const limit = between(...limitOf)
          const found = new Uint32Array(128 * others.length + 1).fill(7)
          compute.closePoints(norm, width, panels, 1, Uint32Array.from(others), limit, found)
          const wanted = new Uint32Array(128 * others.length + 1).fill(7)
          plainCompute.closePoints(norm, width, copy(panels), 1, Uint32Array.from(others), limit, wanted)
          expect(found).toEqual(wanted)
          if (others.length === 0) return
          for (let i = 0; i < 64; i++) {
            for (let j = 0; j < 64; j++) {
              const bit = (found[2 * i + (j >> 5)] >>> (j & 31)) & 1
              if (bit !== Number(between(64 + i, 64 * others[0] + j) <= limit)) expect.unreachable(`points ${i} and ${j}`)
            }
          }
        })
      })

      test('refuses panels and answers that are too short', () => {
        const [panels, others, into] = [new Float32Array(2 * 64 * 3), Uint32Array.of(0, 1), new Uint32Array(256)]
        expect(() => compute.closePoints('2', 3, panels.subarray(1), 0, others, 1, into)).toThrow(RangeError)
        expect(() => compute.closePoints('2', 3, panels, 2, others, 1, into)).toThrow(RangeError)
        expect(() => compute.closePoints('2', 3, panels, 0, others, 1, into.subarray(1))).toThrow(RangeError)
      })
    })

    describe('ndcg', () => {
      const gains = Float64Array.of(0, 1, 3, 7, 15)
      const discounts = Float64Array.from({ length: 40 }, (_, place) => 1 / Math.log2(place + 2))

      function checkNdcg(given: Source, lengths: readonly number[], cutoff: number, levels: number, first = 0): number {
        const offsets = offsetsOf(lengths, first)
        const rows = offsets[lengths.length]
        const scores = given.doubles(rows)
        if (levels > 0) for (let i = 0; i < rows; i++) scores[i] = Math.round(scores[i] * levels) / levels
        const labels = given.doubles(rows)
        for (let i = 0; i < rows; i++) labels[i] = given.special ? Math.round(labels[i]) : Math.floor(Math.abs(labels[i]) * 2.4)
        const into = given.doubles(lengths.length)
        const wanted = copy(into)
        plainCompute.ndcg(offsets, cutoff, copy(scores), copy(labels), gains, discounts, wanted)
        compute.ndcg(offsets, cutoff, scores, labels, gains, discounts, into)
        expectSameBits(into, wanted)
        for (const [q, length] of lengths.entries()) {
          const items = Array.from({ length }, (_, i) => ({ score: scores[offsets[q] + i], label: labels[offsets[q] + i] }))
          expectSame(into[q], simpleNdcg(items, cutoff))
        }
        return into.reduce((decided, value) => decided + (value === -1 ? 0 : 1), 0)
      }

      /** The definition, by sorting everything. */
      function simpleNdcg(items: readonly { readonly score: number; readonly label: number }[], cutoff: number): number {
        const ordered = [...items].sort((a, b) => descending(a.score, b.score))
        const leading = ordered.slice(0, cutoff)
        const served = cutoff >= 1 && cutoff <= 32 && items.length > cutoff && items.length <= 1023
        const distinct = leading.every(({ score }, place) => score > ordered[place + 1]?.score || Number.isNaN(ordered[place + 1]?.score))
        const graded = items.every(({ label }) => label === 0 || label === 1 || label === 2 || label === 3 || label === 4)
        if (!served || !graded || !distinct || leading.some(({ score }) => Number.isNaN(score))) return -1
        const best = items.map(({ label }) => label).sort((a, b) => b - a)
        const total = (labels: readonly number[]) => labels.reduce((sum, label, place) => sum + gains[label] * discounts[place], 0)
        return total(leading.map(({ label }) => label)) / total(best.slice(0, cutoff))
      }

      test('is that of a full sort, and −1 where ties, short lists or other labels want conventions', () => {
        const lengths = fc.array(fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 150 })), { maxLength: 8 })
        const shapes = fc.tuple(lengths, fc.oneof(fc.integer({ min: 1, max: 12 }), fc.nat({ max: 40 })), fc.constantFrom(0, 0, 2, 1000))
        check(compute, 150, shapes, (given, [each, cutoff, levels]) => {
          checkNdcg(given, each, cutoff, levels)
        })
      })

      test('serves most lists of many lengths, wherever their rows begin', () => {
        for (const [seed, placement] of placements.entries()) {
          const lengths = Array.from({ length: 900 }, (_, q) => 11 + ((q * 37) % 140))
          lengths[7] = 1023
          lengths[8] = 1024
          expect(checkNdcg(source(compute, seed, placement), lengths, 10, 0, 5)).toBe(899)
        }
      })

      test('is right for scores that no guess fits', () => {
        for (const [seed, skew] of [
          (x: number) => Math.exp(300 * x),
          (x: number) => -Math.exp(300 * x),
          (x: number) => x ** 41,
        ].entries()) {
          const scores = source(compute, seed, 'elsewhere').doubles(4000).map(skew)
          const labels = scores.map((_, i) => (i * 7) % 5)
          const offsets = offsetsOf(Array.from({ length: 40 }, () => 100))
          const into = new Float64Array(40)
          compute.ndcg(offsets, 10, scores, labels, gains, discounts, into)
          for (let q = 0; q < 40; q++) {
            const items = Array.from({ length: 100 }, (_, i) => ({ score: scores[100 * q + i], label: labels[100 * q + i] }))
            expectSame(into[q], simpleNdcg(items, 10))
            expect(into[q]).toBeGreaterThanOrEqual(0)
          }
        }
      })

      test('has no value where nothing is relevant', () => {
        const into = new Float64Array(1)
        compute.ndcg(Uint32Array.of(0, 3), 2, Float64Array.of(3, 1, 2), new Float64Array(3), gains, discounts, into)
        expect(into[0]).toBeNaN()
      })
    })

    describe('listNetPass', () => {
      function checkPass(given: Source, lengths: readonly number[], width: number, weighted: boolean, first = 0): void {
        const offsets = offsetsOf(lengths, first)
        const rows = offsets[lengths.length]
        const matrix = given.singles(rows * width)
        const targets = given.doubles(rows)
        for (let i = 0; i < rows; i++) targets[i] = Math.abs(targets[i])
        const weights = weighted ? given.doubles(lengths.length) : undefined
        const vector = given.doubles(width)
        const into = given.doubles(width)
        const before = copy(into)
        const wanted = copy(into)
        const wantedLoss = plainCompute.listNetPass(
          offsets,
          width,
          copy(matrix),
          copy(targets),
          weights && copy(weights),
          copy(vector),
          wanted,
        )
        const loss = compute.listNetPass(offsets, width, matrix, targets, weights, vector, into)
        expectSameBits(into, wanted)
        expectSame(loss, wantedLoss)
        if (given.special) return
        let exactLoss = 0
        let lossSize = 0
        const exact = [...before]
        const size = exact.map(Math.abs)
        for (const [q, length] of lengths.entries()) {
          const weight = weights ? weights[q] : 1
          const rowsOfList = Array.from({ length }, (_, i) =>
            [...matrix.subarray((offsets[q] + i) * width, (offsets[q] + i + 1) * width)].map(Number),
          )
          const scores = rowsOfList.map((row) => row.reduce((sum, x, j) => sum + x * vector[j], 0))
          const largest = Math.max(...scores)
          const total = scores.reduce((sum, score) => sum + Math.exp(score - largest), 0)
          const probabilities = targets.subarray(offsets[q], offsets[q + 1])
          const mass = probabilities.reduce((sum, p) => sum + p, 0)
          for (const [i, score] of scores.entries()) {
            const term = -weight * probabilities[i] * (score - largest - Math.log(total))
            exactLoss += term
            lossSize += Math.abs(term) + Math.abs(weight * probabilities[i] * largest)
            const u = weight * ((mass * Math.exp(score - largest)) / total - probabilities[i])
            const bound = Math.abs(weight) * ((mass * Math.exp(score - largest)) / total + probabilities[i]) * (1 + Math.abs(largest))
            for (let j = 0; j < width; j++) {
              exact[j] += u * rowsOfList[i][j]
              size[j] += bound * Math.abs(rowsOfList[i][j])
            }
          }
        }
        const operations = 4 * (rows + width + 8)
        expectClose(loss, exactLoss, operations * (lossSize + 1))
        for (let j = 0; j < width; j++) expectClose(into[j], exact[j], operations * (size[j] + 1))
      }

      test('is the cross entropy and its gradient, with the plain bits', () => {
        check(compute, 80, fc.tuple(listLengths, fc.nat({ max: 20 }), fc.boolean()), (given, [lengths, width, weighted]) =>
          checkPass(given, lengths, width, weighted),
        )
      })

      test('has the plain bits when lists fall into many chunks, also when they do not start at the first row', () => {
        for (const [seed, placement] of placements.entries()) {
          const lengths = Array.from({ length: 700 }, (_, q) => (q * 37) % 53)
          lengths[100] = 4000
          const here = compute.mark()
          checkPass(source(compute, seed, placement), lengths, 50, seed % 2 === 0, 9)
          compute.release(here)
        }
      })

      test('has a gradient of zero where the scores reproduce the targets', () => {
        const targets = Float64Array.of(0.2, 0.3, 0.5)
        const into = new Float64Array(3)
        const scores = Float64Array.from(targets, (p) => Math.log(p))
        const loss = compute.listNetPass(
          Uint32Array.of(0, 3),
          3,
          Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
          targets,
          undefined,
          scores,
          into,
        )
        for (const value of into) expectClose(value, 0, 8)
        expectClose(loss, -(0.2 * Math.log(0.2) + 0.3 * Math.log(0.3) + 0.5 * Math.log(0.5)), 8)
      })

      test('an empty list costs nothing and one item is always right', () => {
        const into = new Float64Array(1)
        const loss = compute.listNetPass(
          Uint32Array.of(0, 0, 1),
          1,
          Float32Array.of(3),
          Float64Array.of(1),
          undefined,
          Float64Array.of(2),
          into,
        )
        expect(loss).toBe(0)
        expect([...into]).toEqual([0])
      })
    })

    describe('rowHashes', () => {
      const shapes = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }))

      test('are the plain ones, wherever the rows lie', () => {
        check(compute, 120, shapes, (given, [rows, width]) => {
          const matrix = given.singles(rows * width)
          const into = new Uint32Array(2 * rows)
          const wanted = new Uint32Array(2 * rows)
          plainCompute.rowHashes(rows, width, copy(matrix), wanted)
          compute.rowHashes(rows, width, matrix, into)
          expect(into).toEqual(wanted)
        })
      })

      test('are the plain ones of matrices of many blocks', () => {
        for (const [seed, placement] of placements.entries()) {
          const here = compute.mark()
          const matrix = source(compute, seed, placement).singles(9001 * 137)
          const into = new Uint32Array(2 * 9001)
          const wanted = new Uint32Array(2 * 9001)
          plainCompute.rowHashes(9001, 137, copy(matrix), wanted)
          compute.rowHashes(9001, 137, matrix, into)
          expect(into).toEqual(wanted)
          compute.release(here)
        }
      })

      test('do not see zeros, their sign, nor what a missing value is made of', () => {
        const words = (values: readonly number[], bits?: number) => {
          const matrix = Float32Array.from(values)
          if (bits !== undefined) new Uint32Array(matrix.buffer)[values.findIndex(Number.isNaN)] = bits
          const into = new Uint32Array(2)
          compute.rowHashes(1, values.length, matrix, into)
          return [...into]
        }
        expect(words([0, -0, 0, 0, -0])).toEqual([0, 0])
        expect(words([1, 0, 2, 0, 3, 0, 0])).toEqual(words([1, -0, 2, 0, 3]))
        expect(words([1, Number.NaN, 2, 0, 3], 0xffc01234)).toEqual(words([1, Number.NaN, 2, 0, 3]))
        expect(words([1, 2, 3, 4, 5])).not.toEqual(words([2, 1, 3, 4, 5]))
        expect(words([-1, -2, 3, 4, 5])).not.toEqual(words([1, 2, 3, 4, 5]))
      })
    })

    describe('mapColumns', () => {
      test('fills, clips and scales each column in place, with the plain bits', () => {
        check(compute, 120, fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 })), (given, [rows, width]) => {
          const columns = given.doubles(5 * width)
          const into = given.singles(rows * width)
          const before = copy(into)
          const wanted = copy(into)
          plainCompute.mapColumns(rows, width, copy(columns), 0.7, wanted)
          compute.mapColumns(rows, width, columns, 0.7, into)
          expectSameBits(into, wanted)
          if (given.special) return
          for (let k = 0; k < rows * width; k++) {
            const [, low, high, offset, factor] = Array.from({ length: 5 }, (_, part) => columns[part * width + (k % width)])
            const clipped = Math.min(Math.max(before[k], low), high)
            expect(into[k]).toBe(Math.fround((clipped - offset) * factor * 0.7))
          }
        })
      })

      test('columns that only clip to finite values have the plain bits, also where one of them does more', () => {
        const greatest = (2 - 2 ** -23) * 2 ** 127
        const shapes = fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 1, max: 20 }), fc.nat({ max: 99 }), fc.constantFrom(-0, 0.5, 2))
        check(compute, 150, shapes, (given, [rows, width, place, other]) => {
          const columns = given.doubles(5 * width)
          for (const [part, value] of [0, -greatest, greatest, 0, 1].entries()) columns.fill(value, part * width, (part + 1) * width)
          if (place < columns.length) columns[place] = other
          const into = given.singles(rows * width)
          const wanted = copy(into)
          plainCompute.mapColumns(rows, width, copy(columns), 1, wanted)
          compute.mapColumns(rows, width, columns, 1, into)
          expectSameBits(into, wanted)
        })
      })

      test('has the plain bits on many blocks of rows', () => {
        const given = source(compute, 1, 'in place')
        const columns = given.doubles(5 * 137)
        const into = given.singles(9001 * 137)
        into[77] = Number.NaN
        const wanted = copy(into)
        plainCompute.mapColumns(9001, 137, copy(columns), 0.7, wanted)
        compute.mapColumns(9001, 137, columns, 0.7, into)
        expectSameBits(into, wanted)
      })
    })
  })
}

const listLengths = fc.array(fc.oneof(fc.nat({ max: 12 }), fc.nat({ max: 60 })), { maxLength: 12 })

interface Source {
  /** Whether the numbers include NaN, infinities and the like, where only the bits are compared. */
  readonly special: boolean
  doubles(length: number): Float64Array
  singles(length: number): Float32Array
}

/** Runs a property over shapes, seeds, places of the arrays, and ordinary or special numbers. */
function check<Shape>(
  compute: Compute,
  numRuns: number,
  shapes: fc.Arbitrary<Shape>,
  property: (given: Source, shape: Shape) => void,
  withSpecials = true,
): void {
  const numbers = withSpecials ? fc.boolean() : fc.constant(false)
  fc.assert(
    fc.property(shapes, fc.nat(), fc.constantFrom(...placements), numbers, (shape, seed, placement, special) => {
      const mark = compute.mark()
      try {
        property(source(compute, seed, placement, 1, special), shape)
      } finally {
        compute.release(mark)
      }
    }),
    { numRuns },
  )
}

const specials = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0, 5e-324, -3e-310, 1e-40, 1e300, -1e300, 3e38, 1]

function source(compute: Compute, seed: number, placement: Placement, scale = 1, special = false): Source {
  const random = seededRandom(seed)
  const next = special ? () => specialNumber(random) : () => (2 * random.uniform() - 1) * 2 * scale
  const inPlace = () => placement === 'in place' || (placement === 'mixed' && random.uniform() < 0.5)
  const fill = <Values extends Float64Array | Float32Array>(values: Values): Values => {
    for (let i = 0; i < values.length; i++) values[i] = next()
    return values
  }
  return {
    special,
    doubles: (length) => fill(inPlace() ? compute.float64(length) : new Float64Array(length)),
    singles: (length) => fill(inPlace() ? compute.float32(length) : new Float32Array(length)),
  }
}

/** Mostly ordinary, so that one NaN does not hide the rest. */
function specialNumber(random: Random): number {
  return random.uniform() < 0.15 ? specials[random.integer(specials.length)] : 4 * random.uniform() - 2
}

function computeArray(compute: Compute, values: readonly number[], placement: Placement): Float64Array {
  const array = placement === 'elsewhere' ? new Float64Array(values.length) : compute.float64(values.length)
  array.set(values)
  return array
}

function copy<Values extends Float32Array | Float64Array>(values: Values): Values {
  return values.slice() as Values
}

function offsetsOf(lengths: readonly number[], first = 0): Uint32Array {
  const offsets = new Uint32Array(lengths.length + 1)
  offsets[0] = first
  for (const [q, length] of lengths.entries()) offsets[q + 1] = offsets[q] + length
  return offsets
}

function descending(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  return a > b ? -1 : a < b ? 1 : 0
}

/** The same bits; any NaN is as good as another. */
function expectSame(found: number, wanted: number): void {
  if (!Object.is(found, wanted)) expect({ found, bits: bitsOf(found) }).toEqual({ found: wanted, bits: bitsOf(wanted) })
}

function expectSameBits(found: Float32Array | Float64Array, wanted: Float32Array | Float64Array): void {
  expect(found.length).toBe(wanted.length)
  for (let i = 0; i < wanted.length; i++) {
    if (!Object.is(found[i], wanted[i])) expect({ at: i, bits: bitsOf(found[i]) }).toEqual({ at: i, bits: bitsOf(wanted[i]) })
  }
}

/** Within `size` units of rounding. */
function expectClose(found: number, exact: number, size: number): void {
  if (!(Math.abs(found - exact) <= EPSILON * size)) expect({ found, within: EPSILON * size }).toEqual({ found: exact, within: 0 })
}

function bitsOf(value: number): string {
  return new BigUint64Array(Float64Array.of(value).buffer)[0].toString(16)
}

/** How many doubles lie between two numbers of the same sign. */
function unitsBetween(a: number, b: number): number {
  const bits = new BigInt64Array(Float64Array.of(a, b).buffer)
  return Math.abs(Number(bits[0] - bits[1]))
}
