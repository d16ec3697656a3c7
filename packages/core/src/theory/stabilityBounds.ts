/**
 * Least-squares ranking is stable: f minimises the mean over n lists of E(f) = 1/m² Σ (yⱼ − yₖ − (f(xⱼ) − f(xₖ)))² plus λ ‖f‖², so
 * replacing one list moves f only a little. With labels in a range of width Y and κ² = sup K(x, x):
 * λ ‖f‖² ≤ E(0) ≤ Y²/2, hence |f(x) − f(x′)| ≤ κ Y √(2/λ); the loss of a pair has the slope σ = 2 Y (1 + κ √(2/λ)) and is at most
 * B = Y² (1 + κ √(2/λ))²; strong convexity gives ‖f − f′‖ ≤ 2 σ κ/(λ n). From there Bousquet & Elisseeff 2002, "Stability and
 * generalization", Theorem 12, with lists as examples, one of which is replaced rather than left out.
 *
 * Of a single list with n items, one of them replaced, ‖f − f′‖ ≤ 8 σ κ/(λ n), and the bound is that of Agarwal & Niyogi 2009,
 * "Generalization bounds for ranking algorithms via algorithmic stability", Theorem 6.
 */
import type { OptionTable } from '../options/optionTable.ts'
import type { BoundSpec, ComputedBound } from './boundSpec.ts'
import { summed } from './queryLevelExpected.ts'

type Inputs = Readonly<Record<string, number>>

/** With probability 1 − δ: L ≤ L̂ + α + (2 n α + B) √(ln(1/δ)/(2n)), α = 4 σ² κ²/(λ n). */
function listStabilityBound({ sigma, kappa, lambda, n, B, delta, empirical }: Inputs): ComputedBound {
  const alpha = (4 * sigma ** 2 * kappa ** 2) / (lambda * n)
  return summed({ empirical, stability: alpha, deviation: (2 * n * alpha + B) * Math.sqrt(Math.log(1 / delta) / (2 * n)) })
}

/** With probability 1 − δ: L ≤ L̂ + 2 α + (n α + B) √(2 ln(1/δ)/n), α = 16 σ² κ²/(λ n); L and L̂ are means over pairs of two items. */
function itemStabilityBound({ sigma, kappa, lambda, n, B, delta, empirical }: Inputs): ComputedBound {
  const alpha = (16 * sigma ** 2 * kappa ** 2) / (lambda * n)
  return summed({ empirical, stability: 2 * alpha, deviation: (n * alpha + B) * Math.sqrt((2 * Math.log(1 / delta)) / n) })
}

/** σ and B, for labels that span `labelRange`. */
export function pairConstants(labelRange: number, kappa: number, lambda: number): { readonly sigma: number; readonly B: number } {
  const reach = 1 + kappa * Math.sqrt(2 / lambda)
  return { sigma: 2 * labelRange * reach, B: (labelRange * reach) ** 2 }
}

/** How far another list, or another item of the one list, moves the function: ‖f − f′‖. */
export function functionStability(replaced: 'list' | 'item', { sigma, kappa, lambda, n }: Inputs): number {
  return ((replaced === 'list' ? 2 : 8) * sigma * kappa) / (lambda * n)
}

const inputs = {
  sigma: { kind: 'number', atLeast: 0, required: true, doc: 'Lipschitz constant of the loss of a pair in the difference of its scores.' },
  kappa: { kind: 'number', atLeast: 0, required: true, doc: 'Greatest √K(x, x) there can be.' },
  lambda: { kind: 'number', above: 0, required: true, doc: 'Weight of the penalty ‖f‖².' },
  n: { kind: 'integer', atLeast: 1, required: true, doc: 'Number of training lists.' },
  B: { kind: 'number', atLeast: 0, required: true, doc: 'Most that the loss of a list can be.' },
  delta: { kind: 'number', default: 0.05, above: 0, below: 1, doc: 'The probability with which the statement may fail.' },
  empirical: { kind: 'number', default: 0, atLeast: 0, doc: 'Mean loss on the training lists.' },
} as const satisfies OptionTable

export const stabilityBounds: readonly BoundSpec[] = [
  {
    name: 'e-stability',
    doc: 'Squared error over pairs on new lists of least-squares ranking (elmrank, rankrls), by its stability.',
    inputs,
    sample: false,
    ours: true,
    compute: listStabilityBound,
  },
  {
    name: 'e-stability-item',
    doc: 'The same for new pairs of items of a single list, n being the number of its items.',
    inputs: {
      ...inputs,
      n: { kind: 'integer', atLeast: 2, required: true, doc: 'Number of items of the list.' },
      empirical: { kind: 'number', default: 0, atLeast: 0, doc: 'Mean loss of the pairs of two items of the list.' },
    },
    sample: false,
    ours: true,
    compute: itemStabilityBound,
  },
]
