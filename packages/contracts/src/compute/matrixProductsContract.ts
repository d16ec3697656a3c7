/** Products of matrices, in double precision, mixed and single. */
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectClose, expectSame, expectSameBits } from './expectations.ts'
import { check, copy, placements, type Source, source } from './samples.ts'

export function matrixProductsContract(compute: Compute): void {
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

    test('adds to the upper triangle alone if that is enough, until a call of no rows mirrors it', () => {
      check(compute, 30, fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 20 })), (given, [m, n]) => {
        const matrix = given.doubles(m * n)
        for (const into of [given.doubles(n * n), new Float64Array(n * n)]) {
          const wanted = copy(into)
          plainCompute.syrk(m, n, copy(matrix), undefined, wanted)
          plainCompute.syrk(m, n, copy(matrix), undefined, wanted)
          compute.syrk(m, n, matrix, undefined, into, 'upper')
          compute.syrk(m, n, matrix, undefined, into, 'upper')
          for (let i = 0; i < n; i++) for (let j = i; j < n; j++) expectSame(into[i * n + j], wanted[i * n + j])
          compute.syrk(0, n, matrix, undefined, into)
          expectSameBits(into, wanted)
        }
      })
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
}
