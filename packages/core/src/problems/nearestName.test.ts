import { expect, test } from 'vitest'
import { nearestName } from './nearestName.ts'

test('a slip of the keyboard finds the name that was meant', () => {
  const known = ['ndcg', 'dcg', 'map', 'p', 'spearman']
  expect(nearestName('ndgc', known)).toBe('ndcg')
  expect(nearestName('sperman', known)).toBe('spearman')
  expect(nearestName('mpa', ['map'])).toBeUndefined() // two edits of three letters could be anything
  expect(nearestName('dcg', known)).toBe('dcg')
})

test('of names that are equally near, the one that starts alike is meant', () => {
  expect(nearestName('sate', ['rate', 'state'])).toBe('state')
  expect(nearestName('sate', ['state', 'rate'])).toBe('state')
})

test('upper and lower case do not count, and names of one letter have to share it', () => {
  expect(nearestName('g', ['W', 'G'])).toBe('G')
  expect(nearestName('X', ['W', 'G'])).toBeUndefined()
})

test('a word like none of them finds nothing', () => {
  expect(nearestName('clicks', ['ndcg', 'map'])).toBeUndefined()
  expect(nearestName('', ['map'])).toBeUndefined()
})
