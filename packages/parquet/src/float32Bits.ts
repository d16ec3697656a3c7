import type { StoredValues } from './flatPages.ts'

/** The bits of the one NaN of Java, which stands for missing values, too. */
export const NAN_BITS = 0x7fc00000
const INFINITE_BITS = 0x7f800000

/** Numbers as the bits of float32, each rounded once; all NaN are one. */
export function float32Bits(stored: StoredValues): Int32Array {
  switch (stored.type) {
    case 'FLOAT':
      return withOneNan(stored.values)
    case 'DOUBLE':
      return withOneNan(new Int32Array(Float32Array.from(stored.values).buffer))
    case 'INT32':
    case 'BOOLEAN':
      return new Int32Array(Float32Array.from(stored.values).buffer)
    case 'INT64': {
      const floats = new Float32Array(stored.values.length)
      for (let place = 0; place < floats.length; place++) floats[place] = nearestFloat(stored.values[place])
      return new Int32Array(floats.buffer)
    }
    case 'BYTE_ARRAY':
      throw new Error('unreachable: texts are no numbers')
  }
}

function withOneNan(bits: Int32Array): Int32Array {
  for (let place = 0; place < bits.length; place++) if ((bits[place] & 0x7fffffff) > INFINITE_BITS) bits[place] = NAN_BITS
  return bits
}

/** A double in between would round twice: beyond 2⁵³ the last bits become one, which says only whether there was something. */
function nearestFloat(long: bigint): number {
  const double = Number(long)
  if (Math.abs(double) <= Number.MAX_SAFE_INTEGER) return double
  return Number((long & ~LAST_BITS) | ((long & LAST_BITS) === 0n ? 0n : LAST_BITS + 1n))
}

const LAST_BITS = 0x7ffn
