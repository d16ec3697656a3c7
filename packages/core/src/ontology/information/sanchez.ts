/**
 * IC(c) = -ln((|leaves below c| / |subsumers of c| + 1) / (|leaves| + 1)), a leaf having no leaves below it.
 * Sánchez, Batet & Isern 2011, "Ontology-based information content computation", Eq. (9).
 */
import { logOf } from '../../numeric/special/log.ts'
import { subtreeCounts } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { InformationContent } from './informationContent.ts'

export function sanchezInformation(hierarchy: Hierarchy): InformationContent {
  const { leaves, ancestors, leafCount } = subtreeCounts(hierarchy)
  const values = Float64Array.from(leaves, (count, term) => logOf((leafCount + 1) / (count / ancestors[term] + 1)))
  return { model: 'sanchez', values, scale: 1 }
}
