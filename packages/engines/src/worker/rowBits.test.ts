import { seededRandom } from '@rankwright/core'
import { expect, test } from 'vitest'
import { murmur3, murmur3Inverse } from '../spark/murmur3.ts'
import { RowBitsReader, rowBitsSql } from './rowBits.ts'

/** What Spark makes of a row: the hash takes −0 for 0. */
function sent(row: readonly number[]): Buffer {
  const [value, bits] = [new Float32Array(1), new Int32Array(1)]
  const bytes = Buffer.alloc(4 * row.length)
  for (const [column, cell] of row.entries()) {
    value[0] = cell
    bits.set(new Int32Array(value.buffer))
    bytes.writeInt32BE(murmur3(Object.is(cell, -0) ? 0x7fc00001 : bits[0]), 4 * column)
  }
  return Buffer.from(`x\t${bytes.toString('base64')}`)
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
  expect(new RowBitsReader(row.length).read(sent(row), 2, bits, 1)).toBe(true)
  expect(bits.subarray(1, 1 + row.length)).toEqual(new Int32Array(Float32Array.from(row).buffer))
})

test('a row of another width says so, and writes nowhere', () => {
  const bits = new Int32Array(4)
  const reader = new RowBitsReader(3)
  for (const row of [[1, 2, 3, 4, 5], [1, 2, 3, 4], [1, 2], []]) expect(reader.read(sent(row), 2, bits, 0)).toBe(false)
  expect(bits).toEqual(new Int32Array(4))
})

test('the text of SQL has bytes for each two columns', () => {
  expect(rowBitsSql(['a', 'b', 'c']).match(/AS BINARY/g)).toHaveLength(2)
})
