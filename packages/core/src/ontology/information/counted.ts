/**
 * IC(c) = -ln(count(c) / total), counts taken over a term and everything below it: occurrences in a corpus (Resnik 1995, "Using
 * information content to evaluate semantic similarity in a taxonomy") or annotated objects (Lord et al. 2003). A term that never
 * occurs has infinite content.
 */
import { logOf } from '../../numeric/special/log.ts'
import type { InformationContent } from './informationContent.ts'
import type { TermCounts } from './termCounts.ts'

export function countedInformation(model: 'corpus' | 'annotation', { counts, total }: TermCounts): InformationContent {
  // A count above the total is a slip of the file: such a term says nothing, as a root does.
  const values = Float64Array.from(counts, (count) => (count === 0 ? Number.POSITIVE_INFINITY : logOf(Math.max(1, total / count))))
  return { model, values, scale: 1 }
}
