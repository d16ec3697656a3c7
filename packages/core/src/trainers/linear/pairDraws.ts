/** How losses bend, pair by pair; see sampledCurvature.ts. */
import { gradeFinder } from '../../losses/grades.ts'
import { floatScratch, indexScratch } from '../../losses/scratch.ts'
import { expOf } from '../../numeric/special/exp.ts'
import type { PairDraws } from './sampledCurvature.ts'

/** The most that `fillIntegers` can draw from. */
const MOST_FILLED = 2 ** 21

/** ListNet: diag(p) − p pᵀ, p the softmax of the scores, is half the expectation of (eᵢ − eⱼ)(eᵢ − eⱼ)ᵀ for i and j drawn from p. */
export function softmaxPairs(): PairDraws {
  const memory = floatScratch()
  return (scores, _, random, draws, found) => {
    const { length } = scores
    const upTo = memory(length)
    const greatest = greatestOf(scores)
    let total = 0
    for (let item = 0; item < length; item++) {
      total += expOf(scores[item] - greatest)
      upTo[item] = total
    }
    for (let draw = 0; draw < draws; draw++) {
      const i = placeAt(upTo, length, random.uniform() * total)
      const j = placeAt(upTo, length, random.uniform() * total)
      if (i !== j) found(i, j, 0.5)
    }
  }
}

/** ListMLE: a softmax as ListNet's for each item that ranks above others, over it and the items of lower label. */
export function competitionPairs(): PairDraws {
  const findGrades = gradeFinder()
  const powerMemory = floatScratch()
  const sumMemory = floatScratch()
  return (scores, labels, random, draws, found) => {
    const { length } = scores
    const { count, items, starts } = findGrades(labels)
    const above = starts[count - 1] // items with others below them
    if (above === 0) return
    const greatest = greatestOf(scores)
    const powers = powerMemory(length) // exp(s − max s), from the lowest grade up
    const upTo = sumMemory(length)
    let total = 0
    for (let place = 0; place < length; place++) {
      powers[place] = expOf(scores[items[length - 1 - place]] - greatest)
      total += powers[place]
      upTo[place] = total
    }
    for (let draw = 0; draw < draws; draw++) {
      const place = random.integer(above)
      let grade = 0
      while (starts[grade + 1] <= place) grade++
      const own = length - 1 - place
      const lower = length - starts[grade + 1]
      const mass = upTo[lower - 1] + powers[own]
      const drawn = () => {
        const at = random.uniform() * mass
        return at < upTo[lower - 1] ? placeAt(upTo, lower, at) : own
      }
      const i = drawn()
      const j = drawn()
      if (i !== j) found(items[length - 1 - i], items[length - 1 - j], 0.5 * above)
    }
  }
}

function greatestOf(scores: Float64Array): number {
  let greatest = scores[0]
  for (let item = 1; item < scores.length; item++) if (scores[item] > greatest) greatest = scores[item]
  return greatest
}

/** The first of the places up to which the mass exceeds this; the last if there is none. */
function placeAt(upTo: Float64Array, places: number, mass: number): number {
  let low = 0
  let high = places - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (upTo[middle] > mass) high = middle
    else low = middle + 1
  }
  return low
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

/** RankNet's: log(1 + exp(−margin)). */
export function logisticPairs(pairs: 'sum' | 'mean'): PairDraws {
  return marginPairs(pairs, (margin) => {
    const ratio = expOf(-Math.abs(margin))
    return ratio / ((1 + ratio) * (1 + ratio))
  })
}
