import { expect, test } from 'vitest'
import { hasUtf16Mark, utf8MarkLength } from './byteOrderMark.ts'

test('the mark of UTF-8 is three bytes long, and counts only where all of it has come', () => {
  const marked = Uint8Array.of(7, 0xef, 0xbb, 0xbf, 65)
  expect([utf8MarkLength(marked, 1), utf8MarkLength(marked), utf8MarkLength(marked, 1, 3)]).toEqual([3, 0, 0])
})

test('the mark of UTF-16 is seen in either byte order', () => {
  expect(hasUtf16Mark(Uint8Array.of(0xff, 0xfe))).toBe(true)
  expect(hasUtf16Mark(Uint8Array.of(0xfe, 0xff))).toBe(true)
  expect(hasUtf16Mark(Uint8Array.of(0xfe, 0xff), 0, 1)).toBe(false)
  expect(hasUtf16Mark(Uint8Array.of(0xff, 0xff))).toBe(false)
})
