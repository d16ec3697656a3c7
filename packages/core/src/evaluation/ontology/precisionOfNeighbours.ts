/**
 * P@N of the k-partite ranking literature: the share of the N terms that the similarity holds closest to a term which are also among the N
 * that experts name, as a mean over terms. Where the N-th place is tied, the mean over all ways to break the tie.
 */

import { arrayOf, fields, flag, number, options as optionsShape, requireArguments, required, text, texts } from '../../arguments/shapes.ts'
import type { TermSimilarity } from '../../ontology/similarity.ts'
import { similarityShape } from '../../ontology/similarity.ts'
import type { TermFinder } from '../../ontology/structure/findTerms.ts'
import { finderShape } from '../../ontology/structure/ontologyShapes.ts'
import { expectedHits } from './expectedHits.ts'
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
