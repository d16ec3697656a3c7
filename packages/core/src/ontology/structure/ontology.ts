/** Typed, weighted edges from children to parents, as the file gives them; all relations, whichever are used later. */
export interface OntologyEdges {
  readonly children: Uint32Array
  readonly parents: Uint32Array
  /** Number of the relation in `relations`. */
  readonly relations: Uint16Array
  /** NaN where the file gives none. */
  readonly weights: Float64Array
  /** Where the edge stands in the file, from 1; 0 where that is not known. */
  readonly lines: Uint32Array
}

export interface ObsoleteTerm {
  readonly id: string
  readonly name: string
  readonly replacedBy?: string
}

/** A relation between terms, with the name by which it is chosen: `part_of` also where the file says BFO:0000050. */
export interface OntologyRelation {
  readonly name: string
  readonly id: string
  readonly edges: number
}

/** Concepts and how they relate. A term is known by its number, which counts from 0 in the order of the file. */
export interface Ontology {
  /** How messages name it. */
  readonly file: string
  readonly ids: readonly string[]
  /** Empty where a term has none. */
  readonly names: readonly string[]
  readonly synonyms: ReadonlyMap<number, readonly string[]>
  readonly indexOfId: ReadonlyMap<string, number>
  /** Former ids that now stand for a term. */
  readonly alternativeIds: ReadonlyMap<string, number>
  readonly obsolete: readonly ObsoleteTerm[]
  readonly relations: readonly OntologyRelation[]
  readonly edges: OntologyEdges
  /** Words and the terms they may mean, the most frequent first: the senses of WordNet. */
  readonly senses?: ReadonlyMap<string, readonly number[]>
  /** What the file calls itself, once for each ontology in it. */
  readonly ontologies: readonly string[]
  readonly imports: readonly string[]
}

export function termCount(ontology: Ontology): number {
  return ontology.ids.length
}
