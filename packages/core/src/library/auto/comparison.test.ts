import { expect, test } from 'vitest'
import { isHopeless } from './comparison.ts'

test('no method is hopeless by rounding', () => {
  const values = new Float64Array(30).fill(0.3)
  expect(isHopeless(values, new Float64Array(30).fill(0.1 + 0.2))).toBe(false)
  expect(isHopeless(values, new Float64Array(30).fill(0.4))).toBe(true)
})
