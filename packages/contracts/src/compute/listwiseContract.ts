/** Work on each list by itself. */
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectClose, expectSame, expectSameBits } from './expectations.ts'
import { check, computeArray, copy, listLengths, offsetsOf, placements, type Source, source } from './samples.ts'

export function listwiseContract(compute: Compute): void {
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
      for (const [seed, skew] of [(x: number) => Math.exp(300 * x), (x: number) => -Math.exp(300 * x), (x: number) => x ** 41].entries()) {
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
}

function descending(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  return a > b ? -1 : a < b ? 1 : 0
}
