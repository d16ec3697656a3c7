import fc from 'fast-check'
import { expect, test } from 'vitest'
import { greatestGap, relativeGap } from './linearSolver.ts'

test('a gap is at most what its share stands for, however little is left of the objective', () => {
  const amount = fc.double({ min: 1e-30, max: 1e3, noNaN: true })
  fc.assert(
    fc.property(amount, amount, amount, (gap, objective, atZero) => {
      const told = greatestGap(relativeGap(gap, objective, atZero), objective, atZero)
      expect(told).toBeGreaterThanOrEqual(gap * (1 - 1e-12))
    }),
  )
  const [gap, objective, atZero] = [1e-9, 1e-12, 0.69]
  const share = relativeGap(gap, objective, atZero)
  expect(share * objective).toBeLessThan(gap)
  expect(greatestGap(share, objective, atZero)).toBeCloseTo(gap, 20)
})
