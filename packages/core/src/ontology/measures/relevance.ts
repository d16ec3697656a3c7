/**
 * sim(a, b) = 2 IC(c) / (IC(a) + IC(b)) * (1 - p(c)) at the MICA c, where both factors are greatest. Schlicker et al. 2006, "A new
 * measure for functional similarity of gene products based on Gene Ontology", Eq. (5). A term is like itself by 1 - p only.
 */
import { expOf } from '../../numeric/special/exp.ts'
import type { SharedContent } from './informationMeasure.ts'
import { lin } from './lin.ts'

/** `scale` brings the content of the chosen model to -ln p. */
export function relevance(scale: number): SharedContent {
  return (shared, first, second, same) => {
    const content = same && Number.isFinite(first) ? first : shared
    return lin(shared, first, second, same) * (1 - expOf(-scale * content))
  }
}
