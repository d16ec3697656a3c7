import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { gradeFinder } from './grades.ts'

test('grades go down, hold the items of one label in their order, and tell the number of pairs', () => {
  const findGrades = gradeFinder()
  const label = fc.oneof(fc.nat({ max: 3 }), fc.constantFrom(-1, 0.5, 63, 64, 1e9, -0))
  fc.assert(
    fc.property(fc.oneof(fc.array(fc.nat({ max: 3 })), fc.array(label)), (given) => {
      const labels = Float64Array.from(given)
      const { count, items, starts, pairs } = findGrades(labels)
      const values = [...new Set(labels)].sort((a, b) => b - a)
      const found = Array.from({ length: count }, (_, grade) => [...items.subarray(starts[grade], starts[grade + 1])])
      expect(found).toEqual(values.map((value) => [...labels.keys()].filter((item) => labels[item] === value)))
      let different = 0
      for (const [item, one] of labels.entries()) for (const other of labels.subarray(0, item)) if (one !== other) different++
      expect(pairs).toBe(different)
    }),
  )
})
