import type { TermNames } from '../../ontology/structure/findTerms.ts'
import { type Hierarchy, hierarchyOf } from '../../ontology/structure/hierarchy.ts'

export interface KeptEdges {
  readonly children: Int32Array
  readonly parents: Int32Array
  /** Numbers of the relations; where they are left out, all edges are of all of them together. */
  readonly relations?: Int32Array
  /** NaN where an edge has none. */
  readonly weights: Float64Array
}

/** The hierarchy of a model, from the edges that it keeps. */
export function hierarchyFromEdges(terms: TermNames, relations: readonly string[], edges: KeptEdges, file: string): Hierarchy {
  const { ids, names, synonyms, indexOfId, alternativeIds, obsolete, senses, definitions } = terms
  const count = edges.children.length
  const known = edges.relations === undefined ? [relations.join(', ')] : relations
  const numbers = edges.relations ?? new Int32Array(count)
  return hierarchyOf(
    {
      file,
      files: [file],
      ids,
      names,
      synonyms,
      indexOfId,
      alternativeIds,
      obsolete,
      ...(senses && { senses }),
      ...(definitions && { definitions }),
      relations: known.map((name, relation) => ({ name, id: name, edges: numbers.filter((each) => each === relation).length })),
      edges: {
        children: Uint32Array.from(edges.children),
        parents: Uint32Array.from(edges.parents),
        relations: Uint16Array.from(numbers),
        weights: edges.weights,
        lines: new Uint32Array(count),
        files: new Uint16Array(count),
      },
      ontologies: [],
      imports: [],
    },
    { relations: known },
  )
}
