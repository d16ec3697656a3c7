/** Which points lie close to each other. */
import { type Compute, plainCompute } from '@rankwright/core/numeric'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { check, copy } from './samples.ts'

export function closePointsContract(compute: Compute): void {
  describe('closePoints', () => {
    const shapes = fc.record({
      width: fc.oneof(fc.nat({ max: 4 }), fc.nat({ max: 40 })),
      others: fc.array(fc.nat({ max: 2 }), { maxLength: 20 }),
      norm: fc.constantFrom('1' as const, '2' as const, 'inf' as const),
      limitOf: fc.tuple(fc.nat({ max: 191 }), fc.nat({ max: 191 })),
    })

    test('tells which points are within the limit, with the plain bits, also where the limit is a distance itself', () => {
      check(compute, 60, shapes, (given, { width, others, norm, limitOf }) => {
        const panels = given.singles(3 * 64 * width)
        const between = (i: number, j: number) => {
          let total = 0
          for (let k = 0; k < width; k++) {
            const at = (point: number) => panels[((point >> 6) * width + k) * 64 + (point & 63)]
            const size = Math.abs(at(i) - at(j))
            total = norm === '2' ? total + size * size : norm === '1' ? total + size : Math.max(total, size)
          }
          return total
        }
        const limit = between(...limitOf)
        const found = new Uint32Array(128 * others.length + 1).fill(7)
        compute.closePoints(norm, width, panels, 1, Uint32Array.from(others), limit, found)
        const wanted = new Uint32Array(128 * others.length + 1).fill(7)
        plainCompute.closePoints(norm, width, copy(panels), 1, Uint32Array.from(others), limit, wanted)
        expect(found).toEqual(wanted)
        if (others.length === 0) return
        for (let i = 0; i < 64; i++) {
          for (let j = 0; j < 64; j++) {
            const bit = (found[2 * i + (j >> 5)] >>> (j & 31)) & 1
            if (bit !== Number(between(64 + i, 64 * others[0] + j) <= limit)) expect.unreachable(`points ${i} and ${j}`)
          }
        }
      })
    })

    test('refuses panels and answers that are too short', () => {
      const [panels, others, into] = [new Float32Array(2 * 64 * 3), Uint32Array.of(0, 1), new Uint32Array(256)]
      expect(() => compute.closePoints('2', 3, panels.subarray(1), 0, others, 1, into)).toThrow(RangeError)
      expect(() => compute.closePoints('2', 3, panels, 2, others, 1, into)).toThrow(RangeError)
      expect(() => compute.closePoints('2', 3, panels, 0, others, 1, into.subarray(1))).toThrow(RangeError)
    })
  })
}
