import { logOf } from './log.ts'
import { logOnePlus } from './logOnePlus.ts'

/** ln Γ(x) for x > 0: Stirling's series (DLMF 5.11.1) after stepping x up by Γ(x + 1) = x Γ(x). */
export function logGamma(x: number): number {
  if (!(x > 0)) return Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  let product = 1
  let shifted = x
  while (shifted < 15) product *= shifted++
  return (shifted - 0.5) * logOf(shifted) - shifted + halfLogTwoPi + stirlingRemainder(shifted) - logOf(product)
}

/** ln B(a, b) = ln Γ(a) + ln Γ(b) − ln Γ(a + b), without the loss of digits when one argument is large. */
export function logBeta(a: number, b: number): number {
  const [small, large] = a <= b ? [a, b] : [b, a]
  if (large < 15) return logGamma(small) + logGamma(large) - logGamma(small + large)
  const sum = small + large
  // ln Γ(large) − ln Γ(sum), by Stirling's series of both with the big terms taken together.
  const ratio = small - small * logOf(sum) - (large - 0.5) * logOnePlus(small / large) + stirlingRemainder(large) - stirlingRemainder(sum)
  return logGamma(small) + ratio
}

const halfLogTwoPi = 0.5 * logOf(2 * Math.PI)

/** Σ B₂ₖ/(2k (2k − 1) x^(2k − 1)) for x ≥ 15. */
function stirlingRemainder(x: number): number {
  const square = 1 / (x * x)
  return (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - (square * 691) / 360360))))) / x
}
