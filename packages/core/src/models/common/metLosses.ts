import { logOnePlus } from '../../numeric/special/logOnePlus.ts'

/**
 * The losses that a learner met its lists with, each before it was learned from, in the form that the martingale certificate needs
 * (theory/martingale.ts). Its size does not depend on the number of lists.
 */
export interface MetLosses {
  readonly lists: number
  /** B: no loss of a list of the setting exceeds it. */
  readonly ceiling: number
  /** Σ X, X = loss/B */
  readonly sum: number
  /** Σ ln(1 − κ X) for each κ of `metBets`. */
  readonly logs: readonly number[]
}

/** The κ that are recorded, from 0.99 down, two for each halving: enough for a thousand million lists. */
export const metBets: readonly number[] = Array.from(
  { length: 28 },
  (_, index) => 0.99 * 2 ** -Math.ceil(index / 2) * (index % 2 === 0 ? 1 : Math.SQRT2),
)

/** Adds up losses as they are met. */
export function metLosses(ceiling: number): { add(loss: number): void; met(): MetLosses } {
  let [lists, sum] = [0, 0]
  const logs = new Float64Array(metBets.length)
  return {
    add(loss) {
      const share = ceiling > 0 ? Math.min(1, Math.max(0, loss / ceiling)) : 0 // beyond only by rounding
      lists++
      sum += share
      for (let index = 0; index < logs.length; index++) logs[index] += logOnePlus(-metBets[index] * share)
    },
    met: () => ({ lists, ceiling, sum, logs: Array.from(logs) }),
  }
}
