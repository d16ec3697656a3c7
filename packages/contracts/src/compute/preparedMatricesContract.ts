/** Matrices that are laid out once for many products. */
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { expectSameBits } from './expectations.ts'
import { check, copy, placements, type Source, source } from './samples.ts'

export function preparedMatricesContract(compute: Compute): void {
  describe('gemmPrepared', () => {
    /** `rows` single: both factors hold numbers of single precision, in arrays of double precision. */
    function checkDouble(given: Source, m: number, n: number, k: number, rows: 'single' | 'double'): void {
      const [a, b] = [given.doubles(m * k), given.doubles(k * n)]
      if (rows === 'single') for (const values of [a, b]) values.set(values.map(Math.fround))
      const into = given.doubles(m * n)
      const wanted = copy(into)
      plainCompute.gemm(m, n, k, copy(a), copy(b), wanted)
      const prepared = compute.prepare(n, k, copy(b), rows)
      for (let time = 0; time < 2; time++) {
        compute.gemmPrepared(m, a, prepared, into.fill(7))
        expectSameBits(into.subarray(0, m * n), wanted)
      }
    }

    function checkSingle(given: Source, m: number, n: number, k: number): void {
      const [a, b] = [given.singles(m * k), given.singles(k * n)]
      const into = given.doubles(m * n)
      const wanted = copy(into)
      plainCompute.gemmSingle(m, n, k, copy(a), copy(b), wanted)
      compute.gemmPrepared(m, a, compute.prepare(n, k, b, 'single'), into)
      expectSameBits(into, wanted)
    }

    test('has the bits of gemm, and of gemmSingle in single precision', () => {
      const shapes = fc.tuple(fc.nat({ max: 30 }), fc.nat({ max: 30 }), fc.constantFrom(0, 1, 7, 40, 256, 300))
      check(compute, 80, shapes, (given, [m, n, k]) => {
        for (const rows of ['single', 'double'] as const) checkDouble(given, m, n, k, rows)
        checkSingle(given, m, n, k)
      })
    })

    test('has them around the edges of its blocks, too', () => {
      for (const [m, n, k] of [
        [97, 5, 257],
        [5, 1030, 3],
        [100, 130, 70],
        [3, 2, 600],
      ]) {
        for (const [seed, placement] of placements.entries()) {
          const given = source(compute, seed, placement)
          for (const rows of ['single', 'double'] as const) checkDouble(given, m, n, k, rows)
          checkSingle(given, m, n, k)
        }
      }
    })

    test('stays good while arrays come and go, and for work beside', () => {
      const given = source(compute, 3, 'elsewhere')
      const [m, n, k] = [9, 33, 20]
      const [a, b] = [given.doubles(m * k), given.doubles(k * n)]
      const wanted = new Float64Array(m * n)
      plainCompute.gemm(m, n, k, a, b, wanted)
      const prepared = compute.prepare(n, k, b, 'double')
      for (const other of [compute, compute.own()]) {
        const mark = other.mark()
        other.float64(3_000_000).fill(1)
        const [left, into] = [other.float64(m * k), other.float64(m * n)]
        left.set(a)
        other.gemmPrepared(m, left, prepared, into)
        expectSameBits(into.slice(), wanted)
        other.release(mark)
      }
    })

    test('both factors have the same precision', () => {
      const prepared = compute.prepare(2, 2, Float64Array.of(1, 2, 3, 4), 'double')
      expect(() => compute.gemmPrepared(2, Float32Array.of(1, 2, 3, 4), prepared, new Float64Array(4))).toThrow('the same precision')
    })
  })
}
