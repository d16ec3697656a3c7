/**
 * Bounds that hold for all weights of a ball at once, with probability 1 − δ over the draw of the n training lists, of at most m
 * items each. Tewari & Chaudhuri 2015, §7 and §8, with the constants that their Õ leaves out. `printed` keeps the closed forms
 * of the paper; ours evaluate the entropy integrals themselves.
 */
import type { ComputedBound } from './boundSpec.ts'
import { entropyIntegral, sparseEntropyIntegral } from './coveringIntegral.ts'
import { summed } from './queryLevelExpected.ts'
import { shown } from './shown.ts'

type Inputs = Readonly<Record<string, number>>

/** Theorem 9: ‖w‖₂ ≤ W, ‖x‖₂ ≤ R, a G-Lipschitz loss of at most B. */
export function euclideanBallBound(inputs: Inputs, printed: boolean): ComputedBound {
  return uniform(inputs, euclideanRademacher(inputs, printed))
}

/** Theorem 12: ‖w‖₁ ≤ W, ‖x‖∞ ≤ R, d features. */
export function sparseBallBound(inputs: Inputs, printed: boolean): ComputedBound {
  return uniform(inputs, sparseRademacher(inputs, printed))
}

/** Chapelle & Wu 2010, Theorem 1, for comparison: G₂ is the Lipschitz constant in the l2 norm of the scores. As printed in Q it is for losses of at most 1. */
export function chapelleWuBound({ G2, W, R, B, m, n, delta, empirical }: Inputs, printed: boolean): ComputedBound {
  const range = printed ? 1 : B
  return summed({
    empirical,
    complexity: 3 * G2 * W * R * Math.sqrt(m / n),
    confidence: range * Math.sqrt((8 * Math.log(1 / delta)) / n),
  })
}

/** The second halves of Theorems 9 and 12, with probability 1 − 2δ: Hoeffding's inequality for the best weights joins in. */
export function euclideanBallExcess(inputs: Inputs, printed: boolean): ComputedBound {
  return excess(inputs, euclideanRademacher(inputs, printed))
}

export function sparseBallExcess(inputs: Inputs, printed: boolean): ComputedBound {
  return excess(inputs, sparseRademacher(inputs, printed))
}

/**
 * Corollary 8's closed form estimates the integral up to B. Ours stops at a = G W R, since above that scale the single point
 * w = 0 is a cover; if the loss cannot reach a, the closed form may be the smaller of the two. Because it drops a ceiling, the
 * integral that it estimates is used instead.
 */
function euclideanRademacher({ G, W, R, B, m, n }: Inputs, printed: boolean): number {
  const a = G * W * R
  if (a === 0) return 0
  const rate = a * Math.sqrt(Math.log2(3 * m * n) / n)
  const closedForm = 10 * rate * Math.log((6 * B) / (5 * rate))
  if (printed) return closedForm
  const log = Math.log2(2 * m * n + 1)
  const integral = entropyIntegral(a, log, n, a)
  return B >= a ? integral : Math.min(integral, Math.max(closedForm, entropyIntegral(a, log, n, B)))
}

/** Corollary 8 estimates an integral from 5/2 of this rate up to B. Beyond B it goes down as there are fewer lists, and below 0. */
export function printedEuclideanRefusal({ G, W, R, B, m, n }: Inputs): string | undefined {
  const from = 2.5 * G * W * R * Math.sqrt(Math.log2(3 * m * n) / n)
  if (from <= B) return undefined
  return `Corollary 8 estimates an integral from 5/2 G W R √(log₂(3mn)/n) = ${shown(from)} up to B = ${shown(B)}, and the first is the greater. It takes more lists.`
}

/**
 * Corollary 11 holds for large arguments of its two logarithms: below, it grows with the number of lists, and the square hides a
 * negative one. From 5 on it falls. With one feature it would be 0, whatever the ball.
 */
export function printedSparseRefusal({ G, W, R, B, m, n, d }: Inputs): string | undefined {
  const a = G * W * R
  if (a === 0) return undefined
  if (d < 2) return 'Corollary 11 has the factor √(ln d), which is 0 for a single feature, whatever the ball.'
  const inner = Math.log(24 * m * n * a)
  const outer = Math.log((B + 24 * m * n * a) / (40 * Math.SQRT2 * a * Math.sqrt(Math.log(d) * Math.max(inner, 0) * Math.LOG2E)))
  if (inner >= 5 && outer >= 5) return undefined
  return `Corollary 11 falls with the number of lists only where ln(24mnGWR) and its other logarithm are at least 5; here they are ${shown(inner)} and ${shown(outer)}. It takes more lists.`
}

/** Chapelle & Wu's bound as printed has no B. */
export function printedRangeRefusal({ B }: Inputs): string | undefined {
  return B <= 1 ? undefined : `As printed it is for losses of at most 1, and B is ${shown(B)}.`
}

/** Corollary 11 in print could be read as log² or log₂; `printed` takes the square, which the integral of log(1/ε)/ε suggests. */
function sparseRademacher({ G, W, R, B, m, n, d }: Inputs, printed: boolean): number {
  const a = G * W * R
  if (a === 0) return 0
  if (!printed) return a * sparseEntropyIntegral(288 * (2 + Math.log(d)), m * n, n)
  const root = Math.sqrt(Math.log(d) * Math.log2(24 * m * n * a))
  const logarithm = Math.log((B + 24 * m * n * a) / (40 * Math.SQRT2 * a * root))
  return ((120 * Math.SQRT2 * a * root) / Math.sqrt(n)) * logarithm ** 2
}

function uniform({ B, n, delta, empirical }: Inputs, rademacher: number): ComputedBound {
  return summed({ empirical, complexity: 2 * rademacher, confidence: 3 * B * Math.sqrt(Math.log(2 / delta) / (2 * n)) })
}

function excess({ B, n, delta, best }: Inputs, rademacher: number): ComputedBound {
  return summed({
    best,
    complexity: 2 * rademacher,
    confidence: 3 * B * Math.sqrt(Math.log(2 / delta) / (2 * n)),
    comparison: B * Math.sqrt(Math.log(1 / delta) / (2 * n)),
  })
}
