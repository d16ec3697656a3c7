/**
 * Lin's ratio in the whole hierarchy, by contents that were read off lines. A drawn tree keeps one parent of each term. Where terms have several, the
 * most informative term above two of them is in few of the trees, and here it counts all the same.
 */
import { informationMeasure } from '../../ontology/measures/informationMeasure.ts'
import { lin } from '../../ontology/measures/lin.ts'
import { ancestorWalk } from '../../ontology/structure/ancestors.ts'
import type { Hierarchy } from '../../ontology/structure/hierarchy.ts'

export interface LikenessAbove {
  of(a: number, b: number): number
  /** To all terms, in the order of their numbers; valid until the next call. */
  row(term: number): Float64Array
}

/** `contents` of terms that no line holds are 0. */
export function likenessAbove(hierarchy: Hierarchy, contents: Float64Array): LikenessAbove {
  const { size, order, parentOffsets, parents } = hierarchy
  const values = growingDownwards(hierarchy, contents)
  const measure = informationMeasure(hierarchy, { values }, lin)
  const up = ancestorWalk(hierarchy)
  const shared = new Float64Array(size)
  const into = new Float64Array(size)
  return {
    of: (a, b) => measure(a)(b),
    row(term) {
      up.from(term)
      for (const other of order) {
        let most = 0
        if (up.saw(other)) most = values[other]
        else for (let edge = parentOffsets[other]; edge < parentOffsets[other + 1]; edge++) most = Math.max(most, shared[parents[edge]])
        shared[other] = most
        into[other] = lin(most, values[term], values[other], other === term)
      }
      return into
    },
  }
}

/** No term says more than what is below it: where most lines kept another parent of that, its own subtrees are small. */
function growingDownwards({ order, parentOffsets, parents }: Hierarchy, contents: Float64Array): Float64Array {
  const values = contents.slice()
  for (let place = order.length - 1; place >= 0; place--) {
    const term = order[place]
    for (let edge = parentOffsets[term]; edge < parentOffsets[term + 1]; edge++)
      values[parents[edge]] = Math.min(values[parents[edge]], values[term])
  }
  return values
}
