import { commonAncestor } from './measures/commonAncestor.ts'
import type { Similarity } from './measures/measure.ts'
import { similarityOf } from './measures/similarityOf.ts'
import { measureSetting, type SimilarityOptions } from './similarity.ts'
import type { Hierarchy } from './structure/hierarchy.ts'

/** The ancestor that two words or sets of words share. */
export interface SharedAncestor {
  /** Its id and name; null where they share none. */
  readonly ancestor: string | null
  readonly ancestorName: string | null
  /** Its information content; null where there is no ancestor, or it was never counted. */
  readonly ic: number | null
}

/** A word is the list of its senses. */
type Words = readonly (readonly number[])[]

/**
 * The most informative ancestor that two words share, for `wu-palmer` the deepest: of the senses that are most similar. Of two sets, the best that
 * a term of the one shares with a term of the other.
 */
export function sharedAncestor(hierarchy: Hierarchy, options: SimilarityOptions): (first: Words, second: Words) => SharedAncestor {
  const setting = measureSetting(hierarchy, options)
  const contents = setting.information.values
  const values = options.measure === 'wu-palmer' ? hierarchy.shortestDepth : contents
  return ancestorOfSenses(hierarchy, similarityOf(options.measure, setting), contents, values)
}

/** The same for any similarity of senses; the greatest of `values` is the best ancestor. */
export function ancestorOfSenses(
  hierarchy: Hierarchy,
  similarity: Similarity,
  contents: Float64Array,
  values: Float64Array | Uint32Array = contents,
): (first: Words, second: Words) => SharedAncestor {
  const shared = commonAncestor(hierarchy, values)
  const { ids, names } = hierarchy.ontology
  return (first, second) => {
    const term = first.length === 1 && second.length === 1 ? ofWords(first[0], second[0]) : shared.best(first.flat(), second.flat())
    if (term === undefined) return { ancestor: null, ancestorName: null, ic: null }
    return { ancestor: ids[term], ancestorName: names[term], ic: Number.isFinite(contents[term]) ? contents[term] : null }
  }

  function ofWords(first: readonly number[], second: readonly number[]): number | undefined {
    let most = Number.NEGATIVE_INFINITY
    let senses: readonly [number, number] = [first[0], second[0]]
    for (const one of first) {
      const to = similarity(one)
      for (const other of second) {
        const value = to(other)
        if (!(value > most)) continue
        most = value
        senses = [one, other]
      }
    }
    return shared.of(...senses)
  }
}
