import { expect, test } from 'vitest'
import { requireStarts } from './requireStarts.ts'

test('starts go from 0 to the end and never back', () => {
  expect(() => requireStarts('offsets', Uint32Array.of(0, 2, 2, 5), 3, 5)).not.toThrow()
  for (const wrong of [Uint32Array.of(0, 3, 2, 5), Uint32Array.of(1, 2, 3, 5), Uint32Array.of(0, 2, 2, 4), Uint32Array.of(0, 5)])
    expect(() => requireStarts('offsets', wrong, 3, 5)).toThrow('offsets is a Uint32Array')
  expect(() => requireStarts('offsets', [0, 2, 2, 5], 3, 5)).toThrow('offsets is an array of 4; give a Uint32Array.')
})
