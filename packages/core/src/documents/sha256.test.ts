import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Sha256 } from './sha256.ts'

function digestOf(...texts: readonly string[]): string {
  const hash = new Sha256()
  for (const text of texts) hash.add(text)
  return hash.digest()
}

test('is that of the platform for any text, in one piece or several', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      expect(digestOf(...texts)).toBe(createHash('sha256').update(texts.join(''), 'utf8').digest('hex'))
    }),
  )
})

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 100_000])('%i characters, where blocks and padding end', (length) => {
  const text = 'a'.repeat(length)
  expect(digestOf(text)).toBe(createHash('sha256').update(text).digest('hex'))
})

test('a surrogate without its partner counts as encoders write it', () => {
  expect(digestOf('\ud800x\udc00')).toBe(createHash('sha256').update(new TextEncoder().encode('\ud800x\udc00')).digest('hex'))
})
