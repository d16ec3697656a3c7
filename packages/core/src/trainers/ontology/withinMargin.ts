/**
 * The minimiser of er_T(f) + λ ‖f‖² where the penalty keeps all sampled scores within the margin of each other: every pair then costs
 * 1 − (f(t_j) − f(t_i)), er_T is linear with the slopes gᵢ = (how many rates are higher − how many are lower)/M², and the minimiser is −r/(2λ), r the
 * function that stands for g. So it is for fine parts by default: one product with the kernel in place of a search.
 */
import { dot } from '../../numeric/compute/dot.ts'
import type { RankingSpace } from '../../ontology/graph/rankingSpace.ts'
import type { KPartiteFit } from './kPartiteHinge.ts'

/** Undefined where some scores lie further apart: the hinge bends there. */
export function withinMargin(space: RankingSpace, rates: Float64Array, lambda: number): KPartiteFit | undefined {
  const size = rates.length
  const { slopes, pairs } = slopesWithin(rates)
  const standing = space.representer(slopes)
  const point = standing.map((entry) => -entry / (2 * lambda))
  const scores = new Float64Array(size)
  space.sampled(point, scores)
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const score of scores) {
    low = Math.min(low, score)
    high = Math.max(high, score)
  }
  if (!(high - low <= 1)) return undefined
  const error = pairs + dot(slopes, scores)
  const objective = error + lambda * space.inner(point, point)
  const least = pairs - space.inner(standing, standing) / (4 * lambda)
  const excess = Math.max(0, objective - least)
  const gained = pairs - least
  return {
    coefficients: slopes.map((slope) => -slope / (2 * lambda)),
    point,
    objective,
    error,
    excess,
    gap: excess / Math.max(gained, Number.MIN_VALUE),
    iterations: 1,
  }
}

/** The slopes, and the share of pairs with different rates: the error of f = 0. */
function slopesWithin(rates: Float64Array): { slopes: Float64Array; pairs: number } {
  const size = rates.length
  const order = Uint32Array.from(rates.keys()).sort((a, b) => rates[a] - rates[b])
  const slopes = new Float64Array(size)
  let [pairs, start] = [0, 0]
  for (let end = 0; end < size; start = end) {
    while (end < size && rates[order[end]] === rates[order[start]]) end++
    for (let place = start; place < end; place++) slopes[order[place]] = (size - end - start) / (size * size)
    pairs += ((end - start) * start) / (size * size)
  }
  return { slopes, pairs }
}
