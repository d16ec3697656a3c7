/**
 * The martingale certificate: a limit of the mean risk of everything a learner used while it learned, from the losses themselves.
 *
 * Lists come one by one. The t-th is met with weights that were made from the lists before it, with a loss X_t of [0, 1], and only then
 * learned from. Let μ_t be the mean of X_t given the past. For a fixed κ of (0, 1), Π (1 − κ X_t)/(1 − κ μ_t) is a martingale of mean 1. As
 * ln(1 − κ μ) is concave in μ, Π (1 − κ X_t)/(1 − κ m)ⁿ with m = Σ μ_t/n is at most that. So is its average over several κ that
 * were fixed before; by Markov's inequality it reaches 1/δ with probability at most δ. It grows with m, so m lies below the
 * point where it is 1/δ. Bets κ that follow the past would not do: the μ_t differ, and the last step needs one κ for all t.
 *
 * With independent lists from one distribution, μ_t is the risk of the weights that list t was met with, and for a convex loss the
 * risk of their average is at most m.
 */
import type { Numbers } from '../data/lists/numbers.ts'
import type { ComputedBound } from './boundSpec.ts'

/** What the certificate needs of the losses met: it does not grow with their number. */
export interface MetTotals {
  readonly n: number
  /** Σ X_t */
  readonly sum: number
  /** Σ ln(1 − κ X_t) for each κ of `martingaleBets`. */
  readonly logs: Float64Array
}

/** From 0.99 down, two for each halving: enough for a thousand million lists. */
export const martingaleBets: Float64Array = Float64Array.from({ length: 28 }, (_, index) => 0.99 * 2 ** (-index / 2))

/** Adds up losses as they are met. */
export function metTotals(): { add(value: number): void; totals(): MetTotals } {
  let [n, sum] = [0, 0]
  const logs = new Float64Array(martingaleBets.length)
  return {
    add(value) {
      n++
      sum += value
      for (let index = 0; index < logs.length; index++) logs[index] += Math.log1p(-martingaleBets[index] * value)
    },
    totals: () => ({ n, sum, logs: logs.slice() }),
  }
}

export function martingaleBound(values: Numbers, delta: number): ComputedBound {
  const met = metTotals()
  for (let index = 0; index < values.length; index++) met.add(values[index])
  return martingaleLimit(met.totals(), delta)
}

/** With probability 1 − δ the mean of the μ_t is at most `value`. */
export function martingaleLimit({ n, sum, logs }: MetTotals, delta: number): ComputedBound {
  const mean = sum / n
  const used = usedBets(n, delta)
  const refutes = (m: number) => averageCapital(used, n, m, logs) >= Math.log(1 / delta)
  let [open, refuted] = [mean, 1]
  if (!refutes(refuted)) return { value: 1, terms: { mean, deviation: 1 - mean } }
  for (let halving = 0; halving < 60 && refuted - open > 1e-15; halving++) {
    const middle = (open + refuted) / 2
    if (refutes(middle)) refuted = middle
    else open = middle
  }
  return { value: refuted, terms: { mean, deviation: refuted - mean } }
}

/**
 * Which of the bets, by n and δ alone. The best κ is about √(2 ln(1/δ)/(n σ²)), σ² the variance of the losses. That is at most 1/4, so
 * smaller bets than √(8 ln(1/δ)/n) are never best. Each further bet costs a share of the average, so every second one is enough.
 */
function usedBets(n: number, delta: number): readonly number[] {
  const least = Math.sqrt((8 * Math.log(1 / delta)) / n)
  const all = Array.from(martingaleBets.keys())
  const large = all.filter((index) => index % 2 === 0 && martingaleBets[index] >= least)
  return large.length > 0 ? large : [0]
}

/** ln of the average over the bets of exp(Σ ln(1 − κ X_t) − n ln(1 − κ m)). */
function averageCapital(used: readonly number[], n: number, m: number, logs: Float64Array): number {
  const capitals = used.map((index) => logs[index] - n * Math.log1p(-martingaleBets[index] * m))
  const greatest = Math.max(...capitals)
  return greatest + Math.log(capitals.reduce((total, capital) => total + Math.exp(capital - greatest), 0) / used.length)
}
