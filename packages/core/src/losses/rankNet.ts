/**
 * Pairwise logistic loss (RankNet). Burges 2010, "From RankNet to LambdaRank to LambdaMART: an overview", §2 with σ = 1:
 * Σ log(1 + exp(−(sᵢ − sⱼ))) over the pairs with yᵢ > yⱼ.
 *
 * - `cutoff` k keeps the pairs of which at least one item stands, by its score, among the first k places.
 * - `lambdaWeights: 'ndcg'` (LambdaRank, §4) weighs a pair by what exchanging its two items would change NDCG, or NDCG@k with a
 *   cutoff. The weights are held fixed in the gradient; they jump where the order changes, and so does the loss.
 *
 * Places: by descending score, tied scores by ascending label (so that a start from zero is the worst order, not a fixed point),
 * and items equal in both share their places. So the order of the input does not matter.
 *
 * The pairs are visited once, in memory of the size of the list. While scores differ by less than 600, exponentials are taken
 * per item: a pair costs a division and a product, and logarithms are taken of products.
 */
import { number, oneOf, options as optionsShape } from '../arguments/shapes.ts'
import { argsortDescending } from '../numeric/compute/argsort.ts'
import { expOf } from '../numeric/special/exp.ts'
import { logOf } from '../numeric/special/log.ts'
import { logOnePlus } from '../numeric/special/logOnePlus.ts'
import { lossDiscount, lossGain } from './dcgWeights.ts'
import { gradedScores } from './gradedScores.ts'
import type { Grades } from './grades.ts'
import type { Constant, ListLoss, LossConstants, LossSetting } from './loss.ts'
import { pairConstants } from './pairConstants.ts'
import { type PairTotal, pairShare } from './pairTotal.ts'
import { floatScratch, indexScratch } from './scratch.ts'

export interface RankNetOptions {
  readonly cutoff?: number
  readonly lambdaWeights?: 'none' | 'ndcg'
  /** `mean` divides by the number of all pairs with different labels, whatever the cutoff. */
  readonly pairs?: PairTotal
}

const takesOptions = optionsShape({
  cutoff: number({ atLeast: 1, whole: true, infinite: true }),
  lambdaWeights: oneOf('none', 'ndcg'),
  pairs: oneOf('sum', 'mean'),
})

export function rankNet(options: RankNetOptions = {}): ListLoss {
  takesOptions('options', options)
  const { cutoff = Infinity, lambdaWeights = 'none', pairs: total = 'sum' } = options
  const graded = gradedScores()
  const pairSums = allPairs()
  const rankedSums = rankedPairs(cutoff, lambdaWeights)
  const everyPair = cutoff === Infinity && lambdaWeights === 'none'
  return {
    name: nameOf(cutoff, lambdaWeights, total),
    convex: everyPair,
    smooth: everyPair,
    evaluate(scores, labels, into) {
      const pairs = graded.start(scores, labels, into)
      if (!(pairs > 0)) return pairs
      const { scores: s, grades } = graded
      const share = pairShare(total, pairs)
      return everyPair ? pairSums.evaluate(s, grades, share, into) : rankedSums(s, labels, grades, share, into)
    },
    ...(everyPair && {
      curvature(scores: Float64Array, labels: Float64Array, direction: Float64Array, into: Float64Array): void {
        const pairs = graded.start(scores, labels, into)
        if (pairs > 0) pairSums.curvature(graded.scores, graded.grades, pairShare(total, pairs), direction, into)
      },
    }),
    constants: (setting) => (everyPair ? logisticConstants(setting, total) : jumpingConstants),
  }
}

function nameOf(cutoff: number, lambdaWeights: 'none' | 'ndcg', total: PairTotal): string {
  return `${lambdaWeights === 'ndcg' ? 'lambdarank' : 'ranknet'}${cutoff === Infinity ? '' : `@${cutoff}`}${total === 'mean' ? '-mean' : ''}`
}

function logisticConstants(setting: LossSetting, total: PairTotal): LossConstants {
  return pairConstants(setting, total, {
    slope: 1,
    slopeOrigin: 'the logistic function stays below 1',
    bend: 0.25,
    bendOrigin: 'the logistic function rises by at most 1/4',
  })
}

const noConstant: Constant = { value: Infinity, origin: 'which pairs count, and for how much, jumps where two items change places' }
const jumpingConstants: LossConstants = { lipschitz: noConstant, lipschitzL2: noConstant }

/** Scores that differ by less than this have exponentials whose ratios neither overflow nor vanish. */
const WIDEST = 600
/** Products are turned into logarithms before they can overflow; a factor is at most 1 + exp(600). */
const PRODUCT = 1e40
/** Below this, log(1 + x) is taken by its series at once: in a product, digits of x would be lost. */
const SMALL = 1e-3

/** The sums over every pair of items with different labels. Items stand by grade, so the partners of one are one stretch. */
function allPairs() {
  const keyMemory = floatScratch()
  const sumMemory = floatScratch()

  /** Scores by grade, and their exponentials where these are safe. */
  function prepare(s: Float64Array, { items }: Grades, length: number): { keys: Float64Array; powers: boolean } {
    const keys = keyMemory(length)
    let least = Infinity
    let largest = -Infinity
    for (let place = 0; place < length; place++) {
      const score = s[items[place]]
      keys[place] = score
      if (score < least) least = score
      if (score > largest) largest = score
    }
    const powers = largest - least < WIDEST
    const centre = (least + largest) / 2
    if (powers) for (let place = 0; place < length; place++) keys[place] = expOf(keys[place] - centre)
    return { keys, powers }
  }

  return {
    evaluate(s: Float64Array, grades: Grades, scale: number, into: Float64Array): number {
      const length = into.length
      const { keys, powers } = prepare(s, grades, length)
      const sums = sumMemory(length).fill(0, 0, length)
      let value = 0
      for (let grade = 0; grade + 1 < grades.count; grade++) {
        const lower = grades.starts[grade + 1]
        for (let place = grades.starts[grade]; place < lower; place++) {
          value += powers ? byRatios(keys, place, lower, length, sums) : byDifferences(keys, place, lower, length, sums)
        }
      }
      for (let place = 0; place < length; place++) into[grades.items[place]] = scale * sums[place]
      return scale * value
    },
    curvature(s: Float64Array, grades: Grades, scale: number, direction: Float64Array, into: Float64Array): void {
      const length = into.length
      const { keys, powers } = prepare(s, grades, length)
      const { items } = grades
      for (let grade = 0; grade + 1 < grades.count; grade++) {
        const lower = grades.starts[grade + 1]
        for (let place = grades.starts[grade]; place < lower; place++) {
          const item = items[place]
          const key = keys[place]
          let own = 0
          for (let other = lower; other < length; other++) {
            const partner = items[other]
            const ratio = powers ? keys[other] / key : expOf(-Math.abs(keys[other] - key))
            const bend = ratio / ((1 + ratio) * (1 + ratio)) // the same for a ratio and its inverse
            const change = scale * bend * (direction[item] - direction[partner])
            own += change
            into[partner] -= change
          }
          into[item] += own
        }
      }
    },
  }
}

/** One item against the stretch of its lower partners, keys being exp(score). */
function byRatios(keys: Float64Array, place: number, from: number, to: number, sums: Float64Array): number {
  const inverse = 1 / keys[place]
  let own = 0
  let value = 0
  let product = 1
  for (let other = from; other < to; other++) {
    const odds = keys[other] * inverse // of the lower item against the higher
    const chance = odds / (1 + odds)
    own += chance
    sums[other] += chance
    if (odds < SMALL) value += odds * (1 - odds * (1 / 2 - odds * (1 / 3 - odds * (1 / 4 - odds * (1 / 5 - odds / 6)))))
    else {
      product *= 1 + odds
      if (product > PRODUCT) {
        value += logOf(product)
        product = 1
      }
    }
  }
  sums[place] -= own
  return value + logOf(product)
}

/** The same with keys being the scores, however far apart. */
function byDifferences(keys: Float64Array, place: number, from: number, to: number, sums: Float64Array): number {
  let own = 0
  let value = 0
  for (let other = from; other < to; other++) {
    const ahead = keys[other] - keys[place]
    const ratio = expOf(-Math.abs(ahead))
    const chance = (ahead < 0 ? ratio : 1) / (1 + ratio)
    own += chance
    sums[other] += chance
    value += Math.max(ahead, 0) + logOnePlus(ratio)
  }
  sums[place] -= own
  return value
}

/** The sums over the pairs that the places choose and weigh. */
function rankedPairs(cutoff: number, lambdaWeights: 'none' | 'ndcg') {
  const keyMemory = floatScratch()
  const powerMemory = floatScratch()
  const sortMemory = indexScratch()
  const itemMemory = indexScratch()
  const gainMemory = floatScratch()
  const labelMemory = floatScratch()
  const discountMemory = floatScratch()
  const sumMemory = floatScratch()
  return (s: Float64Array, labels: Float64Array, grades: Grades, scale: number, into: Float64Array): number => {
    const length = into.length
    const keys = keyMemory(length)
    const sorted = sortMemory(length)
    const items = itemMemory(length)
    const placeLabels = labelMemory(length)
    const gains = gainMemory(length)
    const discounts = discountMemory(length)
    const sums = sumMemory(length).fill(0, 0, length)

    for (let place = 0; place < length; place++) keys[place] = s[grades.items[length - 1 - place]] // by ascending label, then sorted stably
    argsortDescending(Uint32Array.of(0, length), keys, sorted)
    for (let place = 0; place < length; place++) {
      const item = grades.items[length - 1 - sorted[place]]
      items[place] = item
      keys[place] = s[item]
      placeLabels[place] = labels[item]
    }
    const weighed = lambdaWeights === 'ndcg'
    const ideal = weighed ? idealOrder(labels, grades, cutoff) : 1
    if (!(ideal > 0)) return 0
    if (weighed) for (let place = 0; place < length; place++) gains[place] = lossGain(placeLabels[place]) / ideal
    const powers = powerMemory(length)
    const safe = keys[0] - keys[length - 1] < WIDEST
    if (safe) for (let place = 0; place < length; place++) powers[place] = expOf(keys[place] - keys[0])
    const leading = sharedPlaces(keys, placeLabels, length, cutoff, discounts)

    let value = 0
    for (let place = 0; place < leading; place++) {
      const label = placeLabels[place]
      const key = keys[place]
      const inverse = 1 / powers[place]
      let own = 0
      for (let other = place + 1; other < length; other++) {
        const otherLabel = placeLabels[other]
        if (label === otherLabel) continue
        const weight = weighed ? Math.abs((gains[place] - gains[other]) * (discounts[place] - discounts[other])) : 1
        const ratio = safe ? powers[other] * inverse : expOf(keys[other] - key) // at most 1, but for a bit: the other stands below
        const inOrder = label > otherLabel
        const pull = (weight * (inOrder ? ratio : 1)) / (1 + ratio)
        const signed = inOrder ? pull : -pull
        own += signed
        sums[other] += signed
        value += weight * (logOnePlus(ratio) + (inOrder ? 0 : key - keys[other]))
      }
      sums[place] -= own
    }
    for (let place = 0; place < length; place++) into[items[place]] = scale * sums[place]
    return scale * value
  }
}

/** DCG@cutoff of the labels in their best order. */
function idealOrder(labels: Float64Array, { items }: Grades, cutoff: number): number {
  let ideal = 0
  for (let place = 0; place < Math.min(cutoff, labels.length); place++) ideal += lossGain(labels[items[place]]) * lossDiscount(place)
  return ideal
}

/** into = the discount of each place, 0 from the cutoff on, shared by items alike in score and label. Gives how many places lead. */
function sharedPlaces(keys: Float64Array, labels: Float64Array, length: number, cutoff: number, into: Float64Array): number {
  let leading = 0
  for (let place = 0, end = 0; place < length; place = end) {
    let sum = 0
    for (end = place; end < length && keys[end] === keys[place] && labels[end] === labels[place]; end++) {
      if (end < cutoff) sum += lossDiscount(end)
    }
    into.fill(sum / (end - place), place, end)
    if (place < cutoff) leading = end
  }
  return leading
}
