import { lossContract } from '@rankwright/contracts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { listMle } from './listMle.ts'

lossContract('ListMLE', () => listMle())

test('scores that say nothing cost the logarithm of the number of orders', () => {
  expect(listMle().evaluate(new Float64Array(4), Float64Array.of(1, 3, 0, 2), new Float64Array(4))).toBeCloseTo(Math.log(4 * 3 * 2), 13)
})

test('without ties it is minus the log likelihood of the order under Plackett-Luce', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(), (length, seed) => {
      const random = seededRandom(seed)
      const scores = Float64Array.from({ length }, () => 2 * random.normal())
      const labels = Float64Array.from({ length }, () => random.normal())
      const order = [...labels.keys()].sort((a, b) => labels[b] - labels[a])
      let wanted = 0
      for (const [place, item] of order.entries()) {
        wanted += Math.log(order.slice(place).reduce((total, rival) => total + Math.exp(scores[rival]), 0)) - scores[item]
      }
      expect(listMle().evaluate(scores, labels, new Float64Array(length))).toBeCloseTo(wanted, 10)
    }),
    { numRuns: 60 },
  )
})

test('items that tie do not compete with each other', () => {
  const scores = Float64Array.of(0.5, -1, 2, 0)
  const lower = Math.exp(2) + Math.exp(0)
  const wanted = Math.log(1 + lower / Math.exp(0.5)) + Math.log(1 + lower / Math.exp(-1))
  expect(listMle().evaluate(scores, Float64Array.of(3, 3, 1, 1), new Float64Array(4))).toBeCloseTo(wanted, 13)
})

test('a list that is nearly in order still has a loss, to full precision', () => {
  const gradient = new Float64Array(2)
  expect(listMle().evaluate(Float64Array.of(40, 0), Float64Array.of(1, 0), gradient) / Math.exp(-40)).toBeCloseTo(1, 13)
  expect(gradient[0] / -Math.exp(-40)).toBeCloseTo(1, 13)
})

test('no smaller Lipschitz constants would do', () => {
  const { lipschitz, lipschitzL2 } = listMle().constants({ greatestLabel: 4, longestList: 5 })
  const gradient = new Float64Array(5)
  listMle().evaluate(Float64Array.of(0, 0, 0, 0, 50), Float64Array.of(4, 3, 2, 1, 0), gradient)
  expect(gradient.reduce((total, entry) => total + Math.abs(entry), 0)).toBeCloseTo(lipschitz.value, 12)
  expect(Math.hypot(...gradient)).toBeCloseTo(lipschitzL2.value, 12)
})
