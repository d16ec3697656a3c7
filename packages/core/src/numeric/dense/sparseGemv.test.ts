import fc from 'fast-check'
import { expect, test } from 'vitest'
import { gemv, gemvTransposed } from '../compute/gemv.ts'
import { seededRandom } from '../random.ts'
import { sparseGemv, sparseGemvTransposed } from './sparseGemv.ts'

test('products with compressed rows have the bits of the written-out ones', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 }), fc.nat(), (width, rows, seed) => {
      const random = seededRandom(seed)
      const dense = Float32Array.from({ length: rows * width }, () => (random.uniform() < 0.6 ? 0 : random.normal()))
      const rowStarts = new Uint32Array(rows + 1)
      const columns: number[] = []
      for (let row = 0; row < rows; row++) {
        for (let j = 0; j < width; j++) if (dense[row * width + j] !== 0) columns.push(j)
        rowStarts[row + 1] = columns.length
      }
      const matrix = { rowStarts, columns: Uint32Array.from(columns), values: dense.filter((value) => value !== 0) }
      const weights = Float64Array.from({ length: width }, () => random.normal())
      const perRow = Float64Array.from({ length: rows }, () => random.normal())
      const scores = [new Float64Array(rows), new Float64Array(rows)]
      gemv(rows, width, dense, weights, scores[0])
      sparseGemv(matrix, weights, scores[1])
      expect(scores[1]).toEqual(scores[0])
      const sums = [new Float64Array(width), new Float64Array(width)]
      gemvTransposed(rows, width, dense, perRow, sums[0])
      sparseGemvTransposed(matrix, perRow, sums[1])
      expect(sums[1]).toEqual(sums[0])
    }),
    { numRuns: 100 },
  )
})
