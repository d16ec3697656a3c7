/** How losses bend, pair by pair; see sampledCurvature.ts. */
import { gradeFinder } from '../losses/grades.ts'
import { floatScratch } from '../losses/scratch.ts'
import { expOf } from '../numeric/exp.ts'
import type { PairDraws } from './sampledCurvature.ts'

/** ListNet: diag(p) − p pᵀ, p the softmax of the scores, is half the expectation of (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ for i and j drawn from p. */
export function softmaxPairs(): PairDraws {
  const memory = floatScratch()
  return (scores) => {
    const { length } = scores
    let greatest = scores[0]
    for (let item = 1; item < length; item++) if (scores[item] > greatest) greatest = scores[item]
    const upTo = memory(length) // Σ exp(s − max s) of the items up to each
    let total = 0
    for (let item = 0; item < length; item++) {
      total += expOf(scores[item] - greatest)
      upTo[item] = total
    }
    const itemAt = (mass: number): number => {
      let low = 0
      let high = length - 1
      while (low < high) {
        const middle = (low + high) >>> 1
        if (upTo[middle] > mass) high = middle
        else low = middle + 1
      }
      return low
    }
    return (random, pair) => {
      pair[0] = itemAt(random.uniform() * total)
      pair[1] = itemAt(random.uniform() * total)
      return pair[0] === pair[1] ? 0 : 0.5
    }
  }
}

/**
 * Sums over the pairs with yᵢ > yⱼ of a function of the margin sᵢ − sⱼ, or their means; `bend` is its second derivative. Any two
 * items are drawn: of the m² such draws each pair is two.
 */
export function marginPairs(pairs: 'sum' | 'mean', bend: (margin: number) => number): PairDraws {
  const findGrades = gradeFinder()
  return (scores, labels) => {
    const { length } = scores
    const draws = (length * length) / 2
    const size = pairs === 'sum' ? draws : draws / Math.max(1, findGrades(labels).pairs)
    return (random, pair) => {
      const i = random.integer(length)
      const j = random.integer(length)
      pair[0] = i
      pair[1] = j
      if (labels[i] === labels[j]) return 0
      return size * bend(labels[i] > labels[j] ? scores[i] - scores[j] : scores[j] - scores[i])
    }
  }
}
