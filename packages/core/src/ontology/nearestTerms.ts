import { count as countShape, number, requireArguments } from '../arguments/shapes.ts'
import { BestTerms } from './measures/bestTerms.ts'
import { commonAncestor } from './measures/commonAncestor.ts'
import { nearestOf } from './measures/nearestOf.ts'
import { measureSetting, type SimilarityOptions } from './similarity.ts'
import type { Hierarchy } from './structure/hierarchy.ts'

/** A term near another one. */
export interface NearTerm {
  readonly term: number
  readonly similarity: number
  /** The most informative ancestor that both share, for `wu-palmer` the deepest; left out where they share none. */
  readonly ancestor?: number
  /** Its information content; left out where it was never counted. */
  readonly ic?: number
}

export interface NearTerms {
  /** The nearest first, at equal similarity the one that comes first in the file. */
  readonly terms: readonly NearTerm[]
  /** How many more terms are as similar as the last one. */
  readonly tied: number
}

/**
 * The terms nearest to a term by a classical measure. Terms without a similarity are left out, as are those that share no ancestor and have no
 * similarity above 0; for `leacock-chodorow` a path is enough.
 */
export interface NearestTerms {
  top(term: number, count: number): NearTerms
  /** All other terms with at least this similarity. */
  above(term: number, least: number): NearTerms
}

/** Makes an index once; each question then visits only the terms that may have a place, with the same answer as a look at all. */
export function nearestTerms(hierarchy: Hierarchy, options: SimilarityOptions): NearestTerms {
  const setting = measureSetting(hierarchy, options)
  const { values } = setting.information
  const nearest = nearestOf(options.measure, setting)
  const shared = commonAncestor(hierarchy, options.measure === 'wu-palmer' ? hierarchy.shortestDepth : values)
  const termShape = number({ whole: true, atLeast: 0, atMost: hierarchy.size - 1 })
  return {
    top(term, count) {
      requireArguments({ term, count }, { term: termShape, count: countShape(1) })
      return found(term, new BestTerms(count))
    },
    above(term, least) {
      requireArguments({ term, least }, { term: termShape, least: number() })
      return found(term, new BestTerms(Number.POSITIVE_INFINITY, least))
    },
  }

  function found(source: number, best: BestTerms): NearTerms {
    nearest(source, best)
    const terms = best.terms.map((term, at): NearTerm => {
      const ancestor = shared.of(source, term)
      const ic = ancestor === undefined ? undefined : values[ancestor]
      return {
        term,
        similarity: best.similarities[at],
        ...(ancestor !== undefined && { ancestor }),
        ...(ic !== undefined && Number.isFinite(ic) && { ic }),
      }
    })
    return { terms, tied: best.tied }
  }
}
