/**
 * Which terms are more frequent among some objects than among all: a hypergeometric test per term (Fisher's exact test, one-sided). N objects
 * of the background, K of them with the term; n objects of the study, k of them with the term: p = P(at least k), were the n drawn at random.
 * Objects have the terms above their own, too. Adjusted for the number of terms by Benjamini & Hochberg.
 */
import { count, numbersOf, oneOf, options as optionsShape, requireArguments } from '../../arguments/shapes.ts'
import { hypergeometricTail } from '../../numeric/special/hypergeometricTail.ts'
import { type Annotations, annotationsShape } from '../annotations/annotations.ts'
import { annotationClosures } from '../annotations/closures.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import { hierarchyShape } from '../structure/ontologyShapes.ts'
import { benjaminiHochberg } from './benjaminiHochberg.ts'

export const enrichmentDirections = ['over', 'under'] as const
export type EnrichmentDirection = (typeof enrichmentDirections)[number]

export interface EnrichmentOptions {
  /** The objects that the study could have come from; all that are annotated when left out. */
  readonly background?: Uint32Array
  /** More frequent than by chance, or less. */
  readonly direction?: EnrichmentDirection
  /** Terms that fewer objects of the background have are not tested. */
  readonly smallest?: number
}

export interface EnrichedTerm {
  readonly term: number
  readonly p: number
  /** Adjusted for the number of terms that were tested. */
  readonly q: number
  /** Objects with the term: of the study, and of the background. */
  readonly study: number
  readonly background: number
  /** How many of the study would have it by chance, and how many times as many have it. */
  readonly expected: number
  readonly fold: number
  /** Those of the study that have it. */
  readonly objects: readonly number[]
}

export interface Enrichment {
  /** Objects that were compared. */
  readonly study: number
  readonly background: number
  /** Objects of the study that are not in the background; they do not count. */
  readonly outside: number
  /** All terms that were tested, the least p first; at equal p the one that more of the study have, then the first in the file. */
  readonly terms: readonly EnrichedTerm[]
}

const takesOptions = (objects: number) =>
  optionsShape({
    background: numbersOf('object', Uint32Array, objects),
    direction: oneOf(...enrichmentDirections),
    smallest: count(1),
  })

export function enrichment(
  hierarchy: Hierarchy,
  annotations: Annotations,
  study: Uint32Array,
  options: EnrichmentOptions = {},
): Enrichment {
  requireArguments({ hierarchy, annotations }, { hierarchy: hierarchyShape, annotations: annotationsShape })
  const objects = annotations.ids.length
  requireArguments({ study, options }, { study: numbersOf('object', Uint32Array, objects), options: takesOptions(objects) })
  const { direction = 'over', smallest = 1 } = options
  const isBackground = marked(objects, options.background)
  const isStudy = marked(objects, study)
  let [inStudy, inBackground, outside] = [0, 0, 0]
  for (let object = 0; object < objects; object++) {
    inBackground += isBackground[object]
    if (isStudy[object] === 1 && isBackground[object] === 0) outside++
    isStudy[object] &= isBackground[object]
    inStudy += isStudy[object]
  }
  const { totals, chosen, members } = countedTerms(hierarchy, annotations, isBackground, isStudy)
  const tested = Array.from(totals.keys()).filter((term) => totals[term] >= smallest)
  const pValues = Float64Array.from(tested, (term) => chance(direction, chosen[term], totals[term], inStudy, inBackground))
  const adjusted = benjaminiHochberg(pValues)
  const terms = tested.map((term, at): EnrichedTerm => {
    const expected = (inStudy * totals[term]) / inBackground
    const fold = expected === 0 ? 0 : chosen[term] / expected
    return {
      term,
      p: pValues[at],
      q: adjusted[at],
      study: chosen[term],
      background: totals[term],
      expected,
      fold,
      objects: members.get(term) ?? [],
    }
  })
  terms.sort((one, other) => one.p - other.p || other.study - one.study || one.term - other.term)
  return { study: inStudy, background: inBackground, outside, terms }
}

/** P(at least, or at most, k of n drawn have the term), when K of N have it. */
function chance(direction: EnrichmentDirection, k: number, K: number, n: number, N: number): number {
  switch (direction) {
    case 'over':
      return k === 0 ? 1 : hypergeometricTail(k, n, K - k, N - n)
    case 'under':
      // As many without the term, at least.
      return hypergeometricTail(n - k, n, N - K - (n - k), N - n)
  }
}

function marked(size: number, objects: Uint32Array | undefined): Uint8Array {
  const marks = new Uint8Array(size)
  if (objects === undefined) marks.fill(1)
  else for (const object of objects) marks[object] = 1
  return marks
}

/** How many objects of the background and of the study have each term, and which of the study. */
function countedTerms(hierarchy: Hierarchy, annotations: Annotations, isBackground: Uint8Array, isStudy: Uint8Array) {
  const { offsets, terms } = annotationClosures(hierarchy, annotations)
  const totals = new Uint32Array(hierarchy.size)
  const chosen = new Uint32Array(hierarchy.size)
  const members = new Map<number, number[]>()
  for (let object = 0; object < isBackground.length; object++) {
    if (isBackground[object] === 0) continue
    for (let at = offsets[object]; at < offsets[object + 1]; at++) {
      const term = terms[at]
      totals[term]++
      if (isStudy[object] === 0) continue
      chosen[term]++
      const known = members.get(term)
      if (known === undefined) members.set(term, [object])
      else known.push(object)
    }
  }
  return { totals, chosen, members }
}
