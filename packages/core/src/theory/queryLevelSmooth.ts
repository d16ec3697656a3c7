/**
 * Theorem 17 of Tewari & Chaudhuri 2015: for a smooth loss, a uniform bound that shrinks like 1/n where the loss is small. From
 * Bousquet 2002, Theorem 6.1, with probability 1 − δ for all ‖w‖₂ ≤ W:
 *
 *   L ≤ L̂ + 45 r* + √(8 r* L) + √(4 r₀ L) + 20 r₀,   r₀ = B (ln(1/δ) + ln ln n)/n,
 *
 * where r* is the fixed point of the local Rademacher complexity ψ(r) = k₀ √r, that is k₀². The inequality has L on both sides; it is
 * a quadratic one in √L.
 */
import type { ComputedBound } from './boundSpec.ts'
import { entropyIntegral } from './coveringIntegral.ts'
import { summed } from './queryLevelExpected.ts'
import { shown } from './shown.ts'

type Inputs = Readonly<Record<string, number>>

export function smoothBallBound(inputs: Inputs, printed: boolean): ComputedBound {
  const { empirical } = inputs
  return solved({ empirical }, inputs, printed)
}

/**
 * The second half, with probability 1 − 2δ: for the empirical minimiser, L̂(ŵ) ≤ L̂(w*), and Bernstein's inequality bounds
 * L̂(w*) ≤ L* + √(2 B L* ln(1/δ)/n) + B ln(1/δ)/(3n), as the variance is at most B L*. Put into the first half and solved. The paper's own
 * last step (M.1) loses L*: as printed, the bound goes to 0 with n whatever the best loss. Weights that are not exactly the
 * minimiser have L̂ ≤ L̂(w*) + `gap`.
 *
 * What it says beyond L* grows with L*. As L* ≤ L(ŵ), and the first half bounds L(ŵ) on the same draws, the excess at that
 * bound is one that needs no L*: docs/query-level-bounds.md.
 */
export function smoothBallExcess(inputs: Inputs, printed: boolean): ComputedBound {
  const { B, n, delta, best, gap } = inputs
  if (printed) {
    const D0 = 45 * fixedPoint(inputs, true) + 20 * confidenceRate(inputs)
    return summed({ slow: Math.sqrt(D0 * best) / 2, fast: 2 * D0 })
  }
  const log = Math.log(1 / delta) / n
  const comparison = Math.sqrt(2 * B * best * log) + (B * log) / 3
  return solved({ best, comparison, ...(gap > 0 && { optimisation: gap }) }, inputs, printed)
}

/** The largest L with L ≤ start + 45 r* + 20 r₀ + (√(8 r*) + √(4 r₀)) √L. */
function solved(start: Readonly<Record<string, number>>, inputs: Inputs, printed: boolean): ComputedBound {
  const r = fixedPoint(inputs, printed)
  const r0 = confidenceRate(inputs)
  const terms = { ...start, complexity: 45 * r, confidence: 20 * r0 }
  const constant = summed(terms).value
  const slope = Math.sqrt(8 * r) + Math.sqrt(4 * r0)
  const root = (slope + Math.sqrt(slope * slope + 4 * constant)) / 2
  return summed({ ...terms, mixed: slope * root })
}

/** Corollary 16 estimates an integral from C to √B. Beyond √B its logarithm changes sign, which the square hides. */
export function printedSmoothRefusal(inputs: Inputs): string | undefined {
  const [from, to] = [printedRate(inputs), Math.sqrt(inputs['B'])]
  if (from <= to) return undefined
  return `Corollary 16 estimates an integral from C = 5√3 W R √(H log₂(3mn)/n) = ${shown(from)} up to √B = ${shown(to)}, and C is the greater. It takes more lists.`
}

/** As printed, the second half loses L*: it may even lie below it. */
export function printedSmoothExcessRefusal(inputs: Inputs): string | undefined {
  const outside = printedSmoothRefusal(inputs)
  if (outside !== undefined) return outside
  const { value } = smoothBallExcess(inputs, true)
  if (value >= inputs['best']) return undefined
  return `Its proof loses the least loss in the ball: it would be ${shown(value)}, below that least loss itself, ${shown(inputs['best'])}.`
}

function printedRate({ H, W, R, m, n }: Inputs): number {
  return 5 * Math.sqrt(3) * W * R * Math.sqrt((H * Math.log2(3 * m * n)) / n)
}

/** Corollary 16's closed form, as printed, drops a ceiling. */
function fixedPoint({ H, W, R, B, m, n }: Inputs, printed: boolean): number {
  if (H === 0 || W === 0 || R === 0 || B === 0) return 0
  if (printed) {
    const C = printedRate({ H, W, R, m, n })
    return (4 * C * Math.log((3 * Math.sqrt(B)) / C)) ** 2
  }
  return entropyIntegral(Math.sqrt(12 * H) * W * R, Math.log2(2 * m * n + 1), n, Math.sqrt(B)) ** 2
}

/** r₀; n ≥ 3, so that ln ln n > 0. */
function confidenceRate({ B, n, delta }: Inputs): number {
  return (B * (Math.log(1 / delta) + Math.log(Math.log(n)))) / n
}
