import { type Annotations, annotationsShape, termsOfObject } from '../annotations/annotations.ts'
import { type SimilarityOptions, type TermSimilarity, termSimilarity, wordsAndSets } from '../similarity.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { groupSimilarity } from './groupSimilarity.ts'

/** Annotated objects compared by their terms, as terms are compared: numbers are those of objects. */
export function objectSimilarity(hierarchy: Hierarchy, annotations: Annotations, options: SimilarityOptions): TermSimilarity {
  annotationsShape('annotations', annotations)
  const similarity = termSimilarity(hierarchy, options)
  const termsOf = (object: number) => Array.from(termsOfObject(annotations, object), (term) => [term])
  const plain = wordsAndSets((source) => {
    const own = termsOf(source)
    return (target) => similarity.ofSets(own, termsOf(target))
  }, options.sets)
  return {
    ...plain,
    *rows(sources, targets = sources) {
      const groups = groupSimilarity(hierarchy, annotations, options)
      for (const source of sources) {
        const values = groups.toAll(termsOfObject(annotations, source))
        yield Float64Array.from(targets, (target) => values[target])
      }
    },
  }
}
