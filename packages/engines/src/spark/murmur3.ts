/**
 * The hash of Spark's `hash(…)` for one number of 32 bits: Murmur3 with the seed 42. Every step of it can be undone, so it tells the number: SQL has no other way
 * to the bits of a float that takes nanoseconds.
 */
export function murmur3(value: number): number {
  let hash = 42 ^ Math.imul(rotated(Math.imul(value, 0xcc9e2d51), 15), 0x1b873593)
  hash = (Math.imul(rotated(hash, 13), 5) + 0xe6546b64) ^ 4
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return hash ^ (hash >>> 16)
}

/** The number of 32 bits that has this hash. Factors are the inverses of those above, modulo 2³². */
export function murmur3Inverse(hash: number): number {
  let value = hash ^ (hash >>> 16)
  value = Math.imul(value, 0x7ed1b41d)
  value ^= (value >>> 13) ^ (value >>> 26)
  value = Math.imul(value, 0xa5cb9243)
  value = value ^ (value >>> 16) ^ 4
  value = rotated(Math.imul(value - 0xe6546b64, 0xcccccccd), 19) ^ 42
  return Math.imul(rotated(Math.imul(value, 0x56ed309b), 17), 0xdee13bb1)
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits))
}
