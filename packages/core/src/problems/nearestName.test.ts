import { expect, test } from 'vitest'
import { nearestName } from './nearestName.ts'

test('a slip of the keyboard finds the name that was meant', () => {
  const known = ['ndcg', 'dcg', 'map', 'p', 'spearman']
  expect(nearestName('ndgc', known)).toBe('ndcg')
  expect(nearestName('sperman', known)).toBe('spearman')
  expect(nearestName('mpa', ['map'])).toBeUndefined() // two edits of three letters could be anything
  expect(nearestName('dcg', known)).toBe('dcg')
})

test('a word like none of them finds nothing', () => {
  expect(nearestName('clicks', ['ndcg', 'map'])).toBeUndefined()
  expect(nearestName('', ['map'])).toBeUndefined()
})
