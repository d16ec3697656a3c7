/** Sums of trees. */
import { seededRandom } from '@rankwright/core'
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleTrees } from '../sampleTrees.ts'
import { expectSameBits } from './expectations.ts'
import { check, copy, placements, source } from './samples.ts'

export function treesContract(compute: Compute): void {
  describe('scoreTrees', () => {
    const shapes = fc.record({
      rows: fc.nat({ max: 40 }),
      width: fc.nat({ max: 9 }),
      trees: fc.nat({ max: 12 }),
      leaves: fc.constantFrom(1, 2, 8, 32, 33, 64, 65, 300),
      categorical: fc.constantFrom(0, 0.3, 1),
      single: fc.boolean(),
      seed: fc.nat(),
    })

    test('adds up the leaves of every row, with the plain bits', () => {
      check(compute, 200, shapes, (given, { rows, width, seed, ...shape }) => {
        const trees = sampleTrees(seed, { ...shape, width })
        const matrix = given.singles(rows * width)
        for (const at of matrix.keys()) if (at % 3 === 0) matrix[at] = Math.round(4 * matrix[at]) / 4
        const [into, wanted] = [given.doubles(rows), new Float64Array(rows)]
        plainCompute.scoreTrees(rows, width, copy(matrix), plainCompute.prepareTrees(trees), wanted)
        const prepared = compute.prepareTrees(trees)
        compute.scoreTrees(rows, width, matrix, prepared, into)
        expectSameBits(into, wanted)
        compute.scoreTrees(rows, width, matrix, prepared, into) // again: nothing of the first time is left
        expectSameBits(into, wanted)
      })
    })

    test('many trees on many rows, small and large in turn', () => {
      const trees = sampleTrees(5, { trees: 700, leaves: 70, width: 40 })
      for (const [seed, placement] of placements.entries()) {
        const here = compute.mark()
        const given = source(compute, seed, placement)
        const matrix = given.singles(1003 * 40)
        const [into, wanted] = [given.doubles(1003), new Float64Array(1003)]
        plainCompute.scoreTrees(1003, 40, copy(matrix), plainCompute.prepareTrees(trees), wanted)
        compute.scoreTrees(1003, 40, matrix, compute.prepareTrees(trees), into)
        expectSameBits(into, wanted)
        compute.release(here)
      }
    })

    test('sets of many categories, small and large trees', () => {
      const [rows, width] = [37, 3]
      const random = seededRandom(9)
      const matrix = Float32Array.from({ length: rows * width }, (_, at) => {
        if (at % 7 === 0) return [Number.NaN, -1, -0.5, 1e38, Infinity, -Infinity, 2 ** 31, 65_535][(at / 7) % 8]
        return random.integer(at % 2 === 0 ? 300 : 66_000) + (at % 5 === 0 ? 0.5 : 0)
      })
      for (const [seed, leaves] of [32, 64, 90].entries()) {
        for (const setWords of [9, 2048]) {
          const trees = sampleTrees(seed, { trees: 8, leaves, width, categorical: 0.7, setWords })
          const [into, wanted] = [new Float64Array(rows), new Float64Array(rows)]
          plainCompute.scoreTrees(rows, width, matrix, plainCompute.prepareTrees(trees), wanted)
          compute.scoreTrees(rows, width, matrix, compute.prepareTrees(trees), into)
          expectSameBits(into, wanted)
        }
      }
    })

    test('large trees that look at thousands of features', () => {
      const [rows, width] = [21, 9000]
      const trees = sampleTrees(3, { trees: 6, leaves: 200, width })
      const matrix = Float32Array.from({ length: rows * width }, (_, at) => (at % 11 === 0 ? Number.NaN : ((at * 7919) % 17) / 4 - 2))
      const [into, wanted] = [new Float64Array(rows), new Float64Array(rows)]
      plainCompute.scoreTrees(rows, width, matrix, plainCompute.prepareTrees(trees), wanted)
      compute.scoreTrees(rows, width, matrix, compute.prepareTrees(trees), into)
      expectSameBits(into, wanted)
    })

    test('arrays that are too short are refused, and so are rows with too few features', () => {
      const prepared = compute.prepareTrees(sampleTrees(1, { trees: 9, leaves: 9, width: 4 }))
      expect(() => compute.scoreTrees(3, 4, new Float32Array(11), prepared, new Float64Array(3))).toThrow(RangeError)
      expect(() => compute.scoreTrees(3, 4, new Float32Array(12), prepared, new Float64Array(2))).toThrow(RangeError)
      expect(() => compute.scoreTrees(3, 1, new Float32Array(3), prepared, new Float64Array(3))).toThrow('look at 4 features')
    })
  })
}
