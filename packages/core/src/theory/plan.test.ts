import { describe, expect, test } from 'vitest'
import { bound } from './bound.ts'
import { plan, plannable } from './plan.ts'

const ball = { W: 1, R: 1 }

test('Theorem 5 needs 2 (G W R/ε)² lists', () => {
  expect(plan('q-t5', 0.05, { G: 2, ...ball }).lists).toBe(Math.ceil(2 * (2 / 0.05) ** 2))
  expect(plan('q-t5', 0.03, { G: 2, ...ball }).lists).toBe(Math.ceil(2 * (2 / 0.03) ** 2))
})

test('Hoeffding’s bound needs ln(1/δ)/(2ε²) held-out lists', () => {
  expect(plan('heldout-hoeffding', 0.05, { delta: 0.1 }).lists).toBe(Math.ceil(Math.log(10) / (2 * 0.05 ** 2)))
})

test('a small variance needs fewer lists, down to the 7 ln(2/δ)/3ε that estimating it costs', () => {
  const lists = (variance: number) => plan('heldout-bernstein', 0.05, { variance }).lists
  expect(lists(0.01)).toBeLessThan(lists(0.25) / 3)
  expect(lists(0)).toBe(Math.ceil((7 * Math.log(40)) / (3 * 0.05)) + 1)
})

test('(8) counts what it adds to the best loss', () => {
  const { lists } = plan('q-eq8', 0.05, { H: 1, ...ball, best: 0.3 })
  const gap = (n: number) => bound('q-eq8', { H: 1, ...ball, best: 0.3, n }).value - 0.3
  expect(gap(lists)).toBeLessThanOrEqual(0.05)
  expect(gap(lists - 1)).toBeGreaterThan(0.05)
})

describe('each theorem', () => {
  const inputs: Readonly<Record<string, number>> = {
    G: 2,
    G2: 1.5,
    H: 1,
    ...ball,
    B: 4,
    m: 50,
    d: 20,
    delta: 0.1,
    sigma: 2,
    kappa: 1,
    lambda: 1,
  }
  const needed: Readonly<Record<string, string>> = {
    'heldout-hoeffding': 'delta',
    'heldout-bernstein': 'delta',
    'q-t5': 'G W R',
    'q-t6': 'G W R',
    'q-eq8': 'H W R',
    'q-ogd': 'G W R',
    'q-ogd-smooth': 'H W R',
    'q-t9': 'G W R B m delta',
    'q-t9-excess': 'G W R B m delta',
    'q-t12': 'G W R B m delta d',
    'q-t12-excess': 'G W R B m delta d',
    'q-t17': 'H W R B m delta',
    'q-t17-excess': 'H W R B m delta',
    'q-cw': 'G2 W R B m delta',
    'e-stability': 'sigma kappa lambda B delta',
    'e-stability-item': 'sigma kappa lambda B delta',
  }
  test.each(plannable)('%s: the number is enough and one less is not', (theorem) => {
    const given = Object.fromEntries(needed[theorem].split(' ').map((input) => [input, inputs[input]]))
    const { lists, gap } = plan(theorem, 0.5, given)
    expect(gap).toBeLessThanOrEqual(0.5)
    expect(gap).toBeGreaterThan(0)
    if (theorem.startsWith('heldout-')) return
    expect(bound(theorem, { ...given, n: lists }).value).toBeCloseTo(gap, 12)
    expect(bound(theorem, { ...given, n: lists - 1 }).value).toBeGreaterThan(0.5)
  })
})

test('a gap that grows with the best or the training loss says that 0 was assumed', () => {
  const smooth = { H: 1, ...ball }
  for (const theorem of ['q-eq8', 'q-ogd-smooth']) {
    expect(plan(theorem, 0.05, smooth).notes).toEqual([
      'best was not given and counts as 0. With a greater one it takes more lists: give best=X.',
    ])
    expect(plan(theorem, 0.05, { ...smooth, best: 0.3 }).notes).toEqual([])
    expect(plan(theorem, 0.05, { ...smooth, best: 0.3 }).lists).toBeGreaterThan(plan(theorem, 0.05, smooth).lists)
  }
  const uniform = { ...smooth, B: 2, m: 10 }
  expect(plan('q-t17', 0.5, uniform).notes).toEqual([expect.stringContaining('empirical was not given')])
  expect(plan('q-t17-excess', 0.5, uniform).notes).toEqual([expect.stringContaining('best was not given')])
  expect(plan('q-t5', 0.05, { G: 2, ...ball }).notes).toEqual([])
})

test('as printed, a plan stays where the formula holds, and its gap is never negative', () => {
  const uniform = { ...ball, B: 2, m: 10 }
  for (const [theorem, inputs] of [
    ['q-t9', { G: 2, ...uniform }],
    ['q-t9-excess', { G: 2, ...uniform }],
    ['q-t12', { G: 2, ...uniform, d: 20 }],
    ['q-t17', { H: 1, ...uniform }],
  ] as const) {
    const { lists, gap } = plan(theorem, 1, inputs, { printed: true })
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThanOrEqual(1)
    expect(() => bound(theorem, { ...inputs, n: lists }, { printed: true })).not.toThrow()
    expect(() => bound(theorem, { ...inputs, n: 3 }, { printed: true })).toThrow('does not hold here')
  }
  expect(() => plan('q-cw', 0.1, { G2: 2, ...uniform }, { printed: true })).toThrow('for losses of at most 1')
  expect(() => plan('q-ogd', 0.1, { G: 2, ...ball }, { printed: true })).toThrow('No paper prints q-ogd')
})

test('a lambda that costs more than epsilon by itself is out of reach', () => {
  expect(() => plan('q-t6', 0.1, { G: 2, ...ball, lambda: 1 })).toThrow('stays above 0.1 up to 1125899906842624 lists')
})

test('what is unknown, missing or out of range is refused', () => {
  expect(() => plan('q-t55', 0.1, {})).toThrow('Did you mean q-t5?')
  expect(() => plan('heldout-betting', 0.1, {})).toThrow('There is no plan for heldout-betting. It depends on every value')
  expect(() => plan('q-martingale', 0.1, {})).toThrow('Plan with q-ogd')
  expect(() => plan('q-t5', 0.1, ball)).toThrow('G is missing; give a number')
  expect(() => plan('q-t5', 0, { G: 2, ...ball })).toThrow('`epsilon` is 0')
  expect(() => plan('q-t5', Number.NaN, { G: 2, ...ball })).toThrow('`epsilon` is NaN')
  expect(() => plan('q-t5', 0.1, { G: Number.NaN, ...ball })).toThrow('G is NaN')
  expect(() => plan('q-t5', 0.1, { G: 2, ...ball, n: 5 })).toThrow('q-t5 has no input n')
})
