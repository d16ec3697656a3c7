/** Typed, weighted edges from children to parents, as in the file; all relations, whether or not they are used later. */
export interface OntologyEdges {
  readonly children: Uint32Array
  readonly parents: Uint32Array
  /** Number of the relation in `relations`. */
  readonly relations: Uint16Array
  /** NaN if the file has none. */
  readonly weights: Float64Array
  /** The line of the edge in its file, from 1; 0 if unknown. */
  readonly lines: Uint32Array
  /** Number of the file in `files`. */
  readonly files: Uint16Array
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
  /** It says the same in both directions: which end is the child here means nothing. */
  readonly symmetric?: boolean
  /** Edges of SKOS to concepts that are in none of the files; they are not among `edges`. */
  readonly elsewhere?: number
}

/** Concepts and how they relate. A term is known by its number, which counts from 0 in the order of the file; imported ones follow. */
export interface Ontology {
  /** How messages name it. */
  readonly file: string
  /** The file, and the imports that were given. */
  readonly files: readonly string[]
  readonly ids: readonly string[]
  /** Empty where a term has none. */
  readonly names: readonly string[]
  readonly synonyms: ReadonlyMap<number, readonly string[]>
  readonly indexOfId: ReadonlyMap<string, number>
  /** Former ids of terms. */
  readonly alternativeIds: ReadonlyMap<string, number>
  readonly obsolete: readonly ObsoleteTerm[]
  readonly relations: readonly OntologyRelation[]
  readonly edges: OntologyEdges
  /** Words and the terms they may mean, the most frequent first: the senses of WordNet. */
  readonly senses?: ReadonlyMap<string, readonly number[]>
  /** Where they were asked for. */
  readonly definitions?: ReadonlyMap<number, string>
  /** What the files call themselves, once for each ontology in them. */
  readonly ontologies: readonly string[]
  /** Ontologies that are imported and were not given. */
  readonly imports: readonly string[]
}

export function termCount(ontology: Ontology): number {
  return ontology.ids.length
}
