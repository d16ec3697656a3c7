import { expect, test } from 'vitest'
import { rankOf } from './rankOf.ts'

test('ranks are read as rankings print them', () => {
  expect(['7', '=45', '201-250', '201–250', ' 3 ', '601+'].map(rankOf)).toEqual([7, 45, 225.5, 225.5, 3, 601])
  expect(['', 'first', '-3', '250-201', '1-2-3', '0'].map(rankOf)).toEqual(Array(6).fill(undefined))
})
