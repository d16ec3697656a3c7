import {
  count,
  flag,
  madeBy,
  number,
  numbersOf,
  object,
  oneOf,
  options as optionsShape,
  requireArguments,
  texts,
} from '../arguments/shapes.ts'
import { type Annotations, annotationsShape, termsOfObject } from '../ontology/annotations/annotations.ts'
import type { Enrichment } from '../ontology/enrichment/enrichment.ts'
import { groupSimilarity, type TermMatch } from '../ontology/groups/groupSimilarity.ts'
import type { SimilarityOptions } from '../ontology/similarity.ts'
import type { TermNames } from '../ontology/structure/findTerms.ts'
import type { Hierarchy } from '../ontology/structure/hierarchy.ts'
import { type ClassicalMeasure, classicalMeasure } from './comparedTermsReport.ts'

/** The objects most similar to an object or to a set of terms: `ontology groups` and `ontology match`. */
export type NearObjectsReport = ClassicalMeasure & {
  /** How sets are compared; left out for `simgic`, which compares sets itself. */
  readonly sets?: string
  /** The object that was asked about, where it was one. */
  readonly object?: string
  readonly name?: string
  /** The ids of its terms, or of those that were asked about. */
  readonly terms: readonly string[]
  /** How many objects were compared. */
  readonly objects: number
  readonly similar: readonly NearObjectEntry[]
  /** How many more objects are as similar as the last one listed. */
  readonly tied: number
}

export interface NearObjectEntry {
  readonly id: string
  readonly name: string
  readonly similarity: number
  /** The id of the most informative term that is true of both; null where there is none. */
  readonly ancestor: string | null
  readonly ancestorName: string | null
  readonly ic: number | null
  /** The best match of each term, where that was asked for. */
  readonly matches?: readonly TermMatchEntry[]
}

export interface TermMatchEntry {
  readonly term: string
  readonly termName: string
  readonly match: string
  readonly matchName: string
  readonly similarity: number
  readonly ancestor: string | null
  readonly ancestorName: string | null
}

const shapes = {
  hierarchy: madeBy('hierarchyOf', 'ontology', 'size'),
  annotations: annotationsShape,
  measure: object('the options of a measure'),
  asked: object('an object with the number of an object, or with terms'),
  options: optionsShape({ top: count(1), explain: flag }),
}

/** Ten objects unless `top` says how many; with `explain` each has the best match of every term. */
export function nearObjectsReport(
  hierarchy: Hierarchy,
  annotations: Annotations,
  measure: SimilarityOptions,
  asked: { readonly object: number } | { readonly terms: Uint32Array },
  options: { readonly top?: number; readonly explain?: boolean } = {},
): NearObjectsReport {
  requireArguments({ hierarchy, annotations, measure, asked, options }, shapes)
  if ('object' in asked) number({ whole: true, atLeast: 0, atMost: annotations.ids.length - 1 })('asked.object', asked.object)
  else numbersOf('term', Uint32Array, hierarchy.size)('asked.terms', asked.terms)
  const { top = 10, explain = false } = options
  const { ids, names } = hierarchy.ontology
  const groups = groupSimilarity(hierarchy, annotations, measure)
  const terms = 'object' in asked ? termsOfObject(annotations, asked.object) : asked.terms
  const found = groups.nearest(terms, top, 'object' in asked ? asked.object : undefined)
  return {
    ...classicalMeasure(hierarchy, measure),
    ...(measure.measure !== 'simgic' && { sets: measure.sets ?? 'bma' }),
    ...('object' in asked && { object: annotations.ids[asked.object], name: annotations.names[asked.object] }),
    terms: Array.from(terms, (term) => ids[term]),
    objects: annotations.ids.length,
    similar: found.objects.map(({ object: near, similarity, ancestor, ic }) => ({
      id: annotations.ids[near],
      name: annotations.names[near],
      similarity,
      ...named(ancestor),
      ic: ic ?? null,
      ...(explain && { matches: groups.matches(terms, near).map(matchEntry) }),
    })),
    tied: found.tied,
  }

  function named(ancestor: number | undefined) {
    return {
      ancestor: ancestor === undefined ? null : ids[ancestor],
      ancestorName: ancestor === undefined ? null : names[ancestor],
    }
  }

  function matchEntry({ term, match, similarity, ancestor }: TermMatch): TermMatchEntry {
    return { term: ids[term], termName: names[term], match: ids[match], matchName: names[match], similarity, ...named(ancestor) }
  }
}

/** Terms that are more, or less, frequent in a study than by chance: `ontology enrich`. */
export interface EnrichmentReport {
  /** Objects of the study and of the background that were compared. */
  readonly study: number
  readonly background: number
  /** What the study names and the annotations do not, and how many of it the background has not. */
  readonly unknown: readonly string[]
  readonly outside: number
  readonly direction: string
  /** Terms that were tested, the false discovery rate that is kept, and how many terms keep it. */
  readonly tested: number
  readonly fdr: number
  readonly significant: number
  readonly enriched: readonly EnrichedEntry[]
}

export interface EnrichedEntry {
  readonly id: string
  readonly name: string
  readonly p: number
  readonly q: number
  /** Objects with the term: of the study, and of the background. */
  readonly study: number
  readonly background: number
  readonly expected: number
  readonly fold: number
  /** The ids of those of the study. */
  readonly objects: readonly string[]
}

const enrichmentShapes = {
  terms: madeBy('a reader of ontologies', 'ids', 'names'),
  annotations: annotationsShape,
  found: madeBy('enrichment', 'study', 'background', 'terms'),
  options: optionsShape({ fdr: number({ above: 0, atMost: 1 }), top: count(1), unknown: texts, direction: oneOf('over', 'under') }),
}

/** The terms with an adjusted p of at most `fdr`, 0.05 unless given, and at most `top` of them. */
export function enrichmentReport(
  terms: TermNames,
  annotations: Annotations,
  found: Enrichment,
  options: { readonly fdr?: number; readonly top?: number; readonly unknown?: readonly string[]; readonly direction?: string } = {},
): EnrichmentReport {
  requireArguments({ terms, annotations, found, options }, enrichmentShapes)
  const { fdr = 0.05, top = Number.POSITIVE_INFINITY, unknown = [], direction = 'over' } = options
  const kept = found.terms.filter(({ q }) => q <= fdr)
  return {
    study: found.study,
    background: found.background,
    unknown,
    outside: found.outside,
    direction,
    tested: found.terms.length,
    fdr,
    significant: kept.length,
    enriched: kept.slice(0, top).map(({ term, p, q, study, background, expected, fold, objects }) => ({
      id: terms.ids[term],
      name: terms.names[term],
      p,
      q,
      study,
      background,
      expected,
      fold,
      objects: objects.map((each) => annotations.ids[each]),
    })),
  }
}
