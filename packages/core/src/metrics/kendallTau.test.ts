import { metricContract } from '@rankwright/contracts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { kendallTau } from './kendallTau.ts'

test('it agrees with going through all pairs', () => {
  const lists = fc.array(fc.record({ score: fc.integer({ min: 0, max: 9 }), label: fc.integer({ min: 0, max: 9 }) }), { maxLength: 40 })
  fc.assert(
    fc.property(lists, (list) => {
      let signs = 0
      let scorePairs = 0
      let labelPairs = 0
      for (let i = 0; i < list.length; i++) {
        for (let j = 0; j < i; j++) {
          const [byScore, byLabel] = [Math.sign(list[i].score - list[j].score), Math.sign(list[i].label - list[j].label)]
          signs += byScore * byLabel
          scorePairs += byScore ** 2
          labelPairs += byLabel ** 2
        }
      }
      const value = kendallTau(
        list.map(({ score }) => score),
        list.map(({ label }) => label),
      )
      if (scorePairs === 0 || labelPairs === 0) expect(value).toBeUndefined()
      else expect(value).toBeCloseTo(signs / Math.sqrt(scorePairs * labelPairs), 12)
    }),
  )
})

test('the reverse order has minus one', () => {
  expect(kendallTau([1, 2, 3, 4], [4, 3, 2, 1])).toBe(-1)
})

test('a hundred thousand items take no longer than sorting them', () => {
  const scores = Float64Array.from({ length: 100_000 }, (_, item) => (item * 7919) % 100_003)
  expect(kendallTau(scores, scores)).toBe(1)
})

metricContract('kendall-tau', kendallTau, { range: [-1, 1], averagesOverTies: false })
