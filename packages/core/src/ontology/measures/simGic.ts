/**
 * sim(A, B) = sum of IC over the ancestors that A and B share / sum of IC over all of theirs, terms included: a weighted Jaccard
 * index. Pesquita et al. 2007, "Evaluating GO-based semantic similarity measures". It compares sets directly; a term is a
 * set of one. A term that was never counted adds nothing: it is compared by its counted ancestors. Where no ancestor says anything, 0/0 counts as
 * by Lin: 1 of a term or set with itself, else 0.
 */
import { ancestorWalk } from '../structure/ancestors.ts'
import { type AncestorVector, ancestorVectors, keptVectors } from './ancestorVectors.ts'
import type { MeasureSetting, Similarity } from './measure.ts'

export function simGic(setting: MeasureSetting): Similarity {
  const vectorOf = keptVectors(simGicVectors(setting))
  const isAbove = new Uint8Array(setting.hierarchy.size)
  let marked: Uint32Array = new Uint32Array(0)
  return (source) => {
    for (const term of marked) isAbove[term] = 0
    const { terms, total } = vectorOf(source)
    for (const term of terms) isAbove[term] = 1
    marked = terms
    return (target) => {
      const other = vectorOf(target)
      let common = 0
      for (let at = 0; at < other.terms.length; at++) if (isAbove[other.terms[at]] === 1) common += other.values[at]
      return commonShare(common, total, other.total, source === target)
    }
  }
}

/** The contents of a term's ancestors. */
export function simGicVectors({
  hierarchy,
  information,
}: Pick<MeasureSetting, 'hierarchy' | 'information'>): (term: number) => AncestorVector {
  const contents = finiteContents(information.values)
  return ancestorVectors(hierarchy, (ancestors) => {
    const found = new Float64Array(ancestors.length)
    for (let at = 0; at < found.length; at++) found[at] = contents[ancestors[at]]
    return found
  })
}

export function commonShare(common: number, first: number, second: number, same: boolean): number {
  const all = first + second - common
  return all > 0 ? common / all : same ? 1 : 0
}

/** Of two sets of terms, each taken with everything above it. */
export function simGicOfSets({ hierarchy, information }: MeasureSetting, first: readonly number[], second: readonly number[]): number {
  const contents = finiteContents(information.values)
  const walk = ancestorWalk(hierarchy)
  const above = (terms: readonly number[]) => {
    const closed = new Set<number>()
    for (const term of terms) {
      const count = walk.from(term)
      for (let at = 0; at < count; at++) closed.add(walk.found[at])
    }
    return closed
  }
  const [a, b] = [above(first), above(second)]
  let common = 0
  let all = 0
  for (const term of a) {
    all += contents[term]
    if (b.has(term)) common += contents[term]
  }
  for (const term of b) if (!a.has(term)) all += contents[term]
  return all > 0 ? common / all : Number(a.size === b.size && [...a].every((term) => b.has(term)))
}

/** What terms say; those that were never counted say nothing. */
export function finiteContents(values: Float64Array): Float64Array {
  return values.map((value) => (Number.isFinite(value) ? value : 0))
}
