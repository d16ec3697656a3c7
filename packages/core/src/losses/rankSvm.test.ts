import { lossContract, type PairTerm, pairwiseLossContract } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { rankSvm } from './rankSvm.ts'

const terms: Readonly<Record<'plain' | 'squared', PairTerm>> = {
  plain: { value: (margin) => Math.max(0, 1 - margin), slope: (margin) => (margin < 1 ? -1 : 0) },
  squared: {
    value: (margin) => Math.max(0, 1 - margin) ** 2,
    slope: (margin) => -2 * Math.max(0, 1 - margin),
    bend: (margin) => (margin < 1 ? 2 : 0),
  },
}

for (const hinge of ['plain', 'squared'] as const) {
  for (const pairs of ['sum', 'mean'] as const) {
    lossContract(`RankSVM with the ${hinge} hinge, ${pairs}`, () => rankSvm({ hinge, pairs }))
    pairwiseLossContract(`RankSVM with the ${hinge} hinge`, rankSvm({ hinge, pairs }), terms[hinge], pairs)
  }
}

test('the gradient is the sum over violated pairs of eⱼ − eᵢ', () => {
  const gradient = new Float64Array(3)
  const value = rankSvm().evaluate(Float64Array.of(0, 0.5, 3), Float64Array.of(1, 0, 2), gradient)
  expect(value).toBe(1.5) // the first is above the second by −0.5; the third is well above both
  expect([...gradient]).toEqual([-1, 1, 0])
})

test('a margin of exactly 1 is enough', () => {
  const gradient = new Float64Array(2)
  expect(rankSvm().evaluate(Float64Array.of(1, 0), Float64Array.of(1, 0), gradient)).toBe(0)
  expect([...gradient]).toEqual([0, 0])
})

test('the sum form pulls no harder than signs can tell items apart, and the mean form no harder than one pair', () => {
  const setting = { greatestLabel: 1, longestList: 5 }
  const { lipschitz, lipschitzL2 } = rankSvm().constants(setting)
  expect(lipschitz.printed).toBe(2 * 10)
  const gradient = new Float64Array(5)
  rankSvm().evaluate(new Float64Array(5), Float64Array.of(1, 1, 0, 0, 0), gradient)
  expect(gradient.reduce((total, entry) => total + Math.abs(entry), 0)).toBe(lipschitz.value)
  rankSvm().evaluate(new Float64Array(5), Float64Array.of(4, 3, 2, 1, 0), gradient)
  expect(Math.hypot(...gradient)).toBeCloseTo(lipschitzL2.value, 12)
  expect(rankSvm({ pairs: 'mean' }).constants(setting).lipschitz.value).toBe(2)
  expect(rankSvm({ pairs: 'mean' }).constants(setting).lipschitzL2.value).toBe(Math.SQRT2)
})

test('the squared hinge has no Lipschitz constant until the scores are bounded', () => {
  const squared = rankSvm({ hinge: 'squared', pairs: 'mean' })
  const setting = { greatestLabel: 1, longestList: 2 }
  expect(squared.constants(setting).lipschitz.value).toBe(Infinity)
  const bounded = squared.constants({ ...setting, scoreBound: 3 })
  const gradient = new Float64Array(2)
  squared.evaluate(Float64Array.of(-3, 3), Float64Array.of(1, 0), gradient)
  expect(Math.abs(gradient[0]) + Math.abs(gradient[1])).toBe(bounded.lipschitz.value)
  const bent = new Float64Array(2)
  squared.curvature?.(new Float64Array(2), Float64Array.of(1, 0), Float64Array.of(1, -1), bent)
  expect(Math.abs(bent[0]) + Math.abs(bent[1])).toBe(bounded.smoothness?.value)
})

test('a list of a hundred thousand items with labels all different needs no look at every pair', () => {
  const length = 100_000
  const labels = Float64Array.from({ length }, (_, item) => (item * 7919) % length)
  const gradient = new Float64Array(length)
  const inOrder = labels.map((label) => 2 * label)
  expect(rankSvm().evaluate(inOrder, labels, gradient)).toBe(0)
  const value = rankSvm().evaluate(
    labels.map((label) => -label),
    labels,
    gradient,
  )
  expect(value / ((length * (length - 1)) / 2 + (length * (length * length - 1)) / 6)).toBeCloseTo(1, 12) // Σ over pairs of 1 + distance
})
