import fc from 'fast-check'
import { expect, test } from 'vitest'
import { farthestHingeMove } from './hingeMove.ts'

const score = fc.integer({ min: -8, max: 8 }).map((quarters) => quarters / 4)
const terms = fc.array(fc.record({ rate: fc.integer({ min: 1, max: 3 }), from: score, to: score }), { minLength: 1, maxLength: 14 })

test('the farthest move of a hinge is that of all pairs looked at one by one', () => {
  fc.assert(
    fc.property(terms, (items) => {
      const [before, after] = [Float64Array.from(items, ({ from }) => from), Float64Array.from(items, ({ to }) => to)]
      const parts = items.map(({ rate }, term) => ({ id: `t${term}`, rate, members: Int32Array.of(term) }))
      let farthest = 0
      for (const low of items) {
        for (const high of items) {
          if (low.rate >= high.rate) continue
          const moved = Math.max(0, 1 - (high.to - low.to)) - Math.max(0, 1 - (high.from - low.from))
          farthest = Math.max(farthest, Math.abs(moved))
        }
      }
      expect(farthestHingeMove(parts, before, after)).toBe(farthest)
    }),
    { numRuns: 500 },
  )
})
