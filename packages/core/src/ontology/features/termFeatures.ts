/** What a ranker of terms looks at: the features of a pair of terms or words. All lie about between 0 and 1 and are the same for (a, b) and (b, a). */
import { descendantsInformation } from '../information/descendants.ts'
import type { InformationContent } from '../information/informationContent.ts'
import { sanchezInformation } from '../information/sanchez.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { rareSense } from '../structure/rareSense.ts'
import { ancestorFeatures } from './ancestorFeatures.ts'
import type { FeatureGroup } from './featureGroup.ts'
import { positionFeatures } from './positionFeatures.ts'
import { textFeatures } from './textFeatures.ts'

export interface TermFeatures {
  readonly names: readonly string[]
  /**
   * The features of a word, given by its senses, with each term. Of several senses each feature has its greatest value, of which a rarer
   * sense loses some (../structure/rareSense.ts).
   */
  rows(senses: readonly number[], terms: ArrayLike<number>, into: Float32Array): void
  /** The same of two words. */
  ofWords(first: readonly number[], second: readonly number[], into: Float32Array): void
}

export interface FeatureInputs {
  /** An information content from counts. */
  readonly counted?: InformationContent
  /** Further features, such as lines that were learned. */
  readonly groups?: readonly FeatureGroup[]
}

/**
 * Seco's content is that of the descendants on another scale, on which it gives the same features; it is left out.
 */
export function termFeatures(hierarchy: Hierarchy, { counted, groups = [] }: FeatureInputs = {}): TermFeatures {
  const informations = [descendantsInformation(hierarchy), sanchezInformation(hierarchy), ...(counted === undefined ? [] : [counted])]
  const all = [ancestorFeatures(hierarchy, informations), positionFeatures(hierarchy), textFeatures(hierarchy.ontology), ...groups]
  const names = all.flatMap((group) => group.names)
  const width = names.length
  const row = new Float64Array(width)
  const loses = rareSense(hierarchy.ontology)

  /** Raises what stands at `start` to the features of this pair of senses. */
  const raise = (into: Float32Array, start: number, less: number) => {
    for (let at = 0; at < width; at++) if (row[at] - less > into[start + at]) into[start + at] = row[at] - less
  }
  const fillFrom = (source: number) => {
    let start = 0
    const fills = all.map((group) => {
      const fill = group.from(source)
      const at = start
      start += group.names.length
      return (target: number) => fill(target, row, at)
    })
    return (target: number) => {
      for (const fill of fills) fill(target)
    }
  }
  return {
    names,
    rows(senses, terms, into) {
      into.fill(Number.NEGATIVE_INFINITY)
      for (const [place, sense] of senses.entries()) {
        const fill = fillFrom(sense)
        for (let at = 0; at < terms.length; at++) {
          fill(terms[at])
          raise(into, at * width, loses(place))
        }
      }
    },
    ofWords(first, second, into) {
      into.fill(Number.NEGATIVE_INFINITY)
      for (const [place, sense] of first.entries()) {
        const fill = fillFrom(sense)
        for (const [other, term] of second.entries()) {
          fill(term)
          raise(into, 0, loses(place) + loses(other))
        }
      }
    },
  }
}
