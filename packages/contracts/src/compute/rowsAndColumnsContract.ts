/** Work on the rows and columns of a matrix. */
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectSameBits } from './expectations.ts'
import { check, copy, placements, source } from './samples.ts'

export function rowsAndColumnsContract(compute: Compute): void {
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

  describe('squaredDistances', () => {
    const shapes = fc.tuple(fc.nat({ max: 20 }), fc.nat({ max: 20 }), fc.nat({ max: 9 }))

    test('have the plain bits, for whatever numbers', () => {
      check(compute, 120, shapes, (given, [rows, count, features]) => {
        const [x, points, squares] = [given.doubles(rows * features), given.doubles(features * count), given.doubles(count)]
        const into = given.doubles(rows * count)
        const wanted = copy(into)
        plainCompute.squaredDistances(rows, count, features, copy(x), copy(points), copy(squares), -0.7, wanted)
        compute.squaredDistances(rows, count, features, x, points, squares, -0.7, into)
        expectSameBits(into, wanted)
      })
    })

    test('are those of the points, of close ones too, in the same bits whichever comes first', () => {
      const [count, features] = [150, 3]
      const x = compute.float64(count * features)
      for (let i = 0; i < x.length; i++) x[i] = i < 300 ? Math.sin(i) : x[i - 300] + 1e-9 * Math.cos(i)
      const points = Float64Array.from({ length: x.length }, (_, at) => x[(at % count) * features + Math.floor(at / count)])
      const squares = Float64Array.from({ length: count }, (_, i) => x[3 * i] ** 2 + x[3 * i + 1] ** 2 + x[3 * i + 2] ** 2)
      const into = compute.float64(count * count)
      compute.gemm(count, count, features, x, points, into)
      compute.squaredDistances(count, count, features, x, points, squares, 1, into)
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          const away = [0, 1, 2].reduce((sum, k) => sum + (x[3 * i + k] - x[3 * j + k]) ** 2, 0)
          expect(Math.abs(into[i * count + j] - away)).toBeLessThanOrEqual(1e-9 * away)
          expect(into[i * count + j]).toBe(into[j * count + i])
        }
      }
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
}
