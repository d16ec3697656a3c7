import { expect, test } from 'vitest'
import { RankwrightError } from '../problems/problem.ts'
import { bound, listBounds } from './bound.ts'
import { heldOutBernstein } from './heldOutBernstein.ts'

const values = [0.9, 0.8, 1, 0.7, 0.95, 0.85, 0.9, 1]

test('a held-out bound is computed by its name, with its inputs and terms', () => {
  const result = bound('heldout-hoeffding', { delta: 0.1 }, { values })
  expect(result.bound).toBe('heldout-hoeffding')
  expect(result.inputs).toEqual({ n: 8, delta: 0.1 })
  expect(result.value).toBeCloseTo(result.terms.mean - Math.sqrt(Math.log(10) / 16), 12)
})

test('delta is 0.05 unless given', () => {
  const many = Array.from({ length: 500 }, (_, place) => (place % 10) / 10)
  expect(bound('heldout-bernstein', {}, { values: many }).value).toBe(heldOutBernstein(many, 0.05).lower)
})

test('every bound that is listed can be computed and says what it is', () => {
  expect(listBounds().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['heldout-hoeffding', 'heldout-bernstein', 'heldout-betting']),
  )
  for (const { name, doc, sample } of listBounds()) {
    expect(doc.length).toBeGreaterThan(20)
    if (sample) expect(bound(name, {}, { values }).value).toBeLessThan(1)
  }
})

test('an unknown name gets a suggestion', () => {
  expect(() => bound('heldout-hoefding', {}, { values })).toThrow('Did you mean heldout-hoeffding?')
  expect(() => bound('something', {}, { values })).toThrow('Give one of: heldout-hoeffding')
})

test('inputs that are unknown or out of range are refused', () => {
  expect(() => bound('heldout-betting', { delta: 0 }, { values })).toThrow(RankwrightError)
  expect(() => bound('heldout-betting', { delta: 1 }, { values })).toThrow(RankwrightError)
  expect(() => bound('heldout-betting', { W: 1 }, { values })).toThrow(RankwrightError)
})

test('values outside [0, 1], values that are no numbers and no values at all are refused with their line', () => {
  expect(() => bound('heldout-betting', {}, { values: [0.5, 1.01], file: 'v.txt' })).toThrow('v.txt:2:1: the value is 1.01')
  expect(() => bound('heldout-betting', {}, { values: [Number.NaN], file: 'v.txt' })).toThrow('v.txt:1:1: the value is NaN')
  expect(() => bound('heldout-betting', {}, { values: [], file: 'v.txt' })).toThrow('needs at least one value')
  expect(() => bound('heldout-betting')).toThrow('needs at least one value')
})
