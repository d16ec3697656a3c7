import { expOf } from '../special/exp.ts'
import { logOf } from '../special/log.ts'
import { argsortDescending } from './argsort.ts'
import { requireLength, requireOffsets } from './requireLength.ts'

/** Keeps the weight of pairs with equal scores finite. */
const NEAR = 0.01
/** Scores further apart than this are taken to be this far apart: the worse item is ahead with a probability of 1e-304 or less. */
const FARTHEST = 700

/**
 * LambdaRank's slopes and curvatures. List q has the items offsets[q] .. offsets[q + 1]; item k is the row items[k] and has the gain gains[k]. For
 * places i < j of the order by scores (of equal scores the item that comes first in `items`), i below `cutoff`, the pair weighs |gainᵢ − gainⱼ| (discountᵢ − discountⱼ), and its loss is log(1 + exp(−d)), d the lead of the item with the greater gain. If
 * `normalise`, the weight is divided by 0.01 + |d| (unless all scores of the list are equal), and the slopes and curvatures of a list are
 * multiplied with log₂(1 + t)/t, t the sum of |slope| over its pairs, both items.
 *
 * The probability exp(sⱼ)/(exp(sᵢ) + exp(sⱼ)) is computed from the exponentials of the items, not of the pairs: as they are over the first score, or,
 * in a list with scores too far apart for that, over the score of the pair's first item. A pair is divided once, by the product of both divisors.
 *
 * The slope of item i is summed over its pairs as first place in two lanes, those at even and at odd distance.
 */
export function lambdas(
  offsets: Uint32Array,
  items: Uint32Array,
  cutoff: number,
  normalise: boolean,
  scores: Float64Array,
  gains: Float64Array,
  discounts: Float64Array,
  slopes: Float64Array,
  curvatures: Float64Array,
): void {
  const { length: rows, longest } = requireLambdas(offsets, items, scores, gains, discounts, slopes, curvatures)
  const order = new Uint32Array(rows)
  const own = Float64Array.from({ length: rows }, (_, item) => scores[items[item]])
  argsortDescending(offsets, own, order)
  const memory = {
    s: new Float64Array(longest),
    g: new Float64Array(longest),
    own: new Float64Array(longest),
    curves: new Float64Array(longest),
    powers: new Float64Array(longest),
  }
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [from, to] = [offsets[list], offsets[list + 1]]
    const places = order.subarray(from, to)
    for (let place = 0; place < places.length; place++) {
      memory.s[place] = own[from + places[place]]
      memory.g[place] = gains[from + places[place]]
    }
    const scale = pairsOfList(places.length, cutoff, normalise, memory, discounts)
    for (let place = 0; place < places.length; place++) {
      const row = items[from + places[place]]
      slopes[row] = memory.own[place] * scale
      curvatures[row] = memory.curves[place] * scale
    }
  }
}

/** Sums over the pairs of one list, its items in the order of their scores; gives what they are to be multiplied with. */
function pairsOfList(
  length: number,
  cutoff: number,
  normalise: boolean,
  { s, g, own, curves, powers }: Readonly<Record<'s' | 'g' | 'own' | 'curves' | 'powers', Float64Array>>,
  discounts: Float64Array,
): number {
  own.fill(0, 0, length)
  curves.fill(0, 0, length)
  const spread = normalise && s[0] !== s[length - 1]
  const far = s[0] - s[length - 1] > FARTHEST
  const sums = new Float64Array(6) // of lambda with its sign, lambda, and curvature; each in two lanes
  let total = 0
  for (let i = 0; i < Math.min(cutoff, length - 1); i++) {
    sums.fill(0)
    if (i === 0 || far) for (let j = i; j < length; j++) powers[j] = expOf(Math.max(-FARTHEST, s[j] - s[i]))
    for (let j = i + 1; j < length; j++) {
      const gap = g[i] - g[j]
      const divisor = spread ? NEAR + Math.min(FARTHEST, s[i] - s[j]) : 1
      const share = 1 / ((powers[i] + powers[j]) * divisor)
      const [worse, better] = gap > 0 ? [powers[j], powers[i]] : [powers[i], powers[j]]
      const lambda = Math.abs(gap) * (discounts[i] - discounts[j]) * (worse * share)
      const curve = lambda * (better * divisor * share)
      const signed = gap > 0 ? lambda : -lambda
      const lane = (j - i - 1) & 1
      sums[lane] += signed
      sums[2 + lane] += lambda
      sums[4 + lane] += curve
      own[j] += signed
      curves[j] += curve
    }
    own[i] -= sums[0] + sums[1]
    curves[i] += sums[4] + sums[5]
    total += sums[2] + sums[3]
  }
  return normalise && total > 0 ? logOf(1 + 2 * total) / (Math.LN2 * 2 * total) : 1
}

export function requireLambdas(
  offsets: Uint32Array,
  items: Uint32Array,
  scores: Float64Array,
  gains: Float64Array,
  discounts: Float64Array,
  slopes: Float64Array,
  curvatures: Float64Array,
): { readonly length: number; readonly longest: number } {
  requireOffsets(offsets, scores.length)
  const length = offsets.at(-1) ?? 0
  let longest = 0
  for (let list = 0; list + 1 < offsets.length; list++) longest = Math.max(longest, offsets[list + 1] - offsets[list])
  requireLength('items', items, length)
  requireLength('gains', gains, length)
  requireLength('discounts', discounts, longest)
  requireLength('slopes', slopes, length)
  requireLength('curvatures', curvatures, length)
  return { length, longest }
}
