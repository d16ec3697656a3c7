import { lossContract, type PairTerm, pairwiseLossContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { pairwiseSigmoid } from './pairwiseSigmoid.ts'

const step: PairTerm = {
  value: (margin) => 2 / (1 + Math.exp(2 * 1.5 * margin)),
  slope: (margin) => -1.5 / Math.cosh(1.5 * margin) ** 2,
}

for (const pairs of ['sum', 'mean'] as const) {
  lossContract(`the ${pairs} of pairwise sigmoids`, () => pairwiseSigmoid({ pairs, steepness: 1.5 }))
  pairwiseLossContract('the pairwise sigmoid', pairwiseSigmoid({ pairs, steepness: 1.5 }), step, pairs)
}

test('a pair costs 1 − tanh of its margin: 1 when level, at most 2, and pulls by k when level', () => {
  const gradient = new Float64Array(2)
  const sigmoid = pairwiseSigmoid({ steepness: 3 })
  expect(sigmoid.evaluate(Float64Array.of(0, 0), Float64Array.of(1, 0), gradient)).toBe(1)
  expect([...gradient]).toEqual([-3, 3])
  expect(sigmoid.evaluate(Float64Array.of(0, 900), Float64Array.of(1, 0), gradient)).toBe(2)
  expect(sigmoid.evaluate(Float64Array.of(0.2, 0), Float64Array.of(1, 0), gradient)).toBeCloseTo(1 - Math.tanh(0.6), 14)
})
