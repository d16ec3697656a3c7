import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readUbjson } from './ubjson.ts'

const bytes = (...parts: (string | number)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((letter) => letter.charCodeAt(0)))))
const fail = (at: number, reason: string): never => {
  throw new RangeError(`${at}: ${reason}`)
}

test('objects, texts, numbers of every type, arrays with and without type and length', () => {
  const document = bytes(
    '{i',
    1,
    'a[$l#i',
    2,
    0,
    0,
    0,
    1,
    255,
    255,
    255,
    255,
    'i',
    1,
    'b[i',
    251,
    'U',
    251,
    'I',
    1,
    0,
    'TFZN]',
    'i',
    1,
    'cSi',
    2,
    'hi}',
  )
  expect(readUbjson(document, fail)).toEqual({ a: Float64Array.of(1, -1), b: [-5, 251, 256, true, false, null], c: 'hi' })
  expect(readUbjson(bytes('[#i', 2, 'd', 0x3f, 0xc0, 0, 0, 'D', 0x3f, 0xf8, 0, 0, 0, 0, 0, 0), fail)).toEqual([1.5, 1.5])
  expect(readUbjson(bytes('{$i#i', 1, 'i', 1, 'k', 7), fail)).toEqual({ k: 7 })
  expect(readUbjson(bytes('L', 0, 0, 0, 0, 0, 0, 1, 0), fail)).toBe(256)
})

test('what is cut off, too long or nested without end is refused with its place', () => {
  expect(() => readUbjson(bytes('[$d#l', 127, 255, 255, 255), fail)).toThrow('do not fit')
  expect(() => readUbjson(bytes('Sl', 127, 255, 255, 255), fail)).toThrow('ends in the middle')
  expect(() => readUbjson(bytes('['.repeat(500)), fail)).toThrow('nested more than 200 deep')
  expect(() => readUbjson(bytes('[$d'), fail)).toThrow('a type is told without a length')
  expect(() => readUbjson(bytes('q'), fail)).toThrow('expected a number, found the type "q"')
  expect(() => readUbjson(bytes('Si', 255), fail)).toThrow('-1 is no length')
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (random) => {
      try {
        readUbjson(Uint8Array.of(0x7b, ...random), fail)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        expect(String(error)).toMatch(/^RangeError: \d+: /)
      }
    }),
    { numRuns: 2000, seed: 1 },
  )
})
