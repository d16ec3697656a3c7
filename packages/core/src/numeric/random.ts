/**
 * Seeded random numbers: xoshiro128** 1.1 (Blackman & Vigna 2021, "Scrambled linear pseudorandom number generators"), its
 * state filled from the seed by SplitMix64 (Steele, Lea & Flood 2014, "Fast splittable pseudorandom number generators"), as
 * Blackman & Vigna advise. Only operations that IEEE 754 fixes to the bit are used, so a seed means the same everywhere.
 */
import { requireNumber } from '../arguments/requireNumber.ts'
import { logOf } from './special/log.ts'

export interface Random {
  /** 32 random bits as an integer 0 .. 2³² − 1. */
  bits(): number
  /** Uniform on [0, 1), a multiple of 2⁻⁵³. */
  uniform(): number
  /** Uniform on 0 .. below − 1 without bias, for 1 ≤ below ≤ 2⁵³. */
  integer(below: number): number
  /** Fills the array with what `integer(below)` would give, much faster; here below ≤ 2²¹. */
  fillIntegers(below: number, into: Uint32Array): void
  /** Standard normal. */
  normal(): number
  /** Reorders the caller's own array, each order as likely as any other, and returns it. */
  shuffle<Sequence extends Shuffled>(into: Sequence): Sequence
  /**
   * A separate generator. It depends on the seed and on the label, not on what was drawn before: drawing more in one
   * place changes nothing in another. Without a label, the first, second … fork differ.
   */
  fork(label?: string): Random
}

export type Shuffled = { readonly length: number; [index: number]: unknown }

export function seededRandom(seed: number): Random {
  requireNumber('seed', seed, { whole: true })
  return randomOf(BigInt.asUintN(64, BigInt(seed)))
}

/** One xoshiro128** step on the state s; returns 32 bits. */
export function xoshiro128(s: Int32Array): number {
  const scrambled = Math.imul(s[1], 5)
  const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9)
  const shifted = s[1] << 9
  s[2] ^= s[0]
  s[3] ^= s[1]
  s[1] ^= s[2]
  s[0] ^= s[3]
  s[2] ^= shifted
  s[3] = (s[3] << 11) | (s[3] >>> 21)
  return result >>> 0
}

/** The first `count` outputs of SplitMix64 from a 64-bit state. */
export function splitMix64(state: bigint, count: number): bigint[] {
  return Array.from({ length: count }, (_, step) => {
    let z = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n * BigInt(step + 1))
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn)
    return z ^ (z >> 31n)
  })
}

function randomOf(key: bigint): Random {
  const state = stateOf(key)
  let forks = 0
  let spare: number | undefined

  const bits = () => xoshiro128(state)
  const uniform = () => ((xoshiro128(state) >>> 5) * 0x4000000 + (xoshiro128(state) >>> 6)) / 2 ** 53

  const integer = (below: number): number => {
    if (!(below >= 1 && below <= 2 ** 53)) throw new RangeError(`integer(below) needs 1 <= below <= 2^53, not ${below}`)
    if (below <= 0x200000) {
      // Lemire 2019, "Fast random integer generation in an interval": the product stays below 2⁵³ and so is exact.
      // What is refused lies below 2³² mod below, and that below `below`: the division is seldom needed.
      for (;;) {
        const product = xoshiro128(state) * below
        const low = product >>> 0
        if (low >= below || low >= 0x100000000 % below) return (product - low) / 0x100000000
      }
    }
    let scale = 2 ** 53
    while (scale / 2 >= below) scale /= 2
    for (;;) {
      const candidate = Math.floor(uniform() * scale)
      if (candidate < below) return candidate
    }
  }

  const fillIntegers = (below: number, into: Uint32Array): void => {
    if (!(below >= 1 && below <= 0x200000)) throw new RangeError(`fillIntegers needs 1 <= below <= 2^21, not ${below}`)
    const reject = 0x100000000 % below
    let [a, b, c, d] = state
    for (let place = 0; place < into.length; ) {
      const scrambled = Math.imul(b, 5)
      const drawn = Math.imul((scrambled << 7) | (scrambled >>> 25), 9) >>> 0
      const shifted = b << 9
      c ^= a
      d ^= b
      b ^= c
      a ^= d
      c ^= shifted
      d = (d << 11) | (d >>> 21)
      const product = drawn * below
      const low = product >>> 0
      if (low >= reject) into[place++] = (product - low) / 0x100000000
    }
    state[0] = a
    state[1] = b
    state[2] = c
    state[3] = d
  }

  // Marsaglia & Bray 1964, the polar method: two normals from a point of the unit disc.
  const normal = (): number => {
    if (spare !== undefined) {
      const kept = spare
      spare = undefined
      return kept
    }
    for (;;) {
      const x = 2 * uniform() - 1
      const y = 2 * uniform() - 1
      const square = x * x + y * y
      if (square >= 1 || square === 0) continue
      const factor = Math.sqrt((2 * logOf(1 / square)) / square)
      spare = y * factor
      return x * factor
    }
  }

  const shuffle = <Sequence extends Shuffled>(into: Sequence): Sequence => {
    for (let last = into.length - 1; last > 0; last--) {
      const other = integer(last + 1)
      const kept = into[last]
      into[last] = into[other]
      into[other] = kept
    }
    return into
  }

  const fork = (label?: string): Random => {
    const name = label === undefined ? `#${forks++}` : `:${label}`
    return randomOf(splitMix64(key ^ fnv1a(name), 1)[0])
  }

  return { bits, uniform, integer, fillIntegers, normal, shuffle, fork }
}

/** Four words, the low half of each SplitMix64 output first. All zero is the one state xoshiro cannot leave; no key gives it. */
function stateOf(key: bigint): Int32Array {
  const [first, second] = splitMix64(key, 2)
  return Int32Array.of(Number(first & 0xffffffffn), Number(first >> 32n), Number(second & 0xffffffffn), Number(second >> 32n))
}

/** FNV-1a over UTF-16 units, 64 bits. */
function fnv1a(text: string): bigint {
  let hash = 0xcbf29ce484222325n
  for (let place = 0; place < text.length; place++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(place))) * 0x100000001b3n)
  }
  return hash
}
