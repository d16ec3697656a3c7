import type { Problem } from '../../problems/problem.ts'
import type { Ontology } from './ontology.ts'

/** Relations between concepts of SKOS beside `broader`: the hierarchy has them only where they are chosen. */
const optionalRelations: readonly string[] = [
  'broaderTransitive',
  'broaderGeneric',
  'broaderPartitive',
  'broaderInstantial',
  'broadMatch',
  'related',
  'relatedMatch',
]

/** What a hierarchy leaves out that its reader may want: relations when none were chosen, and edges of chosen ones to terms elsewhere. */
export function relationNotes(ontology: Ontology, used: readonly string[], chosen: readonly string[] | undefined): Problem[] {
  const at = { file: ontology.file }
  const optional = ontology.relations
    .filter(({ name }) => optionalRelations.includes(name))
    .map(({ name, edges, elsewhere = 0 }) => ({ name, edges, elsewhere }))
  if (chosen === undefined) {
    const relations = optional.filter(({ name, edges, elsewhere }) => !used.includes(name) && edges + elsewhere > 0)
    return relations.length === 0 ? [] : [{ area: 'ontology', code: 'relations-not-used', at, relations, used }]
  }
  return optional
    .filter(({ name, elsewhere }) => chosen.includes(name) && elsewhere > 0)
    .map(({ name, elsewhere }) => ({ area: 'ontology', code: 'edges-lead-elsewhere', at, relation: name, edges: elsewhere }))
}
