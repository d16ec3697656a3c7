/**
 * IC(c) = 1 - ln(|hyponyms of c| + 1) / ln |terms|, from 0 at a root above everything to 1 at every leaf.
 * Seco, Veale & Hayes 2004, "An intrinsic information content metric for semantic similarity in WordNet", Eq. (3).
 */
import { logOf } from '../../numeric/special/log.ts'
import { subtreeCounts } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { InformationContent } from './informationContent.ts'

export function secoInformation(hierarchy: Hierarchy): InformationContent {
  const { descendants } = subtreeCounts(hierarchy)
  const most = logOf(hierarchy.size)
  const values = Float64Array.from(descendants, (count) => (hierarchy.size === 1 ? 0 : 1 - logOf(count) / most))
  return { model: 'seco', values, scale: most }
}
