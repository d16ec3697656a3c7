/** Functions of one number, for every number of an array. */
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectSameBits, unitsBetween } from './expectations.ts'
import { check, computeArray, copy, placements, source } from './samples.ts'

export function elementwiseContract(compute: Compute): void {
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
}
