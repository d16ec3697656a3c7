import type { NumericArray } from '../../numeric/allocate.ts'

/** The first `used` entries: a copy where that is cheap, a view of the longer array where a copy would cost memory. */
export function usedPart<Kind extends NumericArray>(array: Kind, used: number): Kind {
  if (array.length === used) return array
  return (used * array.BYTES_PER_ELEMENT > 1 << 20 ? array.subarray(0, used) : array.slice(0, used)) as Kind
}
