import { expect, test } from 'vitest'
import { mayBeOne } from './mayBeOne.ts'

test('names may mean one table in other letters, and where one leaves out the schema', () => {
  expect(mayBeOne(['b'], ['B'])).toBe(true)
  expect(mayBeOne(['main', 'b'], ['B'])).toBe(true)
  expect(mayBeOne(['main', 'b'], ['other', 'b'])).toBe(false)
  expect(mayBeOne(['b'], ['c'])).toBe(false)
})
