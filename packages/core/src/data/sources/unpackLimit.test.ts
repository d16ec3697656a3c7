import { expect, test } from 'vitest'
import { unpackLimit } from './unpackLimit.ts'

test('256 MB are always allowed, and 200 times the stored size, unless the user says otherwise', () => {
  expect(unpackLimit(1)).toBe(256e6)
  expect(unpackLimit(10e6)).toBe(2000e6)
  expect(unpackLimit(10e6, 3000)).toBe(3000e6)
  expect(unpackLimit(10e6, 1)).toBe(1e6)
  expect(unpackLimit(1, undefined, 16e6)).toBe(16e6)
  expect(unpackLimit(1, 3, 16e6)).toBe(3e6)
})
