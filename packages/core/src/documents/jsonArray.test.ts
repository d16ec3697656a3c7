import { Buffer } from 'node:buffer'
import { expect, test } from 'vitest'
import { decodeArray, encodeArray } from './jsonArray.ts'

test('long arrays are the base64 of their bytes, whatever remains of three, and read back as they were', () => {
  for (const length of [65, 66, 67, 8191, 30_001]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256)
    const encoded = encodeArray('u8', bytes)
    expect(encoded).toEqual({ dtype: 'u8', shape: [length], data: Buffer.from(bytes).toString('base64') })
    expect(decodeArray(encoded, 'u8', length)).toEqual(bytes)
    const doubles = Float64Array.from(bytes, (byte) => Math.sin(byte))
    expect(decodeArray(encodeArray('f64', doubles), 'f64', length)).toEqual(doubles)
  }
})
