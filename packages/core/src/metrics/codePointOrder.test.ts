import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareCodePoints } from './codePointOrder.ts'

test('texts are ordered as their UTF-8 bytes are', () => {
  const bytes = (text: string) => Buffer.from(text)
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(bytes(a), bytes(b)))
    }),
  )
  expect(compareCodePoints('\u{1F600}', '\uFB01')).toBeGreaterThan(0)
  expect('\u{1F600}' < '\uFB01').toBe(true)
})
