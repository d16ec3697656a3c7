/**
 * Bounds in expectation over the draw of the n training lists, free of the lists' length. Tewari & Chaudhuri 2015,
 * "Generalization error bounds for learning to rank: does the length of document lists matter?", §5, §6 and §8.3.
 *
 * `best` is the least expected loss that weights of the ball reach. It is not known; 0 makes the value the excess over it.
 */
import type { ComputedBound } from './boundSpec.ts'

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
 * Theorem 6: the minimiser of λ/2 ‖w‖² + empirical loss over the ball, with the theory's λ if none is given. With another
 * λ, the inequality of the proof of Theorem 18 before λ is chosen.
 */
export function regularisedBound(inputs: Readonly<Record<string, number>>): ComputedBound {
  const { G, W, R, n, best, lambda } = inputs
  if (lambda === undefined) return summed({ best, gap: 2 * G * R * W * (8 / n + Math.sqrt(2 / n)) })
  return summed({ best, bias: (lambda * W * W) / 2, stability: (4 * (lambda * W + G * R) ** 2) / (lambda * n) })
}

/** The λ that makes Theorem 6 hold as printed: it minimises the bound for any λ. */
export function theoryLambda({ G, W, R, n }: { readonly G: number; readonly W: number; readonly R: number; readonly n: number }): number {
  const slope = G * R
  return Math.sqrt((4 * slope * slope) / n / ((W * W) / 2 + (4 * W * W) / n))
}

export function summed(terms: Readonly<Record<string, number>>): ComputedBound {
  return { value: Object.values(terms).reduce((total, term) => total + term, 0), terms }
}
