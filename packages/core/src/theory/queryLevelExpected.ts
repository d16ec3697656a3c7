/**
 * Bounds in expectation over the draw of the n training lists, free of the lists' length. Tewari & Chaudhuri 2015,
 * "Generalization error bounds for learning to rank: does the length of document lists matter?", §5, §6 and §8.3.
 *
 * `best` is the least expected loss that weights of the ball reach. It is not known; 0 makes the value the excess over it.
 */
import { fields, number, requireArguments } from '../arguments/shapes.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { ComputedBound } from './boundSpec.ts'
import { shown } from './shown.ts'

/** Theorem 5: one pass of projected online gradient descent, averaged, over a convex G-Lipschitz loss. */
export function onlineGradientBound({ G, W, R, n, best }: Readonly<Record<string, number>>): ComputedBound {
  return summed({ best, gap: G * W * R * Math.sqrt(2 / n) })
}

/** (8): the same for a smooth loss with the step (7). H is the smoothness of the loss in the scores; in the weights it is H R². */
export function smoothOnlineGradientBound({ H, W, R, n, best }: Readonly<Record<string, number>>): ComputedBound {
  const x = (H * R * R * W * W) / n
  return summed({ best, slow: 2 * Math.sqrt(2 * x * best), fast: 8 * x })
}

/**
 * Theorem 5 without what its proof loses: from zero weights, the regret after n steps of length η is at most
 * ‖w‖²/(2η) + (η/2) Σ ‖gₜ‖², so the excess is at most W²/(2ηn) + η (G R)²/2. The best step is `sharpStep`; any other can be given.
 */
export function sharpGradientBound({ G, W, R, n, best, eta }: Readonly<Record<string, number>>): ComputedBound {
  const slope = G * R
  if (eta === undefined) return summed({ best, gap: (slope * W) / Math.sqrt(n) })
  return summed({ best, start: (W * W) / (2 * eta * n), steps: (eta * slope * slope) / 2 })
}

/** The step for which `sharpGradientBound` is least. */
export function sharpStep({ G, W, R, n }: { readonly G: number; readonly W: number; readonly R: number; readonly n: number }): number {
  const slope = G * R
  return slope > 0 ? W / (slope * Math.sqrt(n)) : 0
}

/**
 * (8) without what its proof loses: a nonnegative H-smooth loss f has ‖g‖² ≤ 2 H f, so for steps η < 1/H the mean loss is at most
 * (L* + W²/(2ηn))/(1 − ηH), H being that in the weights. At the best step: L* + 2a + 2 √(a² + a L*), a = H W²/(2n).
 */
export function sharpSmoothGradientBound({ H, W, R, n, best, eta }: Readonly<Record<string, number>>): ComputedBound {
  const bend = H * R * R
  if (eta === undefined) {
    const a = (bend * W * W) / (2 * n)
    return summed({ best, slow: 2 * Math.sqrt(a * a + a * best), fast: 2 * a })
  }
  const kept = 1 - eta * bend
  if (kept <= 0) {
    const allowed = `below 1/(H R²) = ${shown(1 / bend)}: for longer steps the bound says nothing`
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'eta', found: eta, allowed })
  }
  return summed({ best, slow: (best * eta * bend) / kept, start: (W * W) / (2 * eta * n * kept) })
}

/** The step for which `sharpSmoothGradientBound` is least: u/H, u = (√(a² + a L*) − a)/L*, and 1/(2H) at L* = 0. */
export function sharpSmoothStep({
  H,
  W,
  R,
  n,
  best,
}: {
  readonly H: number
  readonly W: number
  readonly R: number
  readonly n: number
  readonly best: number
}): number {
  const bend = H * R * R
  const a = (bend * W * W) / (2 * n)
  if (!(a > 0)) return 0
  return a / (Math.sqrt(a * a + a * best) + a) / bend // (√(a² + a L*) − a)/L* without the difference
}

/**
 * Theorem 6: the minimiser of λ/2 ‖w‖² + empirical loss over the ball, with the theory's λ if none is given. With another
 * λ, the inequality of the proof of Theorem 18 before λ is chosen.
 */
export function regularisedBound(inputs: Readonly<Record<string, number>>): ComputedBound {
  const { G, W, R, n, best, lambda } = inputs
  if (lambda === undefined) return summed({ best, gap: 2 * G * R * W * (8 / n + Math.sqrt(2 / n)) })
  return summed({ best, bias: (lambda * W * W) / 2, stability: (4 * (lambda * W + G * R) ** 2) / (lambda * n) })
}

/** The λ that makes Theorem 6 hold as printed: it minimises the bound for any λ. */
export function theoryLambda(inputs: { readonly G: number; readonly W: number; readonly R: number; readonly n: number }): number {
  const positive = number({ above: 0 })
  requireArguments({ inputs }, { inputs: fields({ G: positive, W: positive, R: positive, n: positive }) })
  const { G, W, R, n } = inputs
  const slope = G * R
  return Math.sqrt((4 * slope * slope) / n / ((W * W) / 2 + (4 * W * W) / n))
}

export function summed(terms: Readonly<Record<string, number>>): ComputedBound {
  return { value: Object.values(terms).reduce((total, term) => total + term, 0), terms }
}
