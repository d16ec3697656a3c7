import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BytePage } from './bytePage.ts'
import { float32Text } from './float32Text.ts'
import { decodeUtf8, encodeUtf8 } from './utf8.ts'

function written(write: (page: BytePage) => void): string {
  const page = new BytePage()
  write(page)
  const bytes = page.take()
  return decodeUtf8(bytes, 0, bytes.length)!
}

test('floats are written as float32Text writes them, as far as a decimal without exponent goes', () => {
  const float = fc.oneof(
    fc.integer({ min: 0, max: 0xffffffff }).map((bits) => new Float32Array(new Uint32Array([bits]).buffer)[0]),
    fc.double({ min: -2e7, max: 2e7, noNaN: true }).map(Math.fround),
    fc.constantFrom(0, -0, 1, 0.5, 1e-5, 9999999),
  )
  fc.assert(
    fc.property(float.filter(Number.isFinite), (value) => {
      expect(Number(written((page) => page.float32(value)))).toBe(Number(float32Text(value)))
    }),
    { numRuns: 3000 },
  )
  expect(written((page) => page.float32(-0.25))).toBe('-0.25')
  expect(written((page) => page.float32(-0))).toBe('-0')
})

test('whole numbers, bytes and text follow each other on one page, however long it grows', () => {
  const text = 'x'.repeat(100_000)
  const all = written((page) => {
    for (let i = 0; i < 10; i++) {
      page.text(text)
      page.integer(i * 1_000_003)
      page.byte(44)
      page.bytes(encodeUtf8('é'))
    }
  })
  expect(all).toBe(Array.from({ length: 10 }, (_, i) => `${text}${i * 1_000_003},é`).join(''))
})
