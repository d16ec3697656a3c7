/** IC(c) = -ln(|descendants of c, itself included| / |terms|): a term is as likely as a term drawn at random is below it. */
import { logOf } from '../../numeric/special/log.ts'
import { subtreeCounts } from '../structure/ancestors.ts'
import type { Hierarchy } from '../structure/hierarchy.ts'
import type { InformationContent } from './informationContent.ts'

export function descendantsInformation(hierarchy: Hierarchy): InformationContent {
  const { descendants } = subtreeCounts(hierarchy)
  const values = Float64Array.from(descendants, (count) => logOf(hierarchy.size / count))
  return { model: 'descendants', values, scale: 1 }
}
