import { expect, test } from 'vitest'
import { looksTyped, shareWords } from './sharedWords.ts'

test('queries are told from ids of lists', () => {
  expect(looksTyped(['red shoes', 'kettle', 'desk lamp', 'wool hat'])).toBe(true)
  expect(looksTyped(['q1', 'q2', 'WT09-1'])).toBe(false)
  expect(looksTyped(['10', '11'])).toBe(false)
})

test('words are shared where a fifth of the queries has one that some texts have, and not all', () => {
  const titles = ['Nurse (m/w/d) in Berlin', 'Teacher (m/w/d) in Graz']
  expect(shareWords(['nurse graz', 'baker', 'cook', 'pilot', 'driver'], titles)).toBe(true)
  expect(shareWords(['nurse graz', 'baker', 'cook', 'pilot', 'driver', 'clerk'], titles)).toBe(false)
  expect(shareWords(['a job in town'], titles)).toBe(false)
  expect(shareWords(['nurse'], ['nurse'])).toBe(false)
  expect(shareWords([], titles)).toBe(false)
})
