/**
 * Dudley's entropy integral as the query-level bounds use it, exactly:
 *
 *   inf over α of 4α + 10 ∫_α^top √(entropy(ε)/n) dε.
 *
 * The entropies are step functions that fall as ε grows, so the integral is a sum over steps, and the infimum lies where the
 * integrand 10 √(entropy/n) falls below 4: at the first α from which on entropy < 0.16 n.
 */

/** Entropy ⌈scale²/ε²⌉ · log, as of Propositions 7 and 15. */
export function entropyIntegral(scale: number, log: number, n: number, top: number): number {
  if (scale === 0 || top === 0) return 0
  const steps = Math.ceil((enough * n) / log) // the least ⌈ · ⌉ that makes the integrand 4
  const start = steps <= 1 ? top : Math.min(top, scale / Math.sqrt(steps - 1))
  return 4 * start + 10 * Math.sqrt(log / n) * rootCeilingIntegral(scale, start, top)
}

/** Entropy ⌈weight/u²⌉ · log₂(2⌈8/u⌉ rows + 1) with u = ε/a, integrated up to u = 1, in units of a; Proposition 10. */
export function sparseEntropyIntegral(weight: number, rows: number, n: number): number {
  const scale = Math.sqrt(weight)
  let integral = 0
  let high = 1
  for (let step = 9; ; step++) {
    const low = 8 / step // from here up to the last one, ⌈8/u⌉ = step
    const log = Math.log2(2 * step * rows + 1)
    const steps = Math.ceil((enough * n) / log)
    const start = steps <= 1 ? high : Math.min(high, scale / Math.sqrt(steps - 1))
    if (start >= low) return 4 * start + integral + 10 * Math.sqrt(log / n) * rootCeilingIntegral(scale, start, high)
    integral += 10 * Math.sqrt(log / n) * rootCeilingIntegral(scale, low, high)
    high = low
  }
}

/** 10 √(entropy/n) = 4 where entropy = 0.16 n. */
const enough = 0.16

/** ∫ √⌈scale²/ε²⌉ dε from low to high, low > 0. */
export function rootCeilingIntegral(scale: number, low: number, high: number): number {
  if (!(low < high)) return 0
  const least = Math.ceil((scale / high) ** 2)
  const most = Math.ceil((scale / low) ** 2)
  if (least >= most) return Math.sqrt(most) * (high - low)
  const edge = (step: number) => scale / Math.sqrt(step) // from here up, ⌈scale²/ε²⌉ ≤ step
  const first = Math.sqrt(least) * (high - edge(least))
  const last = Math.sqrt(most) * (edge(most - 1) - low)
  return first + scale * (stepSum(most - 1) - stepSum(least)) + last
}

/** Σ √(j/(j − 1)) − 1 over j = 2 … step: whole steps of the integral, for scale 1. */
function stepSum(step: number): number {
  if (step <= summed) return firstSums[step]
  const [from, to] = [summed, step] // Σ over i = j − 1 from `summed` to `step` − 1, by Euler and Maclaurin
  return firstSums[summed] + (area(to) - area(from)) + (rise(from) - rise(to)) / 2 + (slope(to) - slope(from)) / 12
}

const summed = 4096
const firstSums = runningSums(summed)

function runningSums(last: number): Float64Array {
  const sums = new Float64Array(last + 1)
  for (let step = 2; step <= last; step++) sums[step] = sums[step - 1] + rise(step - 1)
  return sums
}

/** √(1 + 1/x) − 1 without cancellation, its integral and its derivative. */
function rise(x: number): number {
  return 1 / x / (Math.sqrt(1 + 1 / x) + 1)
}

function area(x: number): number {
  return 1 / (1 + Math.sqrt(1 + 1 / x)) + Math.asinh(Math.sqrt(x))
}

function slope(x: number): number {
  return -1 / (2 * x * x * Math.sqrt(1 + 1 / x))
}
