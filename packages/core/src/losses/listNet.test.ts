import { lossContract } from '@rankwright/contracts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { listNet } from './listNet.ts'

lossContract('ListNet', () => listNet(), { silentOnEqualLabels: false })
lossContract('ListNet, KL form', () => listNet({ form: 'kl' }), { silentOnEqualLabels: false })

test('scores that say nothing cost the logarithm of the length', () => {
  const gradient = new Float64Array(3)
  expect(listNet().evaluate(new Float64Array(3), Float64Array.of(2, 0, 1), gradient)).toBeCloseTo(Math.log(3), 14)
  const sum = Math.E ** 2 + 1 + Math.E
  expect(gradient[0]).toBeCloseTo(1 / 3 - Math.E ** 2 / sum, 14)
})

test('the value is the cross entropy of the two softmax distributions, also for labels that are no grades', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(), fc.boolean(), (length, seed, whole) => {
      const random = seededRandom(seed)
      const scores = Float64Array.from({ length }, () => 3 * random.normal())
      const labels = Float64Array.from({ length }, () => (whole ? random.integer(80) : 5 * random.normal()))
      const [targets, chances] = [softmax(labels), softmax(scores)]
      const wanted = targets.reduce((total, target, item) => total - target * Math.log(chances[item]), 0)
      const entropy = targets.reduce((total, target) => total - (target > 0 ? target * Math.log(target) : 0), 0)
      const gradient = new Float64Array(length)
      expect(listNet().evaluate(scores, labels, gradient)).toBeCloseTo(wanted, 11)
      expect(listNet({ form: 'kl' }).evaluate(scores, labels, gradient)).toBeCloseTo(wanted - entropy, 11)
      for (let item = 0; item < length; item++) expect(gradient[item]).toBeCloseTo(chances[item] - targets[item], 12)
    }),
    { numRuns: 60 },
  )
})

test('in the KL form, scores that are the labels cost nothing', () => {
  expect(listNet({ form: 'kl' }).evaluate(Float64Array.of(7, 5, 6), Float64Array.of(2, 0, 1), new Float64Array(3))).toBeCloseTo(0, 14)
})

test('equal labels ask for equal scores', () => {
  const gradient = new Float64Array(2)
  listNet().evaluate(Float64Array.of(1, 0), Float64Array.of(1, 1), gradient)
  expect(gradient[0]).toBeGreaterThan(0)
  listNet().evaluate(Float64Array.of(1, 1), Float64Array.of(1, 1), gradient)
  expect([...gradient]).toEqual([0, 0])
})

test('no smaller constants would do', () => {
  const { lipschitz, smoothness, lipschitzL2 } = listNet().constants({ greatestLabel: 50, longestList: 2 })
  const gradient = new Float64Array(2)
  listNet().evaluate(Float64Array.of(0, 50), Float64Array.of(50, 0), gradient)
  expect(Math.abs(gradient[0]) + Math.abs(gradient[1])).toBeCloseTo(lipschitz.value, 12)
  expect(Math.hypot(...gradient)).toBeCloseTo(lipschitzL2.value, 12)
  const bent = new Float64Array(2)
  listNet().curvature?.(new Float64Array(2), Float64Array.of(1, 0), Float64Array.of(1, -1), bent)
  expect(Math.abs(bent[0]) + Math.abs(bent[1])).toBe(smoothness?.value)
  expect(smoothness?.printed).toBe(2)
})

function softmax(values: Float64Array): Float64Array {
  const largest = Math.max(...values)
  const powers = values.map((value) => Math.exp(value - largest))
  const sum = powers.reduce((total, power) => total + power, 0)
  return powers.map((power) => power / sum)
}
