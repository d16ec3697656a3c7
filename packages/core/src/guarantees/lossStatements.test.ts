import { expect, test } from 'vitest'
import { deltaOrigin, printedSaysTooMuch } from './lossStatements.ts'

test('a printed formula that says more than can be proved is told apart from one that says less', () => {
  expect(printedSaysTooMuch('a-bipartite-exponential', { t: 0.6, W: 1, gamma: 0.912 })).toContain('less than can be proved')
  expect(printedSaysTooMuch('a-bipartite-exponential', { t: 0.01, W: 1, gamma: 0.912 })).toBeUndefined()
  expect(printedSaysTooMuch('a-pairwise-exponential', { t: 0.6, W: 1, gamma: 0.912 })).toBeUndefined()
})

test('a share of delta says among what it was divided', () => {
  expect(deltaOrigin(0.1, 1)).toBe('given')
  expect(deltaOrigin(0.1, 8)).toBe('0.1 divided among the 8 values tried')
  expect(deltaOrigin(0.1, 8, true)).toBe('0.1 divided among the 8 values tried and the two inequalities it combines')
})
