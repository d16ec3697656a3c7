/**
 * P@N of the k-partite ranking literature: the share of the N terms that the similarity holds closest to a term which are also among the N
 * that experts name, as a mean over terms. Where the N-th place is tied, the mean over all ways to break the tie.
 */

import { arrayOf, fields, flag, number, options as optionsShape, requireArguments, required, text, texts } from '../../arguments/shapes.ts'
import { firstAbove, firstAtLeast } from '../../numeric/order/sortedSearch.ts'
import type { TermSimilarity } from '../../ontology/similarity.ts'
import { similarityShape } from '../../ontology/similarity.ts'
import type { TermFinder } from '../../ontology/structure/findTerms.ts'
import { finderShape } from '../../ontology/structure/ontologyShapes.ts'
import type { ExpertNeighbours } from './expertNeighbours.ts'

export interface NeighbourPrecision {
  /** Terms with expert neighbours that were asked about. */
  readonly terms: number
  /** Terms left out since the ontology does not know them, or none of their neighbours. */
  readonly skipped: number
  /** Terms for which the experts name fewer than N; they cannot reach 1. */
  readonly short: number
  readonly precision: number
}

const precisionShapes = {
  experts: arrayOf(fields({ term: text, neighbours: texts })),
  finder: finderShape,
  similarity: similarityShape,
  size: number({ whole: true, atLeast: 1, atMost: 2 ** 31 }),
  options: required(optionsShape({ at: number({ whole: true, atLeast: 1 }), skipUnknown: flag }), 'at'),
}

export function precisionOfNeighbours(
  experts: readonly ExpertNeighbours[],
  finder: TermFinder,
  similarity: TermSimilarity,
  size: number,
  options: { readonly at: number; readonly skipUnknown?: boolean },
): NeighbourPrecision {
  requireArguments({ experts, finder, similarity, size, options }, precisionShapes)
  const { at: count, skipUnknown = false } = options
  const all = Uint32Array.from({ length: size }, (_, term) => term)
  let [terms, skipped, short, total] = [0, 0, 0, 0]
  for (const { term: text, neighbours, at } of experts) {
    const senses = skipUnknown ? finder.search(text) : finder.find(text, at)
    const named = neighbours.flatMap((name) => [(skipUnknown ? finder.search(name) : finder.find(name, at)) ?? []])
    const chosen = named.filter((each) => each.length > 0).slice(0, count)
    if (senses === undefined || chosen.length === 0) {
      skipped++
      continue
    }
    const closeness = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
    for (const row of similarity.rows(Uint32Array.from(senses), all))
      for (let other = 0; other < size; other++) if (row[other] > closeness[other]) closeness[other] = row[other]
    for (const sense of senses) closeness[sense] = Number.NEGATIVE_INFINITY
    total += expectedHits(closeness, chosen, Math.min(count, size - senses.length)) / count
    terms++
    if (chosen.length < count) short++
  }
  return { terms, skipped, short, precision: total / terms }
}

/** How many of the chosen are among the `count` greatest, a word counting once for any of its terms. */
function expectedHits(closeness: Float64Array, chosen: readonly (readonly number[])[], count: number): number {
  if (count < 1) return 0
  const sorted = closeness.slice().sort()
  const least = sorted[sorted.length - count]
  const above = sorted.length - firstAbove(sorted, least)
  const tied = sorted.length - firstAtLeast(sorted, least) - above
  let hits = 0
  for (const terms of chosen) {
    const best = terms.reduce((most, term) => Math.max(most, closeness[term]), Number.NEGATIVE_INFINITY)
    if (best > least) hits++
    else if (best === least && best !== Number.NEGATIVE_INFINITY) hits += (count - above) / tied
  }
  return hits
}
