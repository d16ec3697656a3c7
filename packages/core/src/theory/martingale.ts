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
import { type MetLosses, metBets, metLosses } from '../models/common/metLosses.ts'
import type { ComputedBound } from './boundSpec.ts'

/** Of losses divided by their ceiling. */
export function martingaleBound(values: Numbers, delta: number): ComputedBound {
  const losses = metLosses(1)
  for (let index = 0; index < values.length; index++) losses.add(values[index])
  return martingaleLimit(losses.met(), delta)
}

/** With probability 1 − δ the mean of the μ_t is at most `value`. */
export function martingaleLimit({ lists: n, sum, logs }: Omit<MetLosses, 'ceiling'>, delta: number): ComputedBound {
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
  const large = Array.from(metBets.keys()).filter((index) => index % 2 === 0 && metBets[index] >= least)
  return large.length > 0 ? large : [0]
}

/** ln of the average over the bets of exp(Σ ln(1 − κ X_t) − n ln(1 − κ m)). */
function averageCapital(used: readonly number[], n: number, m: number, logs: readonly number[]): number {
  const capitals = used.map((index) => logs[index] - n * Math.log1p(-metBets[index] * m))
  const greatest = Math.max(...capitals)
  return greatest + Math.log(capitals.reduce((total, capital) => total + Math.exp(capital - greatest), 0) / used.length)
}
