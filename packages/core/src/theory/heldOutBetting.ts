/**
 * The betting bound. Waudby-Smith & Ramdas 2024, "Estimating means of bounded random variables by betting" (JRSS B), the
 * one-sided half of their hedged capital with predictable plug-in bets for a fixed n.
 *
 * Suppose somebody claims that the mean is m. We start with a capital of 1 and before each value bet a part of it on the value being above
 * m: capital Kₜ(m) = Π (1 + λᵢ(m) (xᵢ − m)), each bet λᵢ chosen from the values before i only. If the claim is true, or the
 * mean is lower still, K is a nonnegative supermartingale, and by Ville's inequality it ever reaches 1/δ with probability at
 * most δ. So all m at which it did are rejected; the others start at `lower`.
 *
 * Bets: λᵢ(m) = min(√(2 ln(1/δ)/(n σ²ᵢ₋₁)), 1/(2m)), where σ²ₜ = (1/4 + Σ_{i≤t} (xᵢ − μᵢ)²)/(t + 1) and
 * μₜ = (1/2 + Σ_{i≤t} xᵢ)/(t + 1). Every factor is at least 1/2 and falls as m grows, so K does too, and `lower` is found by
 * bisection. The values are taken in the order given: the result depends on it, its validity does not.
 */
import type { Numbers } from '../data/lists/numbers.ts'
import type { HeldOutBound } from './heldOutBound.ts'
import { sampleMoments } from './sampleMoments.ts'

/** The share of the largest bet that could lose everything. */
const truncation = 1 / 2

export function heldOutBetting(values: Numbers, delta: number): HeldOutBound {
  const { mean } = sampleMoments(values)
  const { bets, variance } = plugInBets(values, delta)
  const target = 1 / delta

  // `refuted` is always a mean at which the capital reached the target, or 0: stopping early is safe.
  let refuted = 0
  let open = 1
  if (reaches(values, bets, 0, target)) {
    for (let halving = 0; halving < 60 && open - refuted > 1e-12; halving++) {
      const middle = (refuted + open) / 2
      if (reaches(values, bets, middle, target)) refuted = middle
      else open = middle
    }
  }
  // Values that fall along the file can reject their own mean. The bound never exceeds that mean.
  const lower = Math.min(refuted, mean)
  return { lower, mean, n: values.length, delta, terms: { mean, variance, deviation: mean - lower, target } }
}

/** λᵢ before truncation, which depends on m; and the last σ². */
function plugInBets(values: Numbers, delta: number): { readonly bets: Float64Array; readonly variance: number } {
  const n = values.length
  const bets = new Float64Array(n)
  let sum = 1 / 2
  let squares = 1 / 4
  let variance = 1 / 4
  for (let index = 0; index < n; index++) {
    bets[index] = Math.sqrt((2 * Math.log(1 / delta)) / (n * variance))
    sum += values[index]
    squares += (values[index] - sum / (index + 2)) ** 2
    variance = squares / (index + 2)
  }
  return { bets, variance }
}

/** Whether the capital against the mean m ever reaches the target. */
function reaches(values: Numbers, bets: Float64Array, m: number, target: number): boolean {
  const largest = truncation / m // infinite at m = 0, where nothing can be lost
  let capital = 1
  let goal = target
  for (let index = 0; index < bets.length; index++) {
    capital *= 1 + Math.min(bets[index], largest) * (values[index] - m)
    if (capital >= goal) return true
    if (capital < 2 ** -500) {
      capital *= 2 ** 500 // both, so that neither is lost to underflow
      goal *= 2 ** 500
    }
  }
  return false
}
