import { expect, test } from 'vitest'
import { columnNumbers } from './columnNumbers.ts'

const numbers = (...given: Parameters<typeof columnNumbers>) => Array.from(columnNumbers(...given))

test('a decimal is its whole number divided once', () => {
  expect(numbers([1, 15, -3], { kind: 'decimal', precision: 9, scale: 1 })).toEqual([0.1, 1.5, -0.3])
  expect(numbers([Uint8Array.of(0x01, 0x00), null], { kind: 'decimal', precision: 20, scale: 2 })).toEqual([2.56, Number.NaN])
})

test('a decimal of more digits than a double has is taken in two parts, as DuckDB takes it', () => {
  const whole = 123_456_789_012_345_678n
  expect(numbers([whole], { kind: 'decimal', precision: 18, scale: 7 })).toEqual([12_345_678_901 + 2_345_678 / 1e7])
})

test('whole numbers, truth values, gaps and nothing at all', () => {
  expect(numbers([1n, null, -1n], { kind: 'integer', unsigned: true })).toEqual([1, Number.NaN, 2 ** 64])
  expect(numbers(Int32Array.of(-1), { kind: 'integer', unsigned: true })).toEqual([2 ** 32 - 1])
  expect(numbers([true, false, undefined], { kind: 'truth' })).toEqual([1, 0, Number.NaN])
  expect(numbers([null, null], { kind: 'nothing' })).toEqual([Number.NaN, Number.NaN])
})
