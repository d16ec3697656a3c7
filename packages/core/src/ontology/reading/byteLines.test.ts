import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUtf8, lenientText } from '../../data/text/utf8.ts'
import { byteLines } from './byteLines.ts'

function linesOf(text: string, size: number): string[] {
  const found: string[] = []
  const lines = byteLines('a file', (bytes, start, end, line) => {
    expect(line).toBe(found.length + 1)
    found.push(lenientText(bytes.subarray(start, end)))
  })
  const bytes = encodeUtf8(text)
  for (let at = 0; at < bytes.length; at += size) lines.push(bytes.subarray(at, at + size))
  lines.finish()
  return found
}

test('a file of a byte or two has its lines', () => {
  expect(linesOf('\n\n', 2)).toEqual(['', ''])
  expect(linesOf('a\n', 1)).toEqual(['a'])
  expect(linesOf('\na', 2)).toEqual(['', 'a'])
  expect(linesOf('', 1)).toEqual([])
})

test('however the bytes are cut into chunks, the lines are the same', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z ]{0,4}$/), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      (rows, size, ends) => {
        const text = rows.join('\r\n') + (ends && rows.length > 0 ? '\n' : '')
        const whole = text.split(/\r?\n/)
        if (whole.at(-1) === '') whole.pop() // nothing comes after the last line feed
        expect(linesOf(text, size)).toEqual(whole)
      },
    ),
  )
})
