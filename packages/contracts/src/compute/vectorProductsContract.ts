/** Products of vectors, and of matrices with vectors. */
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, test } from 'vitest'
import { expectClose, expectSame, expectSameBits } from './expectations.ts'
import { check, copy, placements, source } from './samples.ts'

export function vectorProductsContract(compute: Compute): void {
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
}
