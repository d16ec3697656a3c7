import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { countsLength, greatestLabels } from './greatestLabels.ts'

test('the greatest labels come in descending order, whether grades are counted or other labels sorted', () => {
  const grade = fc.integer({ min: 0, max: 15 })
  const other = fc.oneof(grade, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer({ min: -5, max: 5000 }))
  fc.assert(
    fc.property(
      fc.array(fc.oneof(grade, other), { maxLength: 50 }),
      fc.oneof(fc.integer({ min: 1, max: 60 }), fc.constant(Infinity)),
      (list, depth) => {
        const labels = Float64Array.from([99, ...list, 99])
        const into = new Float64Array(list.length)
        const counts = new Uint32Array(countsLength)
        const filled = greatestLabels(labels, 1, 1 + list.length, depth, counts, into)
        expect(Array.from(into.subarray(0, filled), (label) => label + 0)).toEqual(
          Array.from(list, (label) => label + 0)
            .sort((a, b) => b - a)
            .slice(0, depth),
        )
      },
    ),
    { numRuns: 300 },
  )
})
