import { metricContract } from '@rankwright/contracts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairwiseAccuracy } from './pairwiseAccuracy.ts'

test('it agrees with going through all pairs', () => {
  const lists = fc.array(fc.record({ score: fc.integer({ min: 0, max: 9 }), label: fc.integer({ min: 0, max: 4 }) }), { maxLength: 40 })
  fc.assert(
    fc.property(lists, (list) => {
      let pairs = 0
      let right = 0
      for (const better of list) {
        for (const worse of list) {
          if (better.label <= worse.label) continue
          pairs++
          right += better.score > worse.score ? 1 : better.score === worse.score ? 1 / 2 : 0
        }
      }
      const value = pairwiseAccuracy(
        list.map(({ score }) => score),
        list.map(({ label }) => label),
      )
      if (pairs === 0) expect(value).toBeUndefined()
      else expect(value).toBeCloseTo(right / pairs, 12)
    }),
  )
})

metricContract('pairwise-accuracy', pairwiseAccuracy, { range: [0, 1], perfect: 1 })
