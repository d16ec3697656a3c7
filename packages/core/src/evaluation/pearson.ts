/** The correlation of two series. Pearson 1895. */

import { requireNumbers, requireSameLength } from '../arguments/requireNumbers.ts'
import type { Numbers } from '../data/lists/numbers.ts'

/** Undefined when all values of one series are equal. */
export function pearson(first: Numbers, second: Numbers): number | undefined {
  requireNumbers('first', first)
  requireNumbers('second', second)
  requireSameLength('first', first, 'second', second)
  const size = first.length
  const [meanOfFirst, meanOfSecond] = [mean(first), mean(second)]
  let products = 0
  let squaresOfFirst = 0
  let squaresOfSecond = 0
  for (let i = 0; i < size; i++) {
    const [a, b] = [first[i] - meanOfFirst, second[i] - meanOfSecond]
    products += a * b
    squaresOfFirst += a * a
    squaresOfSecond += b * b
  }
  if (squaresOfFirst === 0 || squaresOfSecond === 0) return undefined
  return Math.max(-1, Math.min(1, products / Math.sqrt(squaresOfFirst) / Math.sqrt(squaresOfSecond)))
}

function mean(values: Numbers): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i]
  return total / values.length
}
