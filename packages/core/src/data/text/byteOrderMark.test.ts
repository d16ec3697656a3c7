import { expect, test } from 'vitest'
import { refuseUtf16, utf8MarkLength } from './byteOrderMark.ts'

test('the mark of UTF-8 is three bytes long, and counts only where all of it has come', () => {
  const marked = Uint8Array.of(7, 0xef, 0xbb, 0xbf, 65)
  expect([utf8MarkLength(marked, 1), utf8MarkLength(marked), utf8MarkLength(marked, 1, 3)]).toEqual([3, 0, 0])
})

test('UTF-16 is refused in either byte order, with and without a mark', () => {
  const refusal =
    (...bytes: number[]) =>
    () =>
      refuseUtf16('f.txt', Uint8Array.from(bytes))
  expect(refusal(0xff, 0xfe)).toThrow('f.txt:1:1: the file is UTF-16 text. Save it as UTF-8.')
  for (const bytes of [
    [0xfe, 0xff],
    [0x31, 0, 0x20, 0],
    [0, 0x31, 0, 0x20],
  ])
    expect(refusal(...bytes)).toThrow('UTF-16')
  for (const bytes of [[], [0xff], [0xff, 0xff], [0x31, 0], [0, 0, 0, 0], [0x31, 0x20, 0, 0]]) expect(refusal(...bytes)).not.toThrow()
  expect(() => refuseUtf16('f.txt', Uint8Array.of(0xfe, 0xff), 0, 1)).not.toThrow()
})
