/**
 * What abstaining gains: pairs are answered in the order of a confidence, the most certain first. One sweep over the sorted confidences
 * gives the exact best threshold for a cost, and the risk among the answered pairs against the share of answered pairs.
 */
import { argsortDescending } from '../numeric/compute/argsort.ts'
import type { JudgedPairs } from './judgedPairs.ts'
import { type PairOrigins, resampledInterval, resampledWeights } from './resampledPairs.ts'

/**
 * What a pair has to exceed to be answered. `distance`: of its items, after the feature map. `margin`: of their scores. `combined`: the
 * smaller of the two, each as the share of pairs that do not exceed it, so that a pair is answered if both exceed the same share.
 */
export type AbstentionRule = 'distance' | 'margin' | 'combined'
export const abstentionRules: readonly AbstentionRule[] = ['distance', 'margin', 'combined']

export function confidences(pairs: Pick<JudgedPairs, 'distances' | 'margins'>, rule: AbstentionRule): Float64Array {
  if (rule === 'distance') return pairs.distances
  if (rule === 'margin') return pairs.margins
  const [distance, margin] = [sharesUpTo(pairs.distances), sharesUpTo(pairs.margins)]
  return distance.map((share, pair) => Math.min(share, margin[pair]))
}

/** For each value the share of values that do not exceed it. */
function sharesUpTo(values: Float64Array): Float64Array {
  const order = ascending(values)
  const shares = new Float64Array(values.length)
  for (let from = 0, to = 0; from < order.length; from = to) {
    while (to < order.length && values[order[to]] === values[order[from]]) to++
    for (let place = from; place < to; place++) shares[order[place]] = to / order.length
  }
  return shares
}

function ascending(values: Float64Array): Uint32Array {
  const order = new Uint32Array(values.length)
  argsortDescending(
    Uint32Array.of(0, values.length),
    values.map((value) => -value),
    order,
  )
  return order
}

export interface ThresholdChoice {
  /** Pairs with at most this confidence are left undecided; 0 leaves out only pairs without any. */
  readonly threshold: number
  readonly loss: number
  readonly misranked: number
  readonly abstained: number
}

/** The threshold with the least misranked + cost · abstained of all thresholds from 0 up; of equals the smallest. */
export function bestThreshold(confidence: Float64Array, wrong: Float64Array, cost: number): ThresholdChoice {
  const order = ascending(confidence)
  const count = order.length
  let wrongLeft = 0
  for (const each of wrong) wrongLeft += each
  let best: ThresholdChoice = { threshold: 0, loss: Number.NaN, misranked: Number.NaN, abstained: Number.NaN }
  let place = 0
  const consider = (threshold: number) => {
    while (place < count && confidence[order[place]] <= threshold) wrongLeft -= wrong[order[place++]]
    const [misranked, abstained] = [wrongLeft / count, place / count]
    const loss = misranked + cost * abstained
    // Halves and ones add up exactly, so equal losses are equal.
    if (Number.isNaN(best.loss) || loss < best.loss) best = { threshold, loss, misranked, abstained }
  }
  consider(0)
  while (place < count) consider(confidence[order[place]])
  return best
}

/**
 * The smallest threshold whose loss is within a standard error of the least (the rule of one standard error of Breiman, Friedman, Olshen &
 * Stone 1984, "Classification and regression trees", §3.4.3). It differs from `best` in the pairs in between, which are
 * answered instead of left undecided; resampled lists, or rows of a single list, give the standard error.
 */
export function cautiousThreshold(
  pairs: PairOrigins & Pick<JudgedPairs, 'wrong'>,
  confidence: Float64Array,
  cost: number,
  best: ThresholdChoice,
  resamples: number,
  seed: number,
): ThresholdChoice {
  const order = ascending(confidence)
  const count = order.length
  // At place p: pairs from there to the best threshold are answered.
  const [sums, squares] = [new Float64Array(count + 1), new Float64Array(count + 1)]
  let end = 0
  while (end < count && confidence[order[end]] <= best.threshold) end++
  for (const weights of resampledWeights(pairs, resamples, seed)) {
    let [total, lost] = [0, 0]
    for (const weight of weights) total += weight
    if (total === 0) continue
    for (let place = end - 1; place >= 0; place--) {
      lost += weights[order[place]] * (pairs.wrong[order[place]] - cost)
      sums[place] += lost / total
      squares[place] += (lost / total) * (lost / total)
    }
  }
  let [misses, lost] = [best.misranked * count, 0]
  let choice = best
  for (let place = end - 1; place >= 0; place--) {
    misses += pairs.wrong[order[place]]
    lost += pairs.wrong[order[place]] - cost
    const threshold = place === 0 ? 0 : confidence[order[place - 1]]
    if (threshold === confidence[order[place]] || confidence[order[place]] === 0) continue // between equals
    const variance = (squares[place] - (sums[place] * sums[place]) / resamples) / (resamples - 1)
    if (lost / count > Math.sqrt(Math.max(0, variance))) continue
    const [misranked, abstained] = [misses / count, place / count]
    choice = { threshold, loss: misranked + cost * abstained, misranked, abstained }
  }
  return choice
}

export interface CurvePoint {
  /** Pairs above this are answered. */
  readonly threshold: number
  /** Share of all pairs that are answered, whichever list they are from. */
  readonly coverage: number
  /** Share of the answered pairs that are wrong, whichever list they are from. */
  readonly risk: number
}

/** The curve at about `points` coverages from 1 down, ends of ties only: pairs of equal confidence are answered together. */
export function riskCoverageCurve(confidence: Float64Array, wrong: Float64Array, points: number): CurvePoint[] {
  const order = ascending(confidence)
  const count = order.length
  let wrongLeft = 0
  for (const each of wrong) wrongLeft += each
  const curve: CurvePoint[] = []
  let latest = -1
  for (let place = 0; place < count; ) {
    const step = Math.floor((place / count) * points)
    if (step > latest) {
      latest = step
      curve.push({
        threshold: place === 0 ? 0 : confidence[order[place - 1]],
        coverage: (count - place) / count,
        risk: wrongLeft / (count - place),
      })
    }
    const tied = confidence[order[place]]
    while (place < count && confidence[order[place]] === tied) wrongLeft -= wrong[order[place++]]
  }
  return curve
}

export interface RiskArea {
  /** The mean over coverages of the risk among answered pairs. A random order of the same answers has the risk at coverage 1. */
  readonly area: number
  /** 95 %, by resampling lists, or the rows of a single list. */
  readonly interval: readonly [number, number]
}

/** Area under the risk-coverage curve, AURC: the mean of the risk over all coverages 1/n … n/n, ties answered in equal parts. */
export function riskArea(
  pairs: PairOrigins & Pick<JudgedPairs, 'wrong'>,
  confidence: Float64Array,
  resamples: number,
  seed: number,
): RiskArea {
  const order = ascending(confidence).reverse()
  const area = (weights: Float64Array | undefined) => areaOf(order, confidence, pairs, weights)
  return { area: area(undefined), interval: resampledInterval(pairs, resamples, seed, area) }
}

function areaOf(
  order: Uint32Array,
  confidence: Float64Array,
  { wrong }: Pick<JudgedPairs, 'wrong'>,
  weights: Float64Array | undefined,
): number {
  let [answered, misses, area] = [0, 0, 0]
  for (let from = 0, to = 0; from < order.length; from = to) {
    let [weight, wrongs] = [0, 0]
    while (to < order.length && confidence[order[to]] === confidence[order[from]]) {
      const own = weights === undefined ? 1 : weights[order[to]]
      weight += own
      wrongs += own * wrong[order[to++]]
    }
    if (weight === 0) continue
    answered += weight
    misses += wrongs
    area += weight * (misses / answered)
  }
  return answered === 0 ? Number.NaN : area / answered
}
