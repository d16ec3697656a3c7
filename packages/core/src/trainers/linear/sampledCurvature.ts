/**
 * What the second derivatives of a mean loss look like, from a sample. The Hessian of a list's loss in its scores is for our
 * losses a sum over pairs of items, Σ c (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ, so that of the mean loss in the weights is an expectation of
 * c (xᵢ − xⱼ)(xᵢ − xⱼ)ᵀ over lists and pairs. A few dozen drawn pairs per feature know it well enough to turn gradients into
 * steps that go almost straight to the minimum, which saves most of the passes over the data; Byrd, Chin, Neveitt & Nocedal
 * 2011, "On the use of stochastic Hessian information in optimization methods for machine learning".
 */
import { type Random, seededRandom } from '../../numeric/random.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { MappedFeatures } from '../common/mappedFeatures.ts'
import { type GradedLists, listShares } from './rankingPass.ts'

/**
 * Draws so many times two items i and j of a list with a weight c ≥ 0, such that the expectation of c (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ is the
 * Hessian of the loss of the list; tells those with c > 0.
 */
export type PairDraws = (
  scores: Float64Array,
  labels: Float64Array,
  random: Random,
  draws: number,
  found: (i: number, j: number, weight: number) => void,
) => void

/** v ← H⁻¹ v, in place. */
export type Solve = (into: Float64Array) => void

/** The curvature of the mean loss plus λ/2 ‖w‖² at the weights; none where the sample shows none. */
export type SampledCurvature = (weights: Float64Array, lambda: number) => Solve

const PAIRS_PER_FEATURE = 32
const LEAST_PAIRS = 512
const MOST_LISTS = 512
/** From one list. */
const MOST_DRAWS = 256
/** Added to the diagonal, as a share of it: for what the sample misses. */
const RIDGE = 1e-3

/** Undefined where a sample costs more than the passes that it could save: with many features, few rows. */
export function sampledCurvature(
  features: MappedFeatures,
  lists: GradedLists,
  drawsOf: PairDraws,
  { compute }: Runtime,
  given?: Float64Array,
): SampledCurvature | undefined {
  const { width, rows } = features
  const { labels, offsets } = lists
  const count = offsets.length - 1
  const wanted = Math.max(LEAST_PAIRS, PAIRS_PER_FEATURE * width)
  if (wanted * width > 16 * rows) return undefined
  const sampled = Math.min(count, given === undefined ? MOST_LISTS : wanted)
  const shares = listShares(lists)
  const chosen = Uint32Array.from({ length: sampled }, (_, k) => Math.floor(((k + 0.5) * count) / sampled))
  const most = 2 * wanted + MOST_DRAWS
  const longest = chosen.reduce((most, list) => Math.max(most, offsets[list + 1] - offsets[list]), 0)
  const scores = compute.float64(longest)
  const vector = compute.float64(width)
  const differences = compute.float64(most * width)
  const counted = compute.float64(most)
  const matrix = compute.float64(width * width)

  /** Draws so many pairs of every chosen list, until the table is full; how many counted, and the share of the lists drawn from. */
  function drawFromAll(draws: number, random: Random): { found: number; share: number } {
    let found = 0
    let share = 0
    for (const list of chosen) {
      if (found + draws > most) break
      share += shares[list]
      const start = offsets[list]
      const length = offsets[list + 1] - start
      if (length < 2 || !(shares[list] > 0)) continue
      const own = given === undefined ? scores.subarray(0, length) : given.subarray(start, start + length)
      if (given === undefined) features.multiply(start, start + length, vector, own)
      drawsOf(own, labels.subarray(start, start + length), random, draws, (i, j, weight) => {
        features.difference(start + i, start + j, differences.subarray(found * width, (found + 1) * width))
        counted[found++] = (weight * shares[list]) / draws
      })
    }
    return { found, share }
  }

  return (weights, lambda) => {
    const random = seededRandom(1)
    vector.set(weights)
    const tried = drawFromAll(1, random)
    const draws = Math.ceil(wanted / Math.max(tried.found, 1))
    const { found, share } = drawFromAll(Math.min(draws, MOST_DRAWS), random)
    for (let place = 0; place < found; place++) counted[place] /= share
    matrix.fill(0)
    compute.syrk(found, width, differences, counted, matrix)
    let trace = 0
    for (let place = 0; place < width; place++) trace += matrix[place * width + place]
    for (let place = 0; place < width; place++) {
      const own = matrix[place * width + place]
      matrix[place * width + place] = own + lambda + RIDGE * (own > 0 ? own : trace / width)
    }
    if (!(trace > 0) || !compute.cholesky(width, matrix)) return () => {}
    return (into) => {
      vector.set(into)
      compute.choleskySolve(width, matrix, vector)
      into.set(vector)
    }
  }
}
