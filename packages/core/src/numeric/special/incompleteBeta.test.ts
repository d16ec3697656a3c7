import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { incompleteBeta } from './incompleteBeta.ts'

const share = () => fc.double({ min: 0, max: 1, noNaN: true })
const shape = () => fc.double({ min: 0.1, max: 50, noNaN: true })

test('I_x(a, 1) = xᵃ', () => {
  fc.assert(
    fc.property(share(), shape(), (x, a) => {
      expect(incompleteBeta(x, a, 1)).toBeCloseTo(x ** a, 11)
    }),
  )
})

test('I_x(a, b) and I_{1 − x}(b, a) add up to 1', () => {
  fc.assert(
    fc.property(share(), shape(), shape(), (x, a, b) => {
      fc.pre(x === 0 || x > 1e-3) // nearer to 0 the subtraction 1 − x loses what matters
      expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a)).toBeCloseTo(1, 10)
    }),
  )
})

test('for whole a and b it is a binomial tail', () => {
  // I_x(2, 2) = P(at least 2 of 3) = 3x² − 2x³
  for (const x of [0.1, 0.5, 0.8]) expect(incompleteBeta(x, 2, 2)).toBeCloseTo(3 * x ** 2 - 2 * x ** 3, 13)
})

test('outside its domain it is no number', () => {
  expect(incompleteBeta(1.2, 1, 1)).toBeNaN()
  expect(incompleteBeta(0.5, 0, 1)).toBeNaN()
})
