import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeUtf8 } from '../text/utf8.ts'
import { eightDigits, fourDigits, leadingDigits, longValue, printedDouble } from './letorValue.ts'

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

test('four and eight bytes are a number only when all of them are digits', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 8, maxLength: 8 }),
      fc.array(fc.constantFrom(...'0123456789'), { minLength: 8 }),
      (any, digits) => {
        const isNumber = any.every((byte) => byte >= 48 && byte <= 57)
        expect(eightDigits(viewOf(any), 0)).toBe(isNumber ? Number(String.fromCharCode(...any)) : -1)
        const text = digits.slice(0, 8).join('')
        expect(eightDigits(viewOf(encodeUtf8(text)), 0)).toBe(Number(text))
      },
    ),
  )
  for (let byte = 0; byte < 256; byte++) {
    for (let place = 0; place < 4; place++) {
      const bytes = encodeUtf8('0999')
      bytes[place] = byte
      const isDigit = byte >= 48 && byte <= 57
      expect(fourDigits(viewOf(bytes), 0)).toBe(isDigit ? Number(String.fromCharCode(...bytes)) : -1)
      expect(leadingDigits(viewOf(bytes), 0)).toBe(isDigit ? 4 : place)
    }
  }
})

test('a printed double becomes the nearest 32-bit float, or is left to a slower reader', () => {
  let left = 0
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 999, noNaN: true }), (number) => {
      const [whole, decimals] = number.toFixed(20).split('.')
      const value = printedDouble(Number(whole), Number(decimals.slice(0, 8)), Number(decimals.slice(8, 16)))
      if (Number.isNaN(value)) left++
      else expect(value).toBe(Math.fround(number))
    }),
    { numRuns: 1000 },
  )
  expect(left).toBeLessThan(50)
  expect(printedDouble(0, 0, 12)).toBeNaN()
})

test('a long value is the nearest 32-bit float, or is left to a slower reader', () => {
  const into = new Float32Array(1)
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(' ', '\n', '#', '\r'), (number, after) => {
      const text = number.toExponential()
      const bytes = encodeUtf8(`${text}${after}\n`)
      const end = longValue(bytes, viewOf(bytes), 0, into, 0)
      if (end < 0) return
      expect(end).toBe(text.length)
      expect(into[0]).toBe(Math.fround(Number(text)))
    }),
  )
  for (const text of ['', '-', '1e', '1x', '.', '1e61', '1'.repeat(41)]) {
    const bytes = encodeUtf8(`${text}\n`)
    expect(longValue(bytes, viewOf(bytes), 0, into, 0)).toBe(-1)
  }
})
