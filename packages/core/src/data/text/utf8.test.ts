import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeUtf8, encodeUtf8, lenientText } from './utf8.ts'

test('text of any length comes back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const bytes = encodeUtf8(text)
      expect(decodeUtf8(bytes, 0, bytes.length)).toBe(text)
    }),
  )
  expect(decodeUtf8(encodeUtf8('\ufeffa'), 0, 4)).toBe('\ufeffa')
  expect(decodeUtf8(encodeUtf8('abcdef'), 2, 4)).toBe('cd')
})

test('what is not UTF-8 has no text, or a lenient one', () => {
  for (const bytes of [[0xff], [0xc3], [0xe2, 0x82], [0xc0, 0x80], [0xed, 0xa0, 0x80]]) {
    expect(decodeUtf8(Uint8Array.from(bytes), 0, bytes.length)).toBeUndefined()
    expect(lenientText(Uint8Array.from([97, ...bytes]))).toMatch(/^a\ufffd+$/)
  }
})
