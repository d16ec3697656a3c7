import { expect, test } from 'vitest'
import {
  bipartiteAbstentionLoss,
  bipartiteSurrogate,
  marginLoss,
  pairwiseAbstentionLoss,
  pairwiseSurrogate,
  surrogateNames,
} from './abstentionLoss.ts'

const abstention = { radius: 0.5, cost: 0.3 }

test('a pair at the radius or below costs c, whatever its order', () => {
  for (const distance of [0, 0.2, 0.5]) {
    expect(pairwiseAbstentionLoss([1, 0], 1, distance, abstention)).toBe(0.3)
    expect(pairwiseAbstentionLoss([0, 1], 1, distance, abstention)).toBe(0.3)
    expect(bipartiteAbstentionLoss([1, 0], [1, 1], distance, abstention)).toBe(0.3)
  }
})

test('beyond the radius a pair costs 1 in the wrong order; level scores count as the second above the first', () => {
  expect([-1, 0, 1].map((ahead) => pairwiseAbstentionLoss([0, ahead], 1, 0.6, abstention))).toEqual([1, 0, 0])
  expect([-1, 0, 1].map((ahead) => pairwiseAbstentionLoss([0, ahead], -1, 0.6, abstention))).toEqual([0, 1, 1])
})

test('two labelled items cost 1 in the wrong order, one half when level, nothing with the same label', () => {
  expect([-1, 0, 1].map((ahead) => bipartiteAbstentionLoss([ahead, 0], [1, -1], 0.6, abstention))).toEqual([1, 0.5, 0])
  expect([-1, 0, 1].map((ahead) => bipartiteAbstentionLoss([ahead, 0], [-1, 1], 0.6, abstention))).toEqual([0, 0.5, 1])
  expect([-1, 0, 1].map((ahead) => bipartiteAbstentionLoss([ahead, 0], [-1, -1], 0.6, abstention))).toEqual([0, 0, 0])
})

test('at radius 0 only pairs that coincide are left undecided', () => {
  expect(pairwiseAbstentionLoss([1, 0], 1, 1e-300, { radius: 0, cost: 0.3 })).toBe(1)
  expect(pairwiseAbstentionLoss([1, 0], 1, 0, { radius: 0, cost: 0.3 })).toBe(0.3)
})

test.each(surrogateNames)('%s lies above the step, never rises, and its slope is that of its values', (name) => {
  const phi = marginLoss(name, 2)
  for (let margin = -3; margin <= 3; margin += 0.0625) {
    expect(phi.value(margin)).toBeGreaterThanOrEqual(margin <= 0 ? 1 : 0)
    expect(phi.slope(margin)).toBeLessThanOrEqual(0)
    const there = margin + 0.03
    expect(phi.slope(there)).toBeCloseTo((phi.value(there + 1e-5) - phi.value(there - 1e-5)) / 2e-5, 5)
  }
  expect(phi.value(0)).toBe(1)
})

test('the bipartite surrogate is Φ of the margin of the item labelled +1', () => {
  const phi = marginLoss('exponential')
  expect(bipartiteSurrogate(phi, [2, 0.5], [1, -1])).toBeCloseTo(Math.exp(-1.5), 15)
  expect(bipartiteSurrogate(phi, [2, 0.5], [-1, 1])).toBeCloseTo(Math.exp(1.5), 14)
  expect(bipartiteSurrogate(phi, [2, 0.5], [1, 1])).toBe(0)
  expect(pairwiseSurrogate(phi, [2, 0.5], -1)).toBeCloseTo(Math.exp(-1.5), 15)
})
