/** The arrays that a build hands out and takes. */
import type { Compute } from '@rankwright/core/numeric'
import { describe, expect, test } from 'vitest'
import { placements, source } from './samples.ts'

export function arraysContract(compute: Compute): void {
  describe('arrays', () => {
    test('are handed out zeroed, also in memory that was used before', () => {
      const here = compute.mark()
      compute.float64(1000).fill(7)
      compute.release(here)
      expect(compute.float64(1000).every((value) => Object.is(value, 0))).toBe(true)
      expect(compute.float32(1000).every((value) => Object.is(value, 0))).toBe(true)
    })

    test('do not overlap, and keep what is written to them while others are taken and primitives run', () => {
      const arrays = [3, 0, 1, 700, 5000].map((length, i) => compute.float64(length).fill(i + 1))
      const singles = compute.float32(33).fill(9)
      compute.exp(new Float64Array(100_000))
      for (const [i, array] of arrays.entries()) expect(array.every((value) => value === i + 1)).toBe(true)
      expect(singles.every((value) => value === 9)).toBe(true)
    })

    test('that are too short are refused', () => {
      const short = new Float64Array(5)
      const single = new Float32Array(5)
      const long = new Float64Array(100)
      expect(() => compute.gemv(2, 3, single, long, long)).toThrow(RangeError)
      expect(() => compute.gemv(1, 5, single, new Float64Array(4), long)).toThrow(RangeError)
      expect(() => compute.gemv(1, 5, single, long, new Float64Array(0))).toThrow(RangeError)
      expect(() => compute.gemvTransposed(2, 3, single, long, long)).toThrow(RangeError)
      expect(() => compute.gemm(2, 3, 3, short, long, long)).toThrow(RangeError)
      expect(() => compute.gemm(1, 3, 5, short, short, long)).toThrow(RangeError)
      expect(() => compute.syrk(2, 2, long, undefined, new Float64Array(3))).toThrow(RangeError)
      expect(() => compute.syrk(9, 2, long, short, long)).toThrow(RangeError)
      expect(() => compute.cholesky(3, short)).toThrow(RangeError)
      expect(() => compute.choleskySolve(3, long, new Float64Array(2))).toThrow(RangeError)
      expect(() => compute.softmax(Uint32Array.of(0, 6), short)).toThrow(RangeError)
      expect(() => compute.softmax(Uint32Array.of(0, 3, 2), short)).toThrow(RangeError)
      expect(() => compute.argsortDescending(Uint32Array.of(0, 5), short, new Uint32Array(4))).toThrow(RangeError)
      expect(() => compute.ndcg(Uint32Array.of(0, 6), 2, short, long, long, long, long)).toThrow(RangeError)
      expect(() => compute.ndcg(Uint32Array.of(0, 5), 2, short, long, new Float64Array(4), long, long)).toThrow(RangeError)
      expect(() => compute.listNetPass(Uint32Array.of(0, 5), 2, single, short, undefined, long, long)).toThrow(RangeError)
    })

    test('may be longer than needed, and the rest is left alone', () => {
      for (const placement of placements) {
        const given = source(compute, 3, placement)
        const into = given.doubles(10).fill(5)
        compute.gemv(4, 2, given.singles(9), given.doubles(3), into)
        expect([...into.subarray(4)]).toEqual([5, 5, 5, 5, 5, 5])
        const product = given.doubles(10).fill(5)
        compute.gemm(2, 3, 2, given.doubles(7), given.doubles(7), product)
        expect([...product.subarray(6)]).toEqual([5, 5, 5, 5])
      }
    })
  })
}
