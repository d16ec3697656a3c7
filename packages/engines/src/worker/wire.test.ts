import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wireBytes, wireValue } from './wire.ts'

const special = { a: [Number.NaN, -0, Infinity, -Infinity, undefined, null, 'x\n\t'], '@': { '@': 1 }, __proto__own: true }

test('plain data comes back to the bit', () => {
  for (const value of [
    special,
    0,
    'text',
    null,
    [],
    {},
    { arrays: [Float64Array.of(1, -0, Number.NaN), Int32Array.of(-1), new Uint8Array(3)] },
  ])
    expect(wireValue(wireBytes(value), 'it')).toEqual(value)
  const array = fc.oneof(fc.float64Array(), fc.float32Array(), fc.int32Array(), fc.uint32Array(), fc.uint8Array())
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      fc.double(),
      fc.string(),
      fc.boolean(),
      array,
      fc.array(tie('any')),
      fc.dictionary(fc.string(), tie('any'), { noNullPrototype: true }),
    ),
  })).any
  fc.assert(
    fc.property(value, (given) => {
      expect(wireValue(wireBytes(given), 'it')).toEqual(given)
    }),
  )
})

test('a view into a larger array is sent alone', () => {
  expect(wireValue(wireBytes(Float64Array.of(1, 2, 3).subarray(1, 2)), 'it')).toEqual(Float64Array.of(2))
})

test('what is no plain data is refused', () => {
  for (const value of [new Map(), new Date(), () => 1, 1n]) expect(() => wireBytes({ value })).toThrow('cannot be sent to a worker')
})

test('bytes that were cut off or changed are refused', () => {
  const bytes = wireBytes({ weights: Float64Array.of(1, 2) })
  for (let length = 0; length < bytes.length; length++)
    expect(() => wireValue(bytes.subarray(0, length), 'The question')).toThrow('The question cannot be read')
})
