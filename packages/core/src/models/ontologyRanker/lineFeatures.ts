/** What learned lines say about two terms, as features: the similarity of all lines, of the closest one, and that of texts and of both. */
import type { FeatureGroup } from '../../ontology/features/featureGroup.ts'
import { bitSimilarity } from '../../ontology/graph/textBits.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'
import { type Subtrees, similarOnSubtrees } from '../ontologyLine/similarOnSubtrees.ts'

/** The trees of lines, and the bits of the texts of terms. */
export type LinePlaces = Subtrees

export function lineFeatures(places: LinePlaces, hierarchy: Hierarchy): FeatureGroup {
  const { textShare, bits } = places
  const { similarity: onLines, closest } = similarOnSubtrees({ ...places, textShare: 0 }, hierarchy)
  const inText = textShare > 0 ? bitSimilarity(bits) : undefined
  return {
    names: inText === undefined ? ['lines', 'closest line'] : ['lines', 'closest line', 'texts around', 'lines and texts'],
    from: (source) => (target, into, at) => {
      const similarity = onLines(source, target)
      into[at] = similarity
      into[at + 1] = closest(source, target)
      if (inText === undefined) return
      const alike = inText(source, target)
      into[at + 2] = alike
      into[at + 3] = (1 - textShare) * similarity + textShare * alike
    },
  }
}

/** The feature that is what `ontology train` answers with. */
export function defaultFeature(names: readonly string[]): string | undefined {
  return ['lines and texts', 'lines'].find((name) => names.includes(name))
}
