/**
 * Weights of features from few examples. The ranks of the labels within each list are regressed on the features, weights at least 0:
 *
 *   minimise 1/n Σ (y − z · w)² + λ ‖w − a p‖²,   w ≥ 0,
 *
 * y and z less their means in the list. p is where the weights start: the similarity that `ontology train` gives, or all features alike. a is the
 * least-squares scale of p alone. λ is the greatest whose left-out error is within half a standard error of the least, infinity included: few or noisy
 * examples leave the start as it is. (Breiman 1996, "Stacked regressions", for weights at least 0 and left-out predictions.)
 */
import { applyFeatureMap } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { seededRandom } from '../../numeric/random.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { trainingRecord } from '../../trainers/common/trainingRecord.ts'
import { fitFeatureMap } from '../../work/fitFeatureMap.ts'

export const blendMethod = 'blend'
const penalties = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, Number.POSITIVE_INFINITY]
const innerFolds = 5
/** Folds are dealt so often, and errors are means over the deals. */
const deals = 4
const standardErrors = 0.5
const mostSweeps = 500

export interface BlendStart {
  /** Where the weights start, one for each feature. */
  readonly start: readonly number[]
  /** The query term of each row: rows of one are left out together. */
  readonly queries: readonly string[]
  readonly seed: number
}

export function blendedRanker(lists: RankingLists, { start, queries, seed }: BlendStart, { compute }: Runtime): LinearModel {
  const featureMap = fitFeatureMap(lists, { scale: 'standard' })
  const mapped = applyFeatureMap(featureMap, lists, compute)
  if (mapped.kind !== 'dense') throw new Error('features of terms are dense')
  const rows = centredRows(Float64Array.from(mapped.values), lists)
  const lambda = chosenPenalty(rows, start, queries, seed)
  const { weights, objective, sweeps, moved } = fitted(
    productsOf(rows, () => true),
    start,
    lambda,
  )
  return {
    kind: 'linear',
    method: blendMethod,
    options: { scale: 'standard', lambda: Number.isFinite(lambda) ? lambda : 'infinite', seed },
    features: lists.featureNames ?? lists.width,
    featureMap,
    weights,
    intercept: 0,
    training: trainingRecord(
      lists,
      undefined,
      { given: [], fitted: ['lambda'], tuned: [], iterations: sweeps, objective, optimality: moved },
      compute,
    ),
  }
}

interface CentredRows {
  readonly width: number
  readonly values: Float64Array
  readonly targets: Float64Array
}

/** Features and ranks of labels, from 0 to 1, less their means in the list. */
function centredRows(values: Float64Array, { labels, offsets, width }: RankingLists): CentredRows {
  const targets = new Float64Array(labels.length)
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [from, to] = [offsets[list], offsets[list + 1]]
    const order = Array.from({ length: to - from }, (_, row) => from + row).sort((a, b) => labels[a] - labels[b])
    for (let first = 0, last = 0; first < order.length; first = last) {
      while (last < order.length && labels[order[last]] === labels[order[first]]) last++
      for (let at = first; at < last; at++) targets[order[at]] = ((first + last - 1) / 2 + 0.5) / order.length - 0.5
    }
    for (let feature = 0; feature < width; feature++) {
      let mean = 0
      for (let row = from; row < to; row++) mean += values[row * width + feature] / (to - from)
      for (let row = from; row < to; row++) values[row * width + feature] -= mean
    }
  }
  return { width, values, targets }
}

function chosenPenalty(rows: CentredRows, start: readonly number[], queries: readonly string[], seed: number): number {
  const random = seededRandom(seed).fork('penalty')
  const errors = penalties.map(() => new Float64Array(queries.length))
  for (let deal = 0; deal < deals; deal++) {
    const names = random.shuffle([...new Set(queries)])
    const foldOf = new Map(names.map((name, place) => [name, place % innerFolds]))
    const folds = Uint8Array.from(queries, (query) => foldOf.get(query) ?? 0)
    for (let fold = 0; fold < Math.min(innerFolds, names.length); fold++) {
      const seen = productsOf(rows, (row) => folds[row] !== fold)
      for (const [place, lambda] of penalties.entries()) {
        const { weights } = fitted(seen, start, lambda)
        for (let row = 0; row < queries.length; row++)
          if (folds[row] === fold) errors[place][row] += (rows.targets[row] - scoreOf(rows, row, weights)) ** 2 / deals
      }
    }
  }
  const sums = errors.map((each) => each.reduce((sum, error) => sum + error, 0))
  const least = sums.indexOf(Math.min(...sums))
  for (let place = penalties.length - 1; place > least; place--) if (withinError(errors[place], errors[least])) return penalties[place]
  return penalties[least]
}

/** Whether the first errors exceed the others by at most half the standard error of the difference. */
function withinError(first: Float64Array, second: Float64Array): boolean {
  const n = first.length
  const mean = first.reduce((sum, error, row) => sum + error - second[row], 0) / n
  const variance = first.reduce((sum, error, row) => sum + (error - second[row] - mean) ** 2, 0) / n
  return mean <= standardErrors * Math.sqrt(variance / n)
}

interface Products {
  readonly width: number
  /** Means of products: of features with each other, of features with targets, and of targets with themselves. */
  readonly features: Float64Array
  readonly withTarget: Float64Array
  readonly targets: number
}

function productsOf({ width, values, targets }: CentredRows, uses: (row: number) => boolean): Products {
  const features = new Float64Array(width * width)
  const withTarget = new Float64Array(width)
  let [count, squares] = [0, 0]
  for (let row = 0; row < targets.length; row++) {
    if (!uses(row)) continue
    count++
    squares += targets[row] ** 2
    for (let i = 0; i < width; i++) {
      const value = values[row * width + i]
      withTarget[i] += value * targets[row]
      for (let j = 0; j <= i; j++) features[i * width + j] += value * values[row * width + j]
    }
  }
  const rows = Math.max(1, count)
  for (let i = 0; i < width; i++) {
    withTarget[i] /= rows
    for (let j = 0; j <= i; j++) features[j * width + i] = features[i * width + j] /= rows
  }
  return { width, features, withTarget, targets: squares / rows }
}

/** By coordinate descent on the matrix of the products of features. */
function fitted({ width, features, withTarget, targets }: Products, start: readonly number[], lambda: number) {
  const along = (weights: ArrayLike<number>, i: number) => {
    let sum = 0
    for (let j = 0; j < width; j++) sum += features[i * width + j] * weights[j]
    return sum
  }
  const gain = start.reduce((sum, each, i) => sum + each * withTarget[i], 0)
  const size = start.reduce((sum, each, i) => sum + each * along(start, i), 0)
  const scale = size > 0 && gain > 0 ? gain / size : 1e-3 // the start stays an order even where the examples speak against it
  const prior = start.map((each) => scale * each)
  const weights = Float64Array.from(prior)
  let [sweeps, moved] = [0, 0]
  if (Number.isFinite(lambda)) {
    do {
      moved = 0
      for (let i = 0; i < width; i++) {
        const own = features[i * width + i]
        const next = Math.max(0, (withTarget[i] - along(weights, i) + own * weights[i] + lambda * prior[i]) / (own + lambda))
        moved = Math.max(moved, Math.abs(next - weights[i]))
        weights[i] = next
      }
    } while (++sweeps < mostSweeps && moved > 1e-9)
  }
  const fit = weights.reduce((sum, each, i) => sum + each * (along(weights, i) - 2 * withTarget[i]), targets)
  const penalty = Number.isFinite(lambda) ? lambda * weights.reduce((sum, each, i) => sum + (each - prior[i]) ** 2, 0) : 0
  return { weights, objective: fit + penalty, sweeps, moved }
}

function scoreOf({ width, values }: CentredRows, row: number, weights: Float64Array): number {
  let sum = 0
  for (let i = 0; i < width; i++) sum += values[row * width + i] * weights[i]
  return sum
}
