/** Factors of positive definite matrices, and solving with them. */
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectClose, expectSame, expectSameBits } from './expectations.ts'
import { check, copy, placements, type Source, source } from './samples.ts'

export function choleskyContract(compute: Compute): void {
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
}
