import { logOf } from '../../numeric/special/log.ts'
import type { WordMatch } from '../encoders/matchEncoder.ts'
import { type HashedTerms, noTerms, type TextEncoder } from '../encoders/textEncoder.ts'
import type { ChosenTerms, TermCounts, TermKind, TermsMet } from './termCounts.ts'

/** A word needs so many rows, and this share of them, for a feature of its own. */
const [leastRows, leastShare] = [3, 0.001]
const mostFrequencies = 1 << 16

export interface TextChoices {
  readonly textFeatures: 'words' | 'trigrams' | 'both'
  /** Most words that get a feature each, and most trigrams. */
  readonly words: number
  readonly buckets: number
}

/** The terms that are features. */
export function termKindsOf({ textFeatures }: Pick<TextChoices, 'textFeatures'>): readonly TermKind[] {
  return textFeatures === 'both' ? ['words', 'trigrams'] : [textFeatures]
}

/** The terms with most rows get a feature each; the others share some, if there are others. */
export function chooseTerms(kind: TermKind, { texts, hashes, rows }: TermCounts, { words, buckets }: TextChoices): ChosenTerms {
  const least = Math.max(leastRows, leastShare * texts)
  const candidates = Array.from(hashes.keys()).filter((place) => rows[place] >= least && rows[place] < texts)
  candidates.sort((a, b) => rows[b] - rows[a] || hashes[a] - hashes[b])
  const kept = Uint32Array.from(candidates.slice(0, words), (place) => hashes[place])
  return { kind, hashes: kept, buckets: hashes.length > kept.length ? buckets : 0 }
}

/** A column of text by the terms that were chosen, what was counted, and what the rows said to the choice. */
export interface FittedTerms {
  readonly chosen: ChosenTerms
  readonly counts: TermCounts
  readonly met: TermsMet
}

export function fitText(column: string, fitted: readonly FittedTerms[]): TextEncoder {
  const of = (kind: TermKind) => fitted.find(({ chosen }) => chosen.kind === kind)
  const [words, trigrams] = [of('words'), of('trigrams')]
  return {
    kind: 'text',
    column,
    ...(words === undefined ? noTerms : hashedTerms(words)),
    ...(trigrams !== undefined && { trigrams: hashedTerms(trigrams) }),
  }
}

function hashedTerms({ chosen: { hashes, buckets }, counts, met: { shared, written } }: FittedTerms): HashedTerms {
  const places = new Map(Array.from(counts.hashes, (hash, place) => [hash, place]))
  const rows = [...Array.from(hashes, (hash) => counts.rows[places.get(hash)!]), ...shared]
  return {
    words: written,
    hashes: Int32Array.from(hashes, (hash) => hash | 0),
    buckets,
    weights: Float64Array.from(rows, (found) => logOf((1 + counts.texts) / (1 + found)) + 1),
  }
}

/** Document frequencies for BM25, in a table that is at least twice as large as the vocabulary. */
export function fitWordMatch(query: string, column: string, { texts, words, hashes, rows }: TermCounts): WordMatch {
  let size = 256
  while (size < 2 * hashes.length && size < mostFrequencies) size *= 2
  const frequencies = new Int32Array(size)
  for (let place = 0; place < hashes.length; place++) frequencies[hashes[place] & (size - 1)] += rows[place]
  return { kind: 'words', query, column, texts, averageWords: texts === 0 ? 1 : words / texts, frequencies }
}
