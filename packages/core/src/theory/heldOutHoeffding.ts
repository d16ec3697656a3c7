/** Hoeffding 1963, "Probability inequalities for sums of bounded random variables", Theorem 2: mean − √(ln(1/δ)/(2n)). */
import type { Numbers } from '../data/lists/numbers.ts'
import type { HeldOutBound } from './heldOutBound.ts'
import { sampleMoments } from './sampleMoments.ts'

export function heldOutHoeffding(values: Numbers, delta: number): HeldOutBound {
  const { mean } = sampleMoments(values)
  const n = values.length
  const deviation = Math.sqrt(Math.log(1 / delta) / (2 * n))
  return { lower: Math.max(0, mean - deviation), mean, n, delta, terms: { mean, deviation } }
}
