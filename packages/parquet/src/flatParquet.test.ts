import * as zlib from 'node:zlib'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { BrokenParquet } from './compactProtocol.ts'
import { OtherParquet } from './flatPages.ts'
import { type FlatParquet, type FlatType, flatParquet } from './flatParquet.ts'
import { pageCompressors } from './pageCompressors.ts'

const rows = 2000
const compressors = pageCompressors(zlib)

function written(columns: readonly ColumnSource[], options: object = {}): Uint8Array {
  return new Uint8Array(parquetWriteBuffer({ columnData: [...columns], rowGroupSize: 800, pageSize: 2000, ...options }))
}

function opened(bytes: Uint8Array, columns: Readonly<Record<string, FlatType>>): FlatParquet {
  const wanted = Object.entries(columns).map(([name, type]) => ({ name, type }))
  return flatParquet((from, length) => bytes.subarray(from, from + length), bytes.length, wanted, compressors)
}

/** Every seventh value is missing. */
function withGaps<Value>(value: (row: number) => Value): (Value | null)[] {
  return Array.from({ length: rows }, (_, row) => (row % 7 === 3 ? null : value(row)))
}

function bitsOf(value: number | bigint | boolean | null): number {
  return value === null ? 0x7fc00000 : new Int32Array(Float32Array.of(Number(value)).buffer)[0]
}

const columns: readonly (ColumnSource & { readonly of: FlatType })[] = [
  { name: 'dense', of: 'float', type: 'FLOAT', data: Float32Array.from({ length: rows }, (_, row) => Math.sin(row)) },
  { name: 'few', of: 'float', type: 'FLOAT', data: withGaps((row) => (row % 5) / 4) },
  { name: 'split', of: 'float', type: 'FLOAT', encoding: 'BYTE_STREAM_SPLIT', data: withGaps((row) => Math.fround(Math.cos(row))) },
  { name: 'double', of: 'double', type: 'DOUBLE', data: withGaps((row) => row / 7 + 16777217) },
  { name: 'int', of: 'int', type: 'INT32', data: withGaps((row) => row * 400_001 - 2 ** 30) },
  { name: 'bigint', of: 'bigint', type: 'INT64', data: withGaps((row) => BigInt(row) * 1_000_003n - 77n) },
  { name: 'nothing', of: 'double', type: 'DOUBLE', data: Array.from({ length: rows }, () => null) },
  { name: 'boolean', of: 'boolean', type: 'BOOLEAN', data: withGaps((row) => row % 3 === 0) },
]

test.each([
  ['SNAPPY', undefined],
  ['UNCOMPRESSED', undefined],
  ['GZIP', { GZIP: (bytes: Uint8Array) => zlib.gzipSync(bytes) }],
])('numbers of every kind are read from any row to any other, packed with %s', (codec, packing) => {
  const bytes = written(columns, { codec, ...(packing && { compressors: packing }) })
  const file = opened(bytes, Object.fromEntries(columns.map(({ name, of }) => [name, of])))
  expect(file.rows).toBe(rows)
  for (const [from, to] of [
    [0, rows],
    [799, 802],
    [1100, 1900],
    [12, 12],
  ]) {
    for (const [column, { data }] of columns.entries()) {
      const values = Array.from(data as ArrayLike<number | null>).slice(from, to)
      const [bits, doubles] = [new Int32Array(2 * (to - from)), new Float64Array(to - from)]
      file.float32Bits(column, from, to, bits, 1, 2)
      file.doubles(column, from, to, doubles, 0)
      expect(Array.from(bits)).toEqual(values.flatMap((value) => [0, bitsOf(value)]))
      expect(Array.from(doubles)).toEqual(values.map((value) => (value === null ? Number.NaN : Number(value))))
    }
  }
})

test('whole numbers beyond 2⁵³ are rounded once, as Java does it', () => {
  const halfway = 2n ** 60n + 2n ** 36n // between two floats
  const longs = [halfway, halfway + 1n, halfway - 1n, -halfway - 1n, 2n ** 63n - 1n, -(2n ** 63n)]
  const file = opened(written([{ name: 'long', type: 'INT64', data: BigInt64Array.from(longs) }]), { long: 'bigint' })
  const bits = new Int32Array(longs.length)
  file.float32Bits(0, 0, longs.length, bits, 0, 1)
  const [low, high] = [2 ** 60, 2 ** 60 + 2 ** 37]
  expect(Array.from(new Float32Array(bits.buffer))).toEqual([low, high, low, -high, 2 ** 63, -(2 ** 63)])
})

test('all NaN are one, and infinities and the sign of 0 stay', () => {
  const other = new Float32Array(Uint32Array.of(0xffc12345, 0x7f800001, 0x80000000, 0xff800000).buffer)
  const file = opened(written([{ name: 'x', type: 'FLOAT', data: other, encoding: 'PLAIN' }]), { x: 'float' })
  const bits = new Int32Array(4)
  file.float32Bits(0, 0, 4, bits, 0, 1)
  expect([...new Uint32Array(bits.buffer)]).toEqual([0x7fc00000, 0x7fc00000, 0x80000000, 0xff800000])
})

test('ids are told with the rows that have them', () => {
  const texts = withGaps((row) => `é${row >> 4}`)
  const whole = Array.from({ length: rows }, (_, row) => BigInt(row >> 5) - 9n)
  const bytes = written([
    { name: 'text', type: 'STRING', data: texts },
    { name: 'whole', type: 'INT64', data: whole },
  ])
  const file = opened(bytes, { text: 'string', whole: 'bigint' })
  const all = (column: number) => [...file.texts(column, 700, 1900)].flatMap(({ text, rows }) => Array.from({ length: rows }, () => text))
  expect(all(0)).toEqual(texts.slice(700, 1900))
  expect(all(1)).toEqual(whole.slice(700, 1900).map(String))
  expect([...file.texts(1, 0, 64)].length).toBe(2)
})

test.each<[what: string, source: Partial<ColumnSource>, type: FlatType]>([
  ['of another type', {}, 'double'],
  ['that is not there', { name: 'other' }, 'int'],
  ['of a smaller type', {}, 'smallint'],
  ['in differences', { encoding: 'DELTA_BINARY_PACKED' }, 'int'],
  ['of times', { type: 'TIMESTAMP', data: Array.from({ length: rows }, (_, row) => new Date(row)) }, 'bigint'],
  ['of bytes', { type: 'BYTE_ARRAY', data: Array.from({ length: rows }, () => Uint8Array.of(1)) }, 'string'],
])('a column %s is left to other readers', (_, source, type) => {
  const bytes = written([{ name: 'x', type: 'INT32', data: Int32Array.from({ length: rows }, (_, row) => row), ...source }])
  expect(() => opened(bytes, { x: type })).toThrow(OtherParquet)
})

test('names that differ in upper and lower case alone, and codecs that Node has not, are left to other readers', () => {
  const data = Int32Array.of(1, 2)
  const alike = written(['x', 'X'].map((name) => ({ name, type: 'INT32', data })))
  expect(() => opened(alike, { x: 'int' })).toThrow(OtherParquet)
  const packed = written([{ name: 'x', type: 'INT32', data }], { codec: 'LZ4_RAW', compressors: { LZ4_RAW: (bytes: Uint8Array) => bytes } })
  expect(() => opened(packed, { x: 'int' })).toThrow(OtherParquet)
})

test('a file that is damaged anywhere is refused, or read to its end', () => {
  const whole = written(columns, { rowGroupSize: 400 })
  const wanted = Object.fromEntries(columns.map(({ name, of }) => [name, of]))
  let refused = 0
  for (let place = 0; place < whole.length; place += 997) {
    const bytes = whole.with(place, whole[place] ^ (1 << (place % 8)))
    try {
      const file = opened(bytes, wanted)
      const read = new Int32Array(Math.min(file.rows, rows))
      for (const column of columns.keys()) file.float32Bits(column, 0, read.length, read, 0, 1)
    } catch (error) {
      if (!(error instanceof BrokenParquet || error instanceof OtherParquet)) throw error
      refused++
    }
  }
  expect(refused).toBeGreaterThan(3)
  expect(() => opened(whole.subarray(0, 300), wanted)).toThrow(OtherParquet)
})
