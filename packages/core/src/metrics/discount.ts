/**
 * The weight of a place; places count from 0.
 *
 * - `log2`: 1 / log2(rank + 1). Burges et al. 2005, "Learning to rank using gradient descent".
 * - `letor`: 1 at ranks 1 and 2, then 1 / log2(rank), as the LETOR scripts have it. Järvelin & Kekäläinen 2002,
 *   "Cumulated gain-based evaluation of IR techniques", with b = 2.
 */
export type Discount = 'log2' | 'letor'

const firstDiscounts = Float64Array.from({ length: 2048 }, (_, place) => 1 / Math.log2(place + 2))

export function discountAt(place: number, discount: Discount): number {
  const shifted = discount === 'log2' ? place : place === 0 ? 0 : place - 1
  return shifted < firstDiscounts.length ? firstDiscounts[shifted] : 1 / Math.log2(shifted + 2)
}
