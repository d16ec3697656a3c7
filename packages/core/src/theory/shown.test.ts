import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownAtMost, shownChance } from './shown.ts'

test('an upper limit is never shown smaller than it is', () => {
  expect([0.12341, 0.05, 0.05 / 9, 3.00001, 0.1 + 0.2, 0, -0.12345].map((value) => shownAtMost(value))).toEqual([
    0.1235, 0.05, 0.005556, 3.001, 0.3, 0, -0.1234,
  ])
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), (value) => {
      const rounded = shownAtMost(value)
      expect(rounded).toBeGreaterThanOrEqual(value * (1 - 1e-12))
      expect(rounded).toBeLessThanOrEqual(value * (1 + 2e-3))
      expect(
        String(rounded)
          .replaceAll(/[.]|e.*/g, '')
          .replace(/^0+/, '')
          .replace(/0+$/, '').length,
      ).toBeLessThanOrEqual(4)
    }),
  )
})

test('a probability below 1 is never shown as 1', () => {
  expect([0.05, 0.99995, 0.999999, 1 - 2 ** -53, 1].map(shownChance)).toEqual([0.05, 0.99995, 0.999999, 1 - 2 ** -53, 1])
})
