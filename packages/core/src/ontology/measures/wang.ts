/**
 * S_a(t) is 1 at a itself and the greatest product of edge weights on a way from a up to t; sim(a, b) = sum of S_a(t) + S_b(t) over
 * common ancestors / sum of S_a(t) over a's + sum of S_b(t) over b's. Wang et al. 2007, "A new method to measure the semantic
 * similarity of GO terms", Eqs. (1)-(3). An edge weighs what the file says, else what its relation does.
 */
import type { Hierarchy } from '../structure/hierarchy.ts'
import { type AncestorVector, ancestorVectors, keptVectors } from './ancestorVectors.ts'
import type { MeasureSetting, Similarity } from './measure.ts'

/** Weights of Wang et al. 2007; `other` is that of GOSemSim. */
export const wangWeights: Readonly<Record<string, number>> = { is_a: 0.8, part_of: 0.6, instance_of: 0.8, broader: 0.8, other: 0.7 }

export function wang(setting: MeasureSetting): Similarity {
  const vectorOf = keptVectors(wangVectors(setting))
  const fromSource = new Float64Array(setting.hierarchy.size)
  let marked: Uint32Array = new Uint32Array(0)
  return (source) => {
    for (const term of marked) fromSource[term] = 0
    const { terms, values, total } = vectorOf(source)
    for (let at = 0; at < terms.length; at++) fromSource[terms[at]] = values[at]
    marked = terms
    return (target) => {
      if (target === source) return 1
      const other = vectorOf(target)
      let common = 0
      for (let at = 0; at < other.terms.length; at++) {
        const value = fromSource[other.terms[at]]
        if (value > 0) common += value + other.values[at]
      }
      return common / (total + other.total)
    }
  }
}

/** The S-values of a term's ancestors. */
export function wangVectors({ hierarchy, weights }: Pick<MeasureSetting, 'hierarchy' | 'weights'>): (term: number) => AncestorVector {
  return ancestorVectors(hierarchy, semanticValues(hierarchy, weights))
}

function semanticValues(hierarchy: Hierarchy, weights: Readonly<Record<string, number>>): (ancestors: Uint32Array) => Float64Array {
  const { ontology, size, parentOffsets, parents, parentRelations, parentWeights } = hierarchy
  const ofRelation = ontology.relations.map(({ name }) => weights[name] ?? weights['other'] ?? wangWeights['other'])
  const values = new Float64Array(size)
  return (ancestors) => {
    values[ancestors[ancestors.length - 1]] = 1 // the term itself comes after all of its parents
    const found = new Float64Array(ancestors.length)
    for (let at = ancestors.length - 1; at >= 0; at--) {
      const term = ancestors[at]
      found[at] = values[term]
      for (let edge = parentOffsets[term]; edge < parentOffsets[term + 1]; edge++) {
        const weight = Number.isNaN(parentWeights[edge]) ? ofRelation[parentRelations[edge]] : parentWeights[edge]
        const value = weight * values[term]
        if (value > values[parents[edge]]) values[parents[edge]] = value
      }
    }
    for (let at = 0; at < ancestors.length; at++) values[ancestors[at]] = 0
    return found
  }
}
