import { lossContract, type PairTerm, pairwiseLossContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { pairwiseExponential } from './pairwiseExponential.ts'

const exponential: PairTerm = {
  value: (margin) => Math.exp(Math.min(-margin, 600)),
  slope: (margin) => -Math.exp(Math.min(-margin, 600)),
  bend: (margin) => Math.exp(Math.min(-margin, 600)),
}

for (const pairs of ['sum', 'mean'] as const) {
  lossContract(`the ${pairs} of pairwise exponentials`, () => pairwiseExponential({ pairs }))
  pairwiseLossContract('the pairwise exponential', pairwiseExponential({ pairs }), exponential, pairs)
}

test('a pair in the wrong order by 1 costs e', () => {
  const gradient = new Float64Array(2)
  expect(pairwiseExponential().evaluate(Float64Array.of(0, 1), Float64Array.of(1, 0), gradient)).toBeCloseTo(Math.E, 14)
  expect(gradient[0]).toBeCloseTo(-Math.E, 14)
})

test('grades far apart lose none of the pairs between them', () => {
  const scores = Float64Array.of(1000, 999, 0, 1, -1000, -1001)
  const value = pairwiseExponential().evaluate(scores, Float64Array.of(5, 4, 3, 2, 1, 0), new Float64Array(6))
  expect(value).toBeCloseTo(Math.exp(-1) + Math.exp(1) + Math.exp(-1), 13)
})

test('there are constants only where the scores are bounded', () => {
  const setting = { greatestLabel: 2, longestList: 4, mostPairs: 3 }
  expect(pairwiseExponential().constants(setting).lipschitz.value).toBe(Infinity)
  expect(pairwiseExponential().constants({ ...setting, scoreBound: 1 }).lipschitz.value).toBeCloseTo(2 * 3 * Math.exp(2), 12)
  expect(pairwiseExponential({ pairs: 'mean' }).constants({ ...setting, scoreBound: 1 }).smoothness?.value).toBeCloseTo(4 * Math.exp(2), 12)
})
