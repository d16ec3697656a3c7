/**
 * The order of siblings in a drawn tree by their text: the words of names, synonyms and definitions, those that few terms have weighing
 * more. A subtree is the sum of its terms' vectors of words, scaled to length 1. On each line siblings are sorted along a random direction, so that
 * they lie together on many lines if their subtrees speak of the same things, and on few if they do not.
 */
import { type Random, seededRandom } from '../../numeric/random.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { TermTexts } from './termTexts.ts'

export const siblingRules = ['text', 'random'] as const

/** Puts siblings in order, given the parents that the terms of a tree kept. */
export type SiblingOrder = (siblings: number[], parents: Int32Array) => number[]

/** Words are spread over so many numbers, by random signs (Achlioptas 2003, "Database-friendly random projections"). */
const width = 64

export function siblingsByText({ size, order }: Hierarchy, texts: TermTexts): (random: Random) => SiblingOrder {
  const vectors = wordVectors(texts)
  return (random) => {
    const direction = Float64Array.from({ length: width }, () => random.normal())
    let keys: Float64Array | undefined
    const keysOf = (parents: Int32Array) => {
      const sums = vectors.slice()
      for (let place = size - 1; place >= 0; place--) {
        const [term, parent] = [order[place], parents[order[place]]]
        if (parent < 0) continue
        for (let at = 0; at < width; at++) sums[parent * width + at] += sums[term * width + at]
      }
      return Float64Array.from({ length: size }, (_, term) => alongOf(sums.subarray(term * width, (term + 1) * width), direction, random))
    }
    return (siblings, parents) => {
      keys ??= keysOf(parents)
      const along = keys
      return siblings.sort((a, b) => along[a] - along[b])
    }
  }
}

/** How far a vector scaled to length 1 goes along a direction; random where there is no text. */
function alongOf(vector: Float32Array, direction: Float64Array, random: Random): number {
  let [along, square] = [0, 0]
  for (let at = 0; at < width; at++) {
    along += vector[at] * direction[at]
    square += vector[at] * vector[at]
  }
  return square === 0 ? random.normal() : along / Math.sqrt(square)
}

/** For each term the sum of its words' signs, each times the weight of the word, scaled to length 1. */
function wordVectors({ offsets, words, weights, count }: TermTexts): Float32Array {
  const random = seededRandom(0)
  const signs = Array.from({ length: count }, () => signsFrom(random))
  const size = offsets.length - 1
  const vectors = new Float32Array(size * width)
  for (let term = 0; term < size; term++) {
    const vector = vectors.subarray(term * width, (term + 1) * width)
    for (let at = offsets[term]; at < offsets[term + 1]; at++)
      for (const [place, sign] of signs[words[at]].entries()) vector[place] += sign * weights[at]
    const length = Math.sqrt(vector.reduce((sum, entry) => sum + entry * entry, 0))
    if (length > 0) for (let at = 0; at < width; at++) vector[at] /= length
  }
  return vectors
}

function signsFrom(random: Random): number[] {
  const [low, high] = [random.bits(), random.bits()]
  return Array.from({ length: width }, (_, at) => ((((at < 32 ? low : high) >>> (at % 32)) & 1) === 0 ? -1 : 1))
}
