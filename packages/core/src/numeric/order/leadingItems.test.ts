import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { leadingItems } from './leadingItems.ts'

const anyDouble = fc.double({ noDefaultInfinity: false, noNaN: false })
const fewValues = fc.constantFrom(0, -0, 1, 2, Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)
const wholeNumbers = fc.integer({ min: -20, max: 20 })
const skewed = fc.double({ min: 0, max: 700, noNaN: true }).map(Math.exp)

test('the leading places are those of a stable full sort, with all items tied with the last of them', () => {
  const lists = fc.oneof(...[anyDouble, fewValues, wholeNumbers, skewed].map((score) => fc.array(score, { minLength: 2, maxLength: 150 })))
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 40 }), fc.oneof(fc.constant(Number.NaN), fc.double()), (list, wanted, guess) => {
      const depth = Math.min(wanted, list.length - 1)
      const before = [5, 6, 7] // the list stands behind other rows
      const scores = Float64Array.from([...before, ...list, 8])
      const order = new Uint32Array(list.length)
      const filled = leadingItems(scores, before.length, before.length + list.length, depth, Float64Array.of(guess), order)

      const sorted = list.map((_, item) => item).sort((a, b) => descending(list[a], list[b]) || a - b)
      const last = sorted.findLastIndex((item) => descending(list[item], list[sorted[depth - 1]]) === 0)
      expect(Array.from(order.subarray(0, filled), (item) => item - before.length)).toEqual(sorted.slice(0, last + 1))
    }),
    { numRuns: 400 },
  )
})

function descending(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b))
  return a > b ? -1 : a < b ? 1 : 0
}
