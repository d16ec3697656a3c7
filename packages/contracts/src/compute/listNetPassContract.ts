/** One pass of the linear ListNet loss. */
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectClose, expectSame, expectSameBits } from './expectations.ts'
import { check, copy, listLengths, offsetsOf, placements, type Source, source } from './samples.ts'

export function listNetPassContract(compute: Compute): void {
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
}
