/**
 * Smoothed DCG. Chapelle & Wu 2010, "Gradient descent optimization of smoothed information retrieval metrics". The gain is
 * Σⱼ D(j) Σᵢ G(yᵢ) hᵢⱼ over the places j up to the cutoff, where hᵢⱼ says how much item i stands at place j, Σᵢ hᵢⱼ = 1:
 *
 * - cutoff 1: h is the softmax of s / σ, as in Tewari & Chaudhuri 2015, "Generalization error bounds for learning to rank: does
 *   the length of document lists matter?", §3.2.
 * - cutoff k > 1: h is the softmax over i of −(sᵢ − t)² / σ, t the j-th greatest score. Items with tied scores share their places.
 *   Where all scores are equal this has no slope: training must start elsewhere.
 *
 * The loss is G_max Σⱼ D(j) − gain, G_max the greatest gain in the list. The DCG of the ideal order cannot replace the
 * first term: an item may stand at several places at once (Σⱼ hᵢⱼ can exceed 1), so the gain can rise above it. Not convex.
 */
import { number, options as optionsShape } from '../arguments/shapes.ts'
import { argsortDescending } from '../numeric/compute/argsort.ts'
import { expOf } from '../numeric/special/exp.ts'
import { logOf } from '../numeric/special/log.ts'
import { boundedScores, notANumber } from './boundedScores.ts'
import { discountSum, lossDiscount, lossGain } from './dcgWeights.ts'
import type { ListLoss, LossConstants, LossSetting } from './loss.ts'
import { floatScratch, indexScratch } from './scratch.ts'

export interface SmoothedDcgOptions {
  /** How far places blur into each other; DCG itself as it goes to 0. */
  readonly sigma?: number
  /** How many leading places count. */
  readonly cutoff?: number
}

const takesOptions = optionsShape({ sigma: number({ above: 0 }), cutoff: number({ atLeast: 1, whole: true, infinite: true }) })

export function smoothedDcg(options: SmoothedDcgOptions = {}): ListLoss {
  takesOptions('options', options)
  const { sigma = 1, cutoff = 1 } = options
  const scoreMemory = floatScratch()
  const gainMemory = floatScratch()
  const weightMemory = floatScratch()
  const orderMemory = indexScratch()
  return {
    name: `smoothed-dcg@${cutoff}`,
    convex: false,
    smooth: cutoff === 1,
    evaluate(scores, labels, into) {
      const length = scores.length
      if (length === 0) return 0
      const s = scoreMemory(length)
      if (!boundedScores(scores, s)) return notANumber(into)
      const gains = gainMemory(length)
      const greatest = gainsOf(labels, gains)
      into.fill(0)
      if (greatest === 0) return 0
      const weights = weightMemory(length)
      if (cutoff === 1) return greatest * softGap(s, gains, greatest, sigma, into, weights)
      const order = orderMemory(length)
      argsortDescending(Uint32Array.of(0, length), s, order)
      return greatest * placesGap(s, gains, greatest, sigma, cutoff, order, into, weights)
    },
    constants: (setting) => (cutoff === 1 ? topConstants(setting, sigma) : cutoffConstants(setting, sigma, cutoff)),
  }
}

/** into = the gains as parts of the greatest one, which is given back. */
function gainsOf(labels: Float64Array, into: Float64Array): number {
  let greatest = 0
  for (let item = 0; item < labels.length; item++) {
    into[item] = lossGain(labels[item])
    if (into[item] > greatest) greatest = into[item]
  }
  if (greatest > 0) for (let item = 0; item < labels.length; item++) into[item] /= greatest
  return greatest
}

/** 1 − Σ gain · softmax(s / σ), as the sum of the missing gains. Writes `scale` times the gradient. */
function softGap(s: Float64Array, gains: Float64Array, scale: number, sigma: number, into: Float64Array, weights: Float64Array): number {
  const length = into.length
  let largest = -Infinity
  for (let item = 0; item < length; item++) if (s[item] > largest) largest = s[item]
  let sum = 0
  let missing = 0
  for (let item = 0; item < length; item++) {
    const weight = expOf((s[item] - largest) / sigma)
    weights[item] = weight
    sum += weight
    missing += weight * (1 - gains[item])
  }
  const gap = missing / sum
  const slope = scale / (sigma * sum)
  for (let item = 0; item < length; item++) into[item] = slope * weights[item] * (1 - gains[item] - gap)
  return gap
}

/** The same over the places up to the cutoff; those of tied scores are one step, their centre's slope shared by all of them. */
function placesGap(
  s: Float64Array,
  gains: Float64Array,
  scale: number,
  sigma: number,
  cutoff: number,
  order: Uint32Array,
  into: Float64Array,
  weights: Float64Array,
): number {
  const length = into.length
  let total = 0
  for (let place = 0, end = 0; place < Math.min(cutoff, length); place = end) {
    const centre = s[order[place]]
    let discount = 0
    for (end = place; end < length && s[order[end]] === centre; end++) if (end < cutoff) discount += lossDiscount(end)
    let sum = 0
    let missing = 0
    for (let item = 0; item < length; item++) {
      const apart = s[item] - centre
      const weight = expOf((-apart * apart) / sigma)
      weights[item] = weight
      sum += weight
      missing += weight * (1 - gains[item])
    }
    const gap = missing / sum
    const slope = (-2 * scale * discount) / (sigma * sum)
    let moved = 0
    for (let item = 0; item < length; item++) {
      if (weights[item] === 0) continue
      const change = slope * weights[item] * (1 - gains[item] - gap) * (s[item] - centre)
      into[item] += change
      moved += change
    }
    const share = moved / (end - place)
    for (let tied = place; tied < end; tied++) into[order[tied]] -= share
    total += discount * gap
  }
  return total
}

function topConstants({ greatestLabel, longestList }: LossSetting, sigma: number): LossConstants {
  const gain = longestList > 1 ? lossGain(greatestLabel) : 0
  return {
    lipschitz: {
      value: gain / (2 * sigma),
      printed: (2 * gain) / sigma,
      origin: 'D(1) = 1 and the greatest mean deviation, half the range, of gains up to that of the greatest label',
    },
    smoothness: {
      value: gain / (2 * sigma * sigma),
      origin: 'the greatest third joint cumulant of a gain and two signs: half the range, found by search over all their distributions',
    },
    lipschitzL2: {
      value: gain / (2 * Math.SQRT2 * sigma),
      printed: (2 * gain) / sigma,
      origin: 'G / √2, as the entries of the gradient sum to 0',
    },
  }
}

/**
 * With p the soft indicators of a place at t and δ = s − t, the gradient of its gain has the l1 norm
 * ≤ (4/σ) Σ p |G − Ḡ| |δ| ≤ (4/σ) √Var G √(E δ²) ≤ 2 G_max √(E δ²) / σ. As p is proportional to exp(−δ²/σ) and some δ is 0, the entropy of p
 * is at least E δ²/σ; it is at most ln m.
 */
function cutoffConstants({ greatestLabel, longestList }: LossSetting, sigma: number, cutoff: number): LossConstants {
  const spread = longestList > 1 ? Math.sqrt(logOf(longestList) / sigma) : 0
  const value = 2 * lossGain(greatestLabel) * discountSum(Math.min(cutoff, longestList)) * spread
  return {
    lipschitz: { value, origin: '2 G_max √(ln m / σ) for each place, times its discount' },
    lipschitzL2: { value: value / Math.SQRT2, origin: 'G / √2, as the entries of the gradient sum to 0' },
  }
}
