import { subtreeCounts } from './ancestors.ts'
import type { Hierarchy } from './hierarchy.ts'
import { hierarchyShape } from './ontologyShapes.ts'

export interface OntologyInspection {
  readonly terms: number
  /** Edges of the chosen relations. */
  readonly edges: number
  readonly obsolete: number
  /** Ids. */
  readonly roots: readonly string[]
  /** Edges of the longest way from a root; and the greatest number of edges of a shortest way. */
  readonly depth: number
  readonly shortestDepth: number
  readonly leaves: number
  readonly severalParents: number
  /** Edges of every relation of the file, chosen or not. */
  readonly relations: Readonly<Record<string, number>>
  readonly chosen: readonly string[]
  /** What lies directly below a root, with the number of terms in it; a term below several counts in each. */
  readonly branches: readonly { readonly id: string; readonly name: string; readonly root: string; readonly terms: number }[]
}

/** What there is to know about an ontology before anything is computed on it. */
export function inspectOntology(hierarchy: Hierarchy): OntologyInspection {
  hierarchyShape('hierarchy', hierarchy)
  const { ontology, size, parentOffsets, parents, childOffsets, children, roots } = hierarchy
  const { ids, names } = ontology
  const { descendants, leafCount } = subtreeCounts(hierarchy)
  let severalParents = 0
  for (let term = 0; term < size; term++) {
    const own = new Set(parents.subarray(parentOffsets[term], parentOffsets[term + 1]))
    if (own.size > 1) severalParents++
  }
  const branches = Array.from(roots).flatMap((root) =>
    [...new Set(children.subarray(childOffsets[root], childOffsets[root + 1]))].map((branch) => ({
      id: ids[branch],
      name: names[branch],
      root: ids[root],
      terms: descendants[branch],
    })),
  )
  const most = (depths: Uint32Array) => depths.reduce((greatest, depth) => Math.max(greatest, depth), 0)
  return {
    terms: size,
    edges: parents.length,
    obsolete: ontology.obsolete.length,
    roots: Array.from(roots, (root) => ids[root]),
    depth: most(hierarchy.longestDepth),
    shortestDepth: most(hierarchy.shortestDepth),
    leaves: leafCount,
    severalParents,
    relations: Object.fromEntries(ontology.relations.filter(({ edges }) => edges > 0).map(({ name, edges }) => [name, edges])),
    chosen: hierarchy.relations,
    branches: branches.sort((a, b) => b.terms - a.terms || (a.id < b.id ? -1 : 1)),
  }
}
