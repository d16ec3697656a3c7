import { seededRandom } from '@rankwright/core'
import { expect, test } from 'vitest'
import { murmur3, murmur3Inverse } from '../spark/murmur3.ts'
import { readRowBits, rowBitsSql } from './rowBits.ts'

/** What Spark makes of a row: the hash takes −0 for 0. */
function sent(row: readonly number[]): Buffer {
  const [value, bits] = [new Float32Array(1), new Int32Array(1)]
  const hashes = row.map((cell) => {
    value[0] = Object.is(cell, -0) ? 0 : cell
    bits.set(new Int32Array(value.buffer))
    return Object.is(cell, -0) ? murmur3(0x7fc00001) : murmur3(bits[0])
  })
  const pairs = Array.from({ length: Math.ceil(row.length / 2) }, (_, pair) => hashes.slice(2 * pair, 2 * pair + 2))
  const digits = pairs.map((pair) => pair.reduce((all, hash) => (all << 32n) | BigInt(hash >>> 0), 0n).toString(16))
  return Buffer.from(`x\t${digits.join(',').toUpperCase()}`)
}

test('the hash can be undone', () => {
  const random = seededRandom(1)
  for (const value of [0, -1, 42, 0x7fc00000, 1 << 31, ...Array.from({ length: 1000 }, () => random.integer(2 ** 32) | 0)])
    expect(murmur3Inverse(murmur3(value))).toBe(value)
})

test.each([
  ['an even row', [1.5, -0, 0, Number.NaN]],
  ['an odd row', [Number.POSITIVE_INFINITY, -3.4028234663852886e38, 1.401298464324817e-45]],
  ['a row of one', [-7]],
])('%s comes with all its bits', (_, row) => {
  const bits = new Int32Array(row.length + 2)
  expect(readRowBits(sent(row), 2, row.length, bits, 1)).toBe(row.length)
  expect(bits.subarray(1, 1 + row.length)).toEqual(new Int32Array(Float32Array.from(row).buffer))
})

test('a row of another width says so, and writes nowhere else', () => {
  const bits = new Int32Array(4)
  expect(readRowBits(sent([1, 2, 3, 4, 5]), 2, 3, bits, 0)).not.toBe(3)
  expect(bits[3]).toBe(0)
  expect(readRowBits(sent([1, 2]), 2, 3, bits, 0)).toBe(2)
})

test('the text of SQL has a number for each two columns', () => {
  expect(rowBitsSql('row', 3).match(/hex\(/g)).toHaveLength(2)
})
