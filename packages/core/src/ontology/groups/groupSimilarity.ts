/**
 * How similar objects are by the terms they are annotated with: genes with genes, diseases with diseases, and a set of terms, such as the
 * phenotypes of a patient, with every disease.
 */
import { count as countShape, number, requireArguments, someOf } from '../../arguments/shapes.ts'
import { type Annotations, annotationsShape, termsOfObject } from '../annotations/annotations.ts'
import { annotationClosures, closureOfTerms } from '../annotations/closures.ts'
import { BestTerms } from '../measures/bestTerms.ts'
import { commonAncestor } from '../measures/commonAncestor.ts'
import { type SetRule, setRuleOf } from '../measures/sets.ts'
import { commonShare, finiteContents } from '../measures/simGic.ts'
import { measureSetting, type SimilarityOptions, termSimilarity } from '../similarity.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'

/** An object near a set of terms. */
export interface NearObject {
  readonly object: number
  readonly similarity: number
  /** The most informative term that is true of both; left out where nothing is. */
  readonly ancestor?: number
  /** Its information content; left out where it was never counted. */
  readonly ic?: number
}

export interface NearObjects {
  /** The nearest first, at equal similarity the one that comes first in the file. */
  readonly objects: readonly NearObject[]
  /** How many more objects are as similar as the last one. */
  readonly tied: number
}

/** The best match of a term among those of an object, with what both share. */
export interface TermMatch {
  readonly term: number
  readonly match: number
  readonly similarity: number
  readonly ancestor?: number
}

export interface GroupSimilarity {
  /** Of a set of terms with every object, in their order. What is returned is valid until the next call. */
  toAll(terms: ArrayLike<number>): Float64Array
  /** The objects most similar to a set of terms; `without` leaves one out, such as the object the terms are of. */
  nearest(terms: ArrayLike<number>, count: number, without?: number): NearObjects
  /** For each term its best match in an object, the most similar first. */
  matches(terms: ArrayLike<number>, object: number): readonly TermMatch[]
}

export function groupSimilarity(hierarchy: Hierarchy, annotations: Annotations, options: SimilarityOptions): GroupSimilarity {
  annotationsShape('annotations', annotations)
  const { information } = measureSetting(hierarchy, options)
  const contents = finiteContents(information.values)
  const objects = annotations.ids.length
  const closures = annotationClosures(hierarchy, annotations)
  const closureOf = closureOfTerms(hierarchy)
  const compare = options.measure === 'simgic' ? bySharedContent() : byBestMatches(options.sets ?? 'bma')
  const similarity = termSimilarity(hierarchy, { ...options, information })
  const shared = commonAncestor(hierarchy, information.values)
  const shapes = {
    terms: someOf(number({ whole: true, atLeast: 0, atMost: hierarchy.size - 1 }), 'at least one term'),
    object: number({ whole: true, atLeast: 0, atMost: objects - 1 }),
  }
  return { toAll, nearest, matches }

  function toAll(terms: ArrayLike<number>): Float64Array {
    requireArguments({ terms: Array.from(terms) }, { terms: shapes.terms })
    return compare(Uint32Array.from(terms))
  }

  function nearest(terms: ArrayLike<number>, count: number, without?: number): NearObjects {
    requireArguments({ count }, { count: countShape(1) })
    const values = toAll(terms)
    const best = new BestTerms(count)
    const mostShared = sharedMost(Uint32Array.from(terms))
    for (let object = 0; object < objects; object++) {
      const value = values[object]
      if (object !== without && (value > 0 || (value < 0 && mostShared(object) !== undefined))) best.offer(object, value)
    }
    const found = best.terms.map((object, at): NearObject => {
      const ancestor = mostShared(object)
      const ic = ancestor === undefined ? undefined : information.values[ancestor]
      return {
        object,
        similarity: best.similarities[at],
        ...(ancestor !== undefined && { ancestor }),
        ...(ic !== undefined && Number.isFinite(ic) && { ic }),
      }
    })
    return { objects: found, tied: best.tied }
  }

  function matches(terms: ArrayLike<number>, object: number): readonly TermMatch[] {
    requireArguments({ terms: Array.from(terms), object }, shapes)
    const targets = termsOfObject(annotations, object)
    const found: TermMatch[] = []
    const sources = Uint32Array.from(terms)
    let at = 0
    for (const row of similarity.rows(sources, targets)) {
      const term = sources[at++]
      let best = 0
      for (let place = 1; place < row.length; place++) if (row[place] > row[best] || Number.isNaN(row[best])) best = place
      const ancestor = shared.of(term, targets[best])
      found.push({ term, match: targets[best], similarity: row[best], ...(ancestor !== undefined && { ancestor }) })
    }
    return found.sort((one, other) => orLeast(other.similarity) - orLeast(one.similarity) || one.term - other.term)
  }

  /** The most informative term in the closures of both; of several the deepest, then the first in the file. */
  function sharedMost(terms: Uint32Array): (object: number) => number | undefined {
    const isTrue = new Set(closureOf(terms))
    const { longestDepth } = hierarchy
    return (object) => {
      let best: number | undefined
      for (let at = closures.offsets[object]; at < closures.offsets[object + 1]; at++) {
        const term = closures.terms[at]
        if (!isTrue.has(term)) continue
        const better =
          best === undefined ||
          contents[term] > contents[best] ||
          (contents[term] === contents[best] &&
            (longestDepth[term] > longestDepth[best] || (longestDepth[term] === longestDepth[best] && term < best)))
        if (better) best = term
      }
      return best
    }
  }

  function byBestMatches(rule: SetRule): (terms: Uint32Array) => Float64Array {
    const used = Uint32Array.from(new Set(annotations.terms)).sort()
    const placeOf = new Uint32Array(hierarchy.size)
    for (let place = 0; place < used.length; place++) placeOf[used[place]] = place
    const values = new Float64Array(objects)
    const combine = setRuleOf(rule)
    return (terms) => {
      const rows = Array.from(similarity.rows(terms, used), (row) => row.slice())
      for (let object = 0; object < objects; object++) {
        const start = annotations.offsets[object]
        values[object] = combine(
          terms.length,
          annotations.offsets[object + 1] - start,
          (a, b) => rows[a][placeOf[annotations.terms[start + b]]],
        )
      }
      return values
    }
  }

  function bySharedContent(): (terms: Uint32Array) => Float64Array {
    const totals = new Float64Array(objects)
    for (let object = 0; object < objects; object++)
      for (let at = closures.offsets[object]; at < closures.offsets[object + 1]; at++) totals[object] += contents[closures.terms[at]]
    const isTrue = new Uint8Array(hierarchy.size)
    const values = new Float64Array(objects)
    return (terms) => {
      const closure = closureOf(terms)
      let total = 0
      for (const term of closure) {
        isTrue[term] = 1
        total += contents[term]
      }
      for (let object = 0; object < objects; object++) {
        let common = 0
        let outside = 0
        for (let at = closures.offsets[object]; at < closures.offsets[object + 1]; at++) {
          const term = closures.terms[at]
          if (isTrue[term] === 1) common += contents[term]
          else outside++
        }
        const same = outside === 0 && closures.offsets[object + 1] - closures.offsets[object] === closure.length
        values[object] = commonShare(common, total, totals[object], same)
      }
      for (const term of closure) isTrue[term] = 0
      return values
    }
  }
}

/** Without a similarity, terms come last. */
function orLeast(similarity: number): number {
  return Number.isNaN(similarity) ? -Number.MAX_VALUE : similarity
}
