import type { Numbers } from '../../data/lists/numbers.ts'
import { type TermSimilarity, wordsAndSets } from '../../ontology/similarity.ts'
import { similarOnLine } from './similarOnLine.ts'

/** Learned scores as a measure of similarity like the classical ones. */
export function lineSimilarity(scores: Numbers): TermSimilarity {
  const { similarity } = similarOnLine(scores)
  return wordsAndSets((source) => (target) => similarity(source, target))
}
