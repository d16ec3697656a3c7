/** Ontologies as arguments. Their readers and `hierarchyOf` make them, and what they make is trusted. */
import { madeBy } from '../../arguments/shapes.ts'

const names = ['ids', 'names', 'synonyms', 'indexOfId', 'alternativeIds', 'obsolete'] as const

export const ontologyShape = madeBy('a reader of ontologies', ...names, 'relations', 'edges')
/** An ontology, or a model of its terms. */
export const termNamesShape = madeBy('a reader of ontologies or of their models', ...names)
export const hierarchyShape = madeBy(
  'hierarchyOf',
  'ontology',
  'size',
  'parentOffsets',
  'parents',
  'childOffsets',
  'children',
  'order',
  'roots',
)
export const finderShape = madeBy('termFinder', 'find', 'search')
