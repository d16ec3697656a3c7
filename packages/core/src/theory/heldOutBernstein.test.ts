import { expect, test } from 'vitest'
import { seededRandom } from '../numeric/random.ts'
import { heldOutBernstein } from './heldOutBernstein.ts'
import { heldOutHoeffding } from './heldOutHoeffding.ts'

test('the bound is the mean less √(2 V ln(2/δ)/n) less 7 ln(2/δ)/(3 (n − 1))', () => {
  const values = Array.from({ length: 100 }, (_, place) => (place % 2 === 0 ? 0.9 : 0.7))
  const variance = (100 / 99) * 0.01
  const log = Math.log(2 / 0.1)
  const { lower, terms } = heldOutBernstein(values, 0.1)
  expect(lower).toBeCloseTo(0.8 - Math.sqrt((2 * variance * log) / 100) - (7 * log) / (3 * 99), 12)
  expect(terms.variance).toBeCloseTo(variance, 12)
  expect(terms.mean - terms.deviation - terms.correction).toBeCloseTo(lower, 12)
})

test('values that hardly vary are bounded more tightly than by Hoeffding', () => {
  const random = seededRandom(1)
  const values = Float64Array.from({ length: 2000 }, () => 0.8 + 0.05 * random.uniform())
  expect(heldOutBernstein(values, 0.05).lower).toBeGreaterThan(heldOutHoeffding(values, 0.05).lower)
})
