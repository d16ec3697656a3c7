/**
 * The names by which relations are chosen. Files write the same relation as `part_of`, `part of`, `OBO_REL:part_of` or
 * `BFO:0000050`; the Basic Formal Ontology and the Relation Ontology have these numbers.
 */
const knownIds: Readonly<Record<string, string>> = {
  'BFO:0000050': 'part_of',
  'BFO:0000051': 'has_part',
  'BFO:0000062': 'preceded_by',
  'BFO:0000063': 'precedes',
  'BFO:0000066': 'occurs_in',
  'RO:0002202': 'develops_from',
  'RO:0002211': 'regulates',
  'RO:0002212': 'negatively_regulates',
  'RO:0002213': 'positively_regulates',
  isa: 'is_a',
  subClassOf: 'is_a',
}

/** Relations that make a hierarchy: the default choice. */
export const hierarchicalRelations: readonly string[] = ['is_a', 'part_of', 'instance_of', 'broader']

/** `label` is what the file calls the relation. */
export function relationName(id: string, label?: string): string {
  const known = knownIds[id] ?? knownIds[plain(id)]
  if (known !== undefined) return known
  const text = label === undefined || label === '' ? plain(id) : label
  return text.trim().replaceAll(/\s+/g, '_')
}

function plain(id: string): string {
  return id.replace(/^OBO_REL:/, '').replace(/^.*#/, '')
}
