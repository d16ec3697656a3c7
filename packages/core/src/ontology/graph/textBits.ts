/**
 * What terms and those around them speak of, in a few bits for each term. The vector of a term holds its words, and numbers that were given with
 * it; parents and children add their own: x ← x₀ + ½ mean x(parents) + ½ mean x(children), three times. A bit is the side of a random
 * hyperplane on which x lies. Two vectors at an angle θ differ in a bit with probability θ/π (Charikar 2002, "Similarity estimation techniques
 * from rounding algorithms"), so the share of bits that differ tells their cosine.
 */
import { seededRandom } from '../../numeric/random.ts'
import { cosOf } from '../../numeric/special/cos.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { VertexDescriptors } from './descriptors.ts'
import type { TermTexts } from './termTexts.ts'

/** Bits of a term are so many whole numbers of 32 bits. */
export const textWords = 16
const rounds = 3
const share = 0.5

/** `given` are standardised numbers of the terms, as `vertexDescriptors` makes them. */
export function textBits(hierarchy: Hierarchy, texts: TermTexts | undefined, given: VertexDescriptors | undefined): Int32Array {
  const { size } = hierarchy
  const random = seededRandom(0).fork('hyperplanes')
  const bits = new Int32Array(size * textWords)
  const own = new Float32Array(size * 32)
  let [from, into] = [new Float32Array(own.length), new Float32Array(own.length)]
  for (let word = 0; word < textWords; word++) {
    own.fill(0)
    if (texts !== undefined) addTexts(texts, directions(texts.count), own)
    if (given !== undefined) addNumbers(given, directions(given.names.length), own)
    from.set(own)
    for (let round = 0; round < rounds; round++) {
      addAround(hierarchy, own, from, into)
      ;[from, into] = [into, from]
    }
    for (let term = 0; term < size; term++) {
      let found = 0
      for (let bit = 0; bit < 32; bit++) {
        const along = from[term * 32 + bit]
        // A term without anything is like no other.
        if (along > 0 || (along === 0 && random.integer(2) === 1)) found |= 1 << bit
      }
      bits[term * textWords + word] = found
    }
  }
  return bits

  /** The sum of two uniform numbers is close enough to normal, and much quicker to draw. */
  function directions(count: number): Float32Array {
    const drawn = new Float32Array(count * 32)
    for (let at = 0; at < drawn.length; at++) {
      const both = random.bits()
      drawn[at] = (both & 0xffff) - (both >>> 16)
    }
    return drawn
  }
}

function addTexts({ offsets, words, weights }: TermTexts, directions: Float32Array, into: Float32Array): void {
  for (let term = 0; term + 1 < offsets.length; term++) {
    for (let at = offsets[term]; at < offsets[term + 1]; at++) {
      const [weight, start] = [weights[at], words[at] * 32]
      for (let bit = 0; bit < 32; bit++) into[term * 32 + bit] += weight * directions[start + bit]
    }
  }
}

function addNumbers({ names, values }: VertexDescriptors, directions: Float32Array, into: Float32Array): void {
  const width = names.length
  for (let term = 0; term * width < values.length; term++) {
    const numbers = values.subarray(term * width, (term + 1) * width)
    const length = Math.sqrt(numbers.reduce((sum, value) => sum + value * value, 0))
    if (length === 0) continue
    for (let at = 0; at < width; at++)
      for (let bit = 0; bit < 32; bit++) into[term * 32 + bit] += (numbers[at] / length) * directions[at * 32 + bit]
  }
}

function addAround(hierarchy: Hierarchy, own: Float32Array, from: Float32Array, into: Float32Array): void {
  const { size, parentOffsets, parents, childOffsets, children } = hierarchy
  into.set(own)
  for (let term = 0; term < size; term++) {
    addMean(term, parents, parentOffsets[term], parentOffsets[term + 1])
    addMean(term, children, childOffsets[term], childOffsets[term + 1])
  }

  function addMean(term: number, others: Uint32Array, start: number, end: number): void {
    const weight = share / (end - start)
    for (let at = start; at < end; at++) for (let bit = 0; bit < 32; bit++) into[term * 32 + bit] += weight * from[others[at] * 32 + bit]
  }
}

/**
 * The cosine that the bits of two terms tell; 0 where chance alone may tell as much: of unlike terms each of b bits differs with probability ½, so
 * the cosine has a standard deviation of about π/(2√b), and counts from two of them on.
 */
export function bitSimilarity(bits: Int32Array): (a: number, b: number) => number {
  const most = textWords * 32
  const least = Math.PI / Math.sqrt(most)
  const cosines = Float64Array.from({ length: most + 1 }, (_, differ) => cosOf((Math.PI * differ) / most)).map((cosine) =>
    cosine < least ? 0 : cosine,
  )
  return (a, b) => {
    let differ = 0
    for (let word = 0, x = a * textWords, y = b * textWords; word < textWords; word++, x++, y++) differ += ones(bits[x] ^ bits[y])
    return cosines[differ]
  }
}

/** How many of 32 bits are 1 (Warren 2012, "Hacker's Delight", §5-1). */
function ones(value: number): number {
  const pairs = value - ((value >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
