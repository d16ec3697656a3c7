import { metricContract } from '@rankwright/contracts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { meanNdcg } from './meanNdcg.ts'
import { ndcg } from './ndcg.ts'

test('it is the mean of nDCG@k over all k', () => {
  const lists = fc.array(fc.record({ score: fc.integer({ min: 0, max: 5 }), label: fc.integer({ min: 0, max: 3 }) }), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(lists, fc.constantFrom('log2' as const, 'letor' as const), (list, discount) => {
      const [scores, labels] = [list.map(({ score }) => score), list.map(({ label }) => label)]
      const value = meanNdcg(scores, labels, { discount })
      const each = list.map((_, place) => ndcg(scores, labels, { cutoff: place + 1, discount }) ?? 0)
      if (labels.every((label) => label === 0)) expect(value).toBeUndefined()
      else expect(value).toBeCloseTo(each.reduce((sum, one) => sum + one, 0) / list.length, 12)
    }),
  )
})

metricContract('mean-ndcg', meanNdcg, { range: [0, 1], perfect: 1 })
