import { expect } from 'vitest'

const EPSILON = 2 ** -52

/** The same bits; any NaN is as good as another. */
export function expectSame(found: number, wanted: number): void {
  if (!Object.is(found, wanted)) expect({ found, bits: bitsOf(found) }).toEqual({ found: wanted, bits: bitsOf(wanted) })
}

export function expectSameBits(found: Float32Array | Float64Array, wanted: Float32Array | Float64Array): void {
  expect(found.length).toBe(wanted.length)
  for (let i = 0; i < wanted.length; i++) {
    if (!Object.is(found[i], wanted[i])) expect({ at: i, bits: bitsOf(found[i]) }).toEqual({ at: i, bits: bitsOf(wanted[i]) })
  }
}

/** Within `size` units of rounding. */
export function expectClose(found: number, exact: number, size: number): void {
  if (!(Math.abs(found - exact) <= EPSILON * size)) expect({ found, within: EPSILON * size }).toEqual({ found: exact, within: 0 })
}

function bitsOf(value: number): string {
  return new BigUint64Array(Float64Array.of(value).buffer)[0].toString(16)
}

/** How many doubles lie between two numbers of the same sign. */
export function unitsBetween(a: number, b: number): number {
  const bits = new BigInt64Array(Float64Array.of(a, b).buffer)
  return Math.abs(Number(bits[0] - bits[1]))
}
