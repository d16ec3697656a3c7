import fc from 'fast-check'
import { expect, test } from 'vitest'
import { float32Text } from './float32Text.ts'

const anyFloat32 = fc.oneof(
  fc.integer({ min: 0, max: 0xffffffff }).map((bits) => new Float32Array(new Uint32Array([bits]).buffer)[0]),
  fc.double({ min: -1e8, max: 1e8, noNaN: true }).map(Math.fround),
  fc.double({ min: -1, max: 1, noNaN: true }).map(Math.fround),
)

test('every finite float reads back to the same bits', () => {
  fc.assert(
    fc.property(anyFloat32.filter(Number.isFinite), (value) => {
      expect(Math.fround(Number(float32Text(value)))).toBe(value)
    }),
    { numRuns: 3000 },
  )
})

test('no decimal with fewer digits reads back to the same float', () => {
  fc.assert(
    fc.property(anyFloat32.filter(Number.isFinite), (value) => {
      const digits = float32Text(value).replace(/e.*/, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length
      if (digits < 2) return
      expect(Math.fround(Number(value.toPrecision(digits - 1)))).not.toBe(value)
    }),
    { numRuns: 3000 },
  )
})

test('decimals people write come back as they wrote them', () => {
  for (const text of ['0', '1', '-3', '0.1', '0.123456', '16777216', '1e-7', '3.4028235e+38', '1e-45', '-0'])
    expect(float32Text(Math.fround(Number(text)))).toBe(text)
})
