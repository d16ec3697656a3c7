/**
 * What the second derivatives of a mean loss look like, from a sample. The Hessian of a list's loss in its scores is for our
 * losses a sum over pairs of items, Σ c (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ, so that of the mean loss in the weights is an expectation of
 * c (xᵢ − xⱼ)(xᵢ − xⱼ)ᵀ over lists and pairs. A few dozen drawn pairs per feature know it well enough to turn gradients into
 * steps that go almost straight to the minimum, which saves most of the passes over the data; Byrd, Chin, Neveitt & Nocedal
 * 2011, "On the use of stochastic Hessian information in optimization methods for machine learning".
 */
import type { LossSpec } from '../../losses/lossSpec.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { LinearLists } from './linearLists.ts'

/**
 * Draws a number of times two items i and j of a list with a weight c ≥ 0, such that the expectation of c (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ is the
 * Hessian of the loss of the list; passes on those with c > 0.
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
export type SampledCurvature = (weights: Float64Array, lambda: number) => Training<Solve>

/** Whose curvature it is. */
export interface SampledLoss {
  /** Asked about by its spec as it is now: a smoothed hinge has another width from time to time. */
  readonly spec: () => LossSpec
  readonly draws: PairDraws
  /** Lists that pairs are drawn from; fewer where scores have to be computed for the purpose. */
  readonly from: 'many lists' | 'few lists'
}

const PAIRS_PER_FEATURE = 32
const LEAST_PAIRS = 512
const FEW_LISTS = 512
/** From one list. */
const MOST_DRAWS = 256
/** Added to the diagonal, as a share of it: for what the sample misses. */
const RIDGE = 1e-3

/** Undefined where a sample costs more than the passes that it could save: with many features, few rows. */
export function sampledCurvature(lists: LinearLists, loss: SampledLoss, seed: number, { compute }: Runtime): SampledCurvature | undefined {
  const { width, size } = lists
  const wanted = Math.max(LEAST_PAIRS, PAIRS_PER_FEATURE * width)
  if (wanted * width > 16 * size.rows) return undefined
  const sampled = Math.min(size.lists, loss.from === 'few lists' ? FEW_LISTS : wanted)
  const chosen = Uint32Array.from({ length: sampled }, (_, k) => Math.floor(((k + 0.5) * size.lists) / sampled))
  const matrix = compute.float64(width * width)
  const vector = compute.float64(width)
  let known: ChosenSample | undefined
  return function* (weights, lambda) {
    known ??= yield* chosenSample(lists, chosen)
    const scores = yield* lists.scoresOf(chosen, loss.spec(), weights)
    const random = seededRandom(seed)
    const most = 2 * wanted + MOST_DRAWS
    const tried = drawFromAll(known, scores, loss.draws, 1, most, random)
    const draws = Math.ceil(wanted / Math.max(tried.weights.length, 1))
    const { pairs, weights: counted, share } = drawFromAll(known, scores, loss.draws, Math.min(draws, MOST_DRAWS), most, random)
    const differences = yield* lists.differences(Uint32Array.from(pairs))
    const scaled = Float64Array.from(counted, (weight) => weight / share)
    matrix.fill(0)
    compute.syrk(counted.length, width, differences, scaled, matrix)
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

/** The lists that pairs are drawn from. */
interface ChosenSample {
  readonly labels: Float64Array
  readonly sizes: Uint32Array
  /** Where the rows of each begin among all rows. */
  readonly firstRows: Float64Array
  readonly shares: Float64Array
}

function* chosenSample(lists: LinearLists, chosen: Uint32Array): Training<ChosenSample> {
  const { labels, sizes, weights, firstRows } = yield* lists.labelsOf(chosen)
  const { by, total } = lists.weighing
  return { labels, sizes, firstRows, shares: weights.map((weight) => (by === 'weights' ? weight : 1) / total) }
}

/** Pairs of rows, what each counts, and the share of the lists drawn from. */
interface DrawnPairs {
  readonly pairs: number[]
  readonly weights: number[]
  readonly share: number
}

/** Draws this many pairs of every chosen list, until the most wanted could be exceeded. */
function drawFromAll(
  { labels, sizes, firstRows, shares }: ChosenSample,
  scores: Float64Array,
  drawsOf: PairDraws,
  draws: number,
  most: number,
  random: Random,
): DrawnPairs {
  const pairs: number[] = []
  const weights: number[] = []
  let share = 0
  let start = 0
  for (let list = 0; list < sizes.length && weights.length + draws <= most; list++) {
    const end = start + sizes[list]
    const [own, graded] = [scores.subarray(start, end), labels.subarray(start, end)]
    start = end
    share += shares[list]
    if (sizes[list] < 2 || !(shares[list] > 0)) continue
    drawsOf(own, graded, random, draws, (i, j, weight) => {
      pairs.push(firstRows[list] + i, firstRows[list] + j)
      weights.push((weight * shares[list]) / draws)
    })
  }
  return { pairs, weights, share }
}
