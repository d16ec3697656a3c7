import { expect, test } from 'vitest'
import { heldOutHoeffding } from './heldOutHoeffding.ts'

test('the bound is the mean less √(ln(1/δ)/(2n))', () => {
  const { lower, terms } = heldOutHoeffding([0.9, 0.7, 0.8, 0.8], 0.1)
  expect(lower).toBeCloseTo(0.8 - Math.sqrt(Math.log(10) / 8), 12)
  expect(terms.mean - terms.deviation).toBeCloseTo(lower, 12)
})
