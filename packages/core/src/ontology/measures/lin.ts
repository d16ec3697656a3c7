/**
 * sim(a, b) = 2 IC(MICA) / (IC(a) + IC(b)). Lin 1998, "An information-theoretic definition of similarity", Eq. (4). A term is
 * like itself by 1, also where it says nothing.
 */
import type { SharedContent } from './informationMeasure.ts'

export const lin: SharedContent = (shared, first, second, same) => {
  if (same) return 1
  const total = first + second
  return total === 0 ? 0 : (2 * shared) / total
}
