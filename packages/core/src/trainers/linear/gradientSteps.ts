/**
 * How long the steps of online gradient descent are. With G = G_φ R and H = H_φ R² for features in a ball of radius R, weights in one of
 * radius W and n lists:
 *
 *   theory: η = W/(G √(2n)), that of Theorem 5 of Tewari & Chaudhuri 2015.
 *   sharp:  η = W/(G √n), for which the regret bound is least; given L*, the same for smooth losses (`sharpSmoothStep`).
 *   smooth: η = W/(4HW + 2 √(4H²W² + 2 H L* n)), their (7).
 *
 * L* is the least mean loss on the ball, in units of the loss that certificates speak of: for listnet the KL divergence, which is 0
 * where the scores fit the labels, not the cross entropy. For the smooth step it may be left open. It is then guessed small, and doubled
 * whenever the losses met so far exceed what the theory allows for the guess.
 */
import type { LossConstants } from '../../losses/loss.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { sharpSmoothStep, sharpStep } from '../../theory/queryLevelExpected.ts'

/** The length of the next step, once the loss that the list was met with is known. */
export type GradientSteps = (loss: number) => number

export interface StepRule {
  readonly step: number | 'theory' | 'sharp' | 'smooth'
  readonly leastLoss?: number | undefined
}

export interface StepSetting {
  readonly constants: Pick<LossConstants, 'lipschitz' | 'smoothness'>
  /** Number of lists. */
  readonly n: number
  /** The greatest weight of a list over the mean weight: that list pulls as many times harder. */
  readonly heaviest: number
  readonly radius: number
  /** R in the l2 norm. */
  readonly reach: number
}

export function gradientSteps({ step, leastLoss }: StepRule, { constants, n, heaviest, radius: W, reach: R }: StepSetting): GradientSteps {
  if (typeof step === 'number') return () => step
  const { lipschitz, smoothness } = constants
  const G = lipschitz.value * heaviest
  if (step === 'theory') {
    const length = sharpStep({ G, W, R, n }) / Math.SQRT2
    return () => length
  }
  if (step === 'sharp' && leastLoss === undefined) {
    const length = sharpStep({ G, W, R, n })
    return () => length
  }
  if (smoothness === undefined) {
    const allowed = step === 'sharp' ? 'sharp without a least loss, theory or a number' : 'theory, sharp or a number'
    throw new RankwrightError({
      area: 'option',
      code: 'option-out-of-range',
      option: 'step',
      found: step,
      allowed: `${allowed}: this loss is not smooth`,
    })
  }
  const H = smoothness.value * heaviest
  if (step === 'sharp') {
    const length = sharpSmoothStep({ H, W, R, n, best: leastLoss! }) // sharp without one has returned above
    return () => length
  }
  return smoothSteps(H * R * R, W, n, leastLoss)
}

function smoothSteps(H: number, W: number, n: number, leastLoss: number | undefined): GradientSteps {
  const lengthFor = (least: number) => (H > 0 && W > 0 ? W / (4 * H * W + 2 * Math.sqrt(4 * H * H * W * W + 2 * H * least * n)) : 0)
  if (leastLoss !== undefined) {
    const length = lengthFor(leastLoss)
    return () => length
  }
  // (8): the mean loss met is at most L* + 2 √(2 H W² L*/n) + 8 H W²/n.
  const unit = (H * W * W) / n
  const allowed = (least: number) => n * (least + 2 * Math.sqrt(2 * unit * least) + 8 * unit)
  let guess = unit
  let met = 0
  return (value) => {
    met += value
    while (unit > 0 && met > allowed(guess)) guess *= 2
    return lengthFor(guess)
  }
}
