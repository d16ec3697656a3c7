/**
 * Minimises er_T(f) + λ ‖f‖² with the gamma loss of Gao & Xu 2013, (3): 1 for a lead u < 0, 1 − u/γ from 0 to γ, 0 above. It is the difference
 * of two hinges, (1 − u/γ)₊ − (−u/γ)₊, and not convex: no theorem is about its minimiser, and what is found is a point where going further
 * down takes a jump. The concave half is replaced by its tangent, the convex rest minimised, and so on; no step goes up (Yuille & Rangarajan
 * 2003, "The concave-convex procedure"). The first tangent is 0: the hinge.
 */
import { smoothedHinge } from '../../losses/smoothedHinge.ts'
import { FenwickTree } from '../../numeric/order/fenwickTree.ts'
import type { RankingSpace } from '../../ontology/graph/rankingSpace.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { type KPartiteFit, type KPartiteSolverOptions, kPartiteHinge } from './kPartiteHinge.ts'

const MOST_ROUNDS = 50

export function* kPartiteGamma(
  space: RankingSpace,
  rates: Float64Array,
  gamma: number,
  { lambda, tolerance, iterations, start }: Omit<KPartiteSolverOptions, 'width' | 'tilt'>,
  runtime: Pick<Runtime, 'stop'> = plainRuntime,
): Training<Omit<KPartiteFit, 'gap' | 'excess'>> {
  const scores = new Float64Array(rates.length)
  const atZero = gammaLoss(scores, rates, gamma)
  let made = 0
  let best: Omit<KPartiteFit, 'gap' | 'excess'> | undefined
  let tilt: Float64Array | undefined
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const from = best?.coefficients ?? start
    const options = { lambda, tolerance, iterations: Math.max(0, iterations - made), width: gamma }
    const fit = yield* kPartiteHinge(space, rates, { ...options, ...(from && { start: from }), ...(tilt && { tilt }) }, runtime)
    made += fit.iterations
    const point = space.point(fit.coefficients)
    space.sampled(point, scores)
    const error = gammaLoss(scores, rates, gamma)
    const objective = error + lambda * space.inner(point, point)
    const before = best?.objective ?? Number.POSITIVE_INFINITY
    if (objective < before) best = { coefficients: fit.coefficients, point, objective, error, iterations: made }
    if (best !== undefined && (before - objective <= tolerance * (atZero - best.objective) || made >= iterations)) break
    tilt = misorderTilt(scores, rates, gamma)
  }
  return { ...(best as Omit<KPartiteFit, 'gap' | 'excess'>), iterations: made }
}

/** Mean over the pairs of the sample: the slopes of a hinge that is smoothed over the width 1. */
export function gammaLoss(scores: Float64Array, rates: Float64Array, gamma: number): number {
  const smoothed = smoothedHinge('sum', 1)
  const scaled = scores.map((score) => score / gamma)
  smoothed.evaluate(scaled, rates, new Float64Array(scores.length))
  return smoothed.mass / (scores.length * scores.length)
}

/** Slopes of the mean of min(u/γ, 0) over the pairs: 1/γ at the one that should be higher, −1/γ at the other, for those in the wrong order. */
export function misorderTilt(scores: Float64Array, rates: Float64Array, gamma: number): Float64Array {
  const size = scores.length
  const levels = Float64Array.from(new Set(rates)).sort()
  const levelOf = new Map(Array.from(levels, (rate, level) => [rate, level]))
  const counts = new FenwickTree(levels.length) // over the levels of what scores lower
  const totals = new Float64Array(levels.length + 1)
  for (const rate of rates) totals[(levelOf.get(rate) ?? 0) + 1]++
  for (let level = 0; level < levels.length; level++) totals[level + 1] += totals[level]
  const order = Uint32Array.from(scores, (_, item) => item).sort((a, b) => scores[a] - scores[b])
  const tilt = new Float64Array(size)
  let seen = 0
  for (let from = 0, to = 0; from < size; from = to) {
    while (to < size && scores[order[to]] === scores[order[from]]) to++
    const levelAt = (place: number) => levelOf.get(rates[order[place]]) ?? 0
    // Of a higher rate, but below.
    for (let place = from; place < to; place++) tilt[order[place]] -= seen - counts.sumBefore(levelAt(place) + 1)
    for (let place = from; place < to; place++) counts.add(levelAt(place), 1)
    seen = to
    // Of a lower rate, but above.
    for (let place = from; place < to; place++) tilt[order[place]] += totals[levelAt(place)] - counts.sumBefore(levelAt(place))
  }
  return tilt.map((count) => count / (gamma * size * size))
}
