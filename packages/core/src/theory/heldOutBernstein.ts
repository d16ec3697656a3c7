/**
 * The empirical Bernstein bound. Maurer & Pontil 2009, "Empirical Bernstein bounds and sample variance penalization",
 * Theorem 4, for 1 − values: mean − √(2 V ln(2/δ)/n) − 7 ln(2/δ)/(3 (n − 1)), V the sample variance. One-sided; the 2 in the
 * logarithm pays for the variance being estimated.
 */
import type { Numbers } from '../data/lists/numbers.ts'
import type { HeldOutBound } from './heldOutBound.ts'
import { sampleMoments } from './sampleMoments.ts'

export function heldOutBernstein(values: Numbers, delta: number): HeldOutBound {
  const { mean, variance } = sampleMoments(values)
  const n = values.length
  const log = Math.log(2 / delta)
  const deviation = Math.sqrt((2 * variance * log) / n)
  const correction = (7 * log) / (3 * (n - 1)) // infinite for one value: nothing can be said
  return { lower: Math.max(0, mean - deviation - correction), mean, n, delta, terms: { mean, variance, deviation, correction } }
}
