/** How losses bend, pair by pair; see sampledCurvature.ts. */
import { gradeFinder } from '../losses/grades.ts'
import { floatScratch, indexScratch } from '../losses/scratch.ts'
import { expOf } from '../numeric/exp.ts'
import type { PairDraws } from './sampledCurvature.ts'

/** The most that `fillIntegers` can draw from. */
const MOST_FILLED = 2 ** 21

/** ListNet: diag(p) − p pᵀ, p the softmax of the scores, is half the expectation of (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ for i and j drawn from p. */
export function softmaxPairs(): PairDraws {
  const memory = floatScratch()
  return (scores, _, random, draws, found) => {
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
    for (let draw = 0; draw < draws; draw++) {
      const i = itemAt(random.uniform() * total)
      const j = itemAt(random.uniform() * total)
      if (i !== j) found(i, j, 0.5)
    }
  }
}

/**
 * Sums over the pairs with yᵢ > yⱼ of a function of the margin sᵢ − sⱼ, or their means; `bend` is its second derivative. Each of
 * these pairs is as likely to be drawn as any other.
 */
export function marginPairs(pairs: 'sum' | 'mean', bend: (margin: number) => number): PairDraws {
  const findGrades = gradeFinder()
  const memory = indexScratch()
  return (scores, labels, random, draws, found) => {
    const grades = findGrades(labels)
    if (grades.pairs === 0) return
    const { items, starts } = grades
    const size = pairs === 'sum' ? grades.pairs : 1
    const filled = grades.pairs <= MOST_FILLED
    const drawn = memory(draws).subarray(0, draws)
    if (filled) random.fillIntegers(grades.pairs, drawn)
    for (let draw = 0; draw < draws; draw++) {
      // The pairs are numbered by the lower item of each, from the second grade down; it has all items above its grade for partners.
      let number = filled ? drawn[draw] : random.integer(grades.pairs)
      let grade = 1
      for (;;) {
        const own = starts[grade] * (starts[grade + 1] - starts[grade])
        if (number < own) break
        number -= own
        grade++
      }
      const above = starts[grade]
      const lower = Math.floor(number / above)
      const i = items[number - lower * above]
      const j = items[above + lower]
      const weight = size * bend(scores[i] - scores[j])
      if (weight > 0) found(i, j, weight)
    }
  }
}
