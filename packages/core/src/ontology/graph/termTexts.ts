/**
 * The words of each term: of its name, its synonyms and its definition. A word weighs ln(n/terms with it) times ln(1 + how often the term has it),
 * and the weights of a term have length 1. Words of one term alone, and of all terms, are left out: they make no two terms alike.
 */
import { logOf } from '../../numeric/special/log.ts'
import type { Ontology } from '../structure/ontology.ts'

/** Those of a term are at `offsets[term] .. offsets[term + 1] - 1`. */
export interface TermTexts {
  readonly offsets: Uint32Array
  /** Numbers of words, from 0 to `count` - 1. */
  readonly words: Uint32Array
  readonly weights: Float64Array
  readonly count: number
}

/** Undefined if no two terms share a word. */
export function termTexts({ ids, names, synonyms, definitions }: Ontology): TermTexts | undefined {
  const size = ids.length
  const texts = ids.map((_, term) => wordCounts([names[term], ...(synonyms.get(term) ?? []), definitions?.get(term) ?? '']))
  const terms = new Map<string, number>()
  for (const words of texts) for (const word of words.keys()) terms.set(word, (terms.get(word) ?? 0) + 1)
  const numberOf = new Map<string, number>()
  for (const [word, count] of terms) if (count > 1 && count < size) numberOf.set(word, numberOf.size)
  if (numberOf.size === 0) return undefined
  const offsets = new Uint32Array(size + 1)
  const words: number[] = []
  const weights: number[] = []
  for (const [term, counts] of texts.entries()) {
    let square = 0
    for (const [word, count] of counts) {
      const number = numberOf.get(word)
      if (number === undefined) continue
      const weight = logOf(1 + count) * logOf(size / (terms.get(word) ?? 1))
      square += weight * weight
      words.push(number)
      weights.push(weight)
    }
    offsets[term + 1] = words.length
    for (let at = offsets[term]; at < words.length; at++) weights[at] /= Math.sqrt(square)
  }
  return { offsets, words: Uint32Array.from(words), weights: Float64Array.from(weights), count: numberOf.size }
}

function wordCounts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
