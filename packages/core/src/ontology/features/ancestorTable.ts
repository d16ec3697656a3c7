/**
 * All ancestors of every term, itself included, with Wang's S-values: those of a term are at `starts[term] .. ends[term] - 1`, the term first.
 * Made parents first: the ancestors of a term are those of its parents, and S_t(a) is the greatest of w(t, p) S_p(a) over the parents p.
 */
import { wangWeights } from '../measures/wang.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'

export interface AncestorTable {
  readonly starts: Uint32Array
  readonly ends: Uint32Array
  readonly ancestors: Uint32Array
  readonly semantic: Float64Array
}

export function ancestorTable(hierarchy: Hierarchy): AncestorTable {
  const { ontology, size, order, parentOffsets, parents, parentRelations, parentWeights } = hierarchy
  const ofRelation = ontology.relations.map(({ name }) => wangWeights[name] ?? wangWeights['other'])
  const starts = new Uint32Array(size)
  const ends = new Uint32Array(size)
  let ancestors = new Uint32Array(16 * size + 16)
  let semantic = new Float64Array(ancestors.length)
  const placeOf = new Uint32Array(size)
  const seenBy = new Int32Array(size).fill(-1)
  let end = 0
  for (const term of order) {
    starts[term] = end
    makeRoom(end + size)
    add(term, 1, term)
    for (let edge = parentOffsets[term]; edge < parentOffsets[term + 1]; edge++) {
      const weight = Number.isNaN(parentWeights[edge]) ? ofRelation[parentRelations[edge]] : parentWeights[edge]
      const parent = parents[edge]
      for (let at = starts[parent]; at < ends[parent]; at++) add(ancestors[at], weight * semantic[at], term)
    }
    ends[term] = end
  }
  return { starts, ends, ancestors: ancestors.slice(0, end), semantic: semantic.slice(0, end) }

  function add(ancestor: number, value: number, term: number): void {
    if (seenBy[ancestor] !== term) {
      seenBy[ancestor] = term
      placeOf[ancestor] = end
      ancestors[end] = ancestor
      semantic[end++] = value
    } else if (value > semantic[placeOf[ancestor]]) semantic[placeOf[ancestor]] = value
  }

  function makeRoom(needed: number): void {
    if (needed <= ancestors.length) return
    const larger = new Uint32Array(Math.max(needed, Math.ceil(1.5 * ancestors.length)))
    larger.set(ancestors)
    ancestors = larger
    const values = new Float64Array(larger.length)
    values.set(semantic)
    semantic = values
  }
}
