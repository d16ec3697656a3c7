import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runToEnd } from '../steps.ts'
import { wolfeStep } from './lineSearch.ts'
import { atOnce } from './objective.ts'

/** Functions of the step with a negative slope at 0, and their derivatives. */
const lines = {
  parabola: { value: (x: number) => (x - 3) ** 2, slope: (x: number) => 2 * (x - 3) },
  'steep wall': { value: (x: number) => Math.exp(x) - 5 * x, slope: (x: number) => Math.exp(x) - 5 },
  'far minimum': { value: (x: number) => Math.sqrt(1 + (x - 1e4) ** 2), slope: (x: number) => (x - 1e4) / Math.sqrt(1 + (x - 1e4) ** 2) },
  waves: { value: (x: number) => Math.cos(x) + 0.01 * (x - 1) ** 2, slope: (x: number) => -Math.sin(x) + 0.02 * (x - 1) },
  barrier: { value: (x: number) => (x < 2 ? -Math.log(2 - x) - 3 * x : Number.POSITIVE_INFINITY), slope: (x: number) => 1 / (2 - x) - 3 },
} as const

test('the step satisfies the strong Wolfe conditions, however bad the first guess', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(lines) as (keyof typeof lines)[])),
      fc.double({ min: -6, max: 6, noNaN: true }),
      (name, exponent) => {
        const { value, slope } = lines[name]
        const at = (step: number) => ({ step, value: value(step), slope: slope(step) })
        const start = at(0)
        fc.pre(start.slope < 0)
        const found = runToEnd(wolfeStep(atOnce(at), start, 10 ** exponent))
        expect(found).toBeDefined()
        if (found === undefined) return
        expect(found.value).toBeLessThanOrEqual(start.value + 1e-4 * found.step * start.slope)
        expect(Math.abs(found.slope)).toBeLessThanOrEqual(0.9 * Math.abs(start.slope))
      },
    ),
  )
})

test('where no step descends there is none', () => {
  const at = (step: number) => ({ step, value: step, slope: 1 })
  expect(runToEnd(wolfeStep(atOnce(at), { step: 0, value: 0, slope: -1 }, 1))).toBeUndefined()
})
