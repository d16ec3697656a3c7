/** Student's paired t test: is the mean of the differences 0? Two-sided. Student 1908, "The probable error of a mean". */

import { requireNumbers } from '../arguments/requireNumbers.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import { studentTTwoSided } from '../numeric/special/studentT.ts'

export interface PairedTTest {
  /** t = mean/(s/√n); positive when the differences are, on average. */
  readonly statistic: number
  readonly degrees: number
  /** NaN for fewer than two differences. Differences that are all 0 give 1; all the same but not 0, 0. */
  readonly p: number
}

export function pairedTTest(differences: Numbers): PairedTTest {
  requireNumbers('differences', differences)
  const n = differences.length
  const degrees = n - 1
  if (n < 2) return { statistic: Number.NaN, degrees, p: Number.NaN }
  let sum = 0
  let largest = 0
  for (let list = 0; list < n; list++) {
    sum += differences[list]
    largest = Math.max(largest, Math.abs(differences[list]))
  }
  if (largest === 0) return { statistic: 0, degrees, p: 1 }
  const mean = sum / n
  let squares = 0
  for (let list = 0; list < n; list++) {
    const share = (differences[list] - mean) / largest
    squares += share * share
  }
  // Differences that are all the same have no spread except for rounding.
  const spread = squares <= n * 1e-30 ? 0 : largest * Math.sqrt(squares / degrees)
  const statistic = mean / (spread / Math.sqrt(n))
  return { statistic, degrees, p: studentTTwoSided(statistic, degrees) }
}
