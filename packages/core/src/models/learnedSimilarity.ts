/** What was learned as a measure of similarity like the classical ones: of terms, words, sets and all pairs. */
import { type TermSimilarity, wordsAndSets } from '../ontology/similarity.ts'
import type { OntologyEnsemble } from './ontologyEnsemble/ontologyEnsemble.ts'
import type { OntologyModel } from './ontologyLine/ontologyModel.ts'
import { similarTerms } from './ontologyLine/similarTerms.ts'

export function learnedSimilarity(model: Pick<OntologyModel, 'scores'> | Pick<OntologyEnsemble, 'members' | 'vectors'>): TermSimilarity {
  if ('scores' in model) {
    const { similarity } = similarTerms(model.scores)
    return wordsAndSets((source) => (target) => similarity(source, target))
  }
  const similarity = vectorSimilarity(model.vectors, model.members.length)
  return wordsAndSets((source) => (target) => similarity(source, target))
}

/** 1 minus the mean distance of the entries. */
export function vectorSimilarity(vectors: Float32Array, width: number): (a: number, b: number) => number {
  return (a, b) => {
    let distance = 0
    for (let at = 0, x = a * width, y = b * width; at < width; at++, x++, y++) distance += Math.abs(vectors[x] - vectors[y])
    return 1 - distance / width
  }
}
