/**
 * ListMLE. Xia, Liu, Wang, Zhang & Li 2008, "Listwise approach to learning to rank: theory and algorithm": minus the log
 * likelihood of the order of the labels under the Plackett-Luce model of the scores.
 *
 * Labels that tie: each item competes with itself and the items of strictly lower label alone,
 *   φ(s, y) = Σᵢ log(1 + Σ_{yⱼ < yᵢ} exp(sⱼ − sᵢ)),
 * which is the published loss where no labels tie, depends on no order of the items, and is 0 where all labels are equal.
 */
import { expOf } from '../numeric/special/exp.ts'
import { logOf } from '../numeric/special/log.ts'
import { logOnePlus } from '../numeric/special/logOnePlus.ts'
import { gradedScores } from './gradedScores.ts'
import type { Grades } from './grades.ts'
import type { ListLoss } from './loss.ts'
import { floatScratch } from './scratch.ts'

export function listMle(): ListLoss {
  const graded = gradedScores()
  const totalMemory = floatScratch()
  const chanceMemory = floatScratch()
  const meanMemory = floatScratch()
  return {
    name: 'listmle',
    convex: true,
    smooth: true,
    evaluate(scores, labels, into) {
      const pairs = graded.start(scores, labels, into)
      if (!(pairs > 0)) return pairs
      const { scores: s, grades } = graded
      lower(s, into.length)
      const totals = totalMemory(into.length)
      const behindChances = chanceMemory(into.length)
      const value = competition(s, grades, totals, behindChances)
      shares(s, grades, totals, behindChances, into)
      return value
    },
    curvature(scores, labels, direction, into) {
      if (!(graded.start(scores, labels, into) > 0)) return
      const { scores: s, grades } = graded
      lower(s, into.length)
      const totals = totalMemory(into.length)
      const behindChances = chanceMemory(into.length)
      const means = meanMemory(into.length)
      competition(s, grades, totals, behindChances)
      directionMeans(s, grades, behindChances, direction, means)
      bentShares(s, grades, totals, behindChances, means, direction, into)
    },
    constants: ({ longestList }) => {
      const others = Math.max(0, longestList - 1)
      return {
        lipschitz: {
          value: 2 * others,
          origin: '2 for each item above another; reached where the lowest item has by far the highest score',
        },
        smoothness: { value: others, origin: 'the largest variance of a sign, 1, for each item above another' },
        lipschitzL2: { value: Math.sqrt(longestList * others), origin: 'reached where the lowest item has by far the highest score' },
      }
    },
  }
}

/** Subtracts the greatest score, so that sums of exponentials keep their digits at any level of the scores. */
function lower(s: Float64Array, length: number): void {
  let largest = -Infinity
  for (let item = 0; item < length; item++) if (s[item] > largest) largest = s[item]
  for (let item = 0; item < length; item++) s[item] -= largest
}

/**
 * For each item i but those of the lowest grade, totals[i] = log(exp sᵢ + Σ_{yⱼ < yᵢ} exp sⱼ) and the chance that a lower item comes
 * before it. The sum of the lower items is kept as `sum` · exp(`largest`), from the lowest grade up. Gives the value.
 */
function competition(s: Float64Array, { count, items, starts }: Grades, totals: Float64Array, behindChances: Float64Array): number {
  let largest = -Infinity
  let sum = 0
  let value = 0
  for (let grade = count - 1; grade >= 0; grade--) {
    const start = starts[grade]
    const end = starts[grade + 1]
    if (grade < count - 1) {
      const logSum = logOf(sum)
      for (let place = start; place < end; place++) {
        const item = items[place]
        const behind = largest - s[item] + logSum // log of the odds of the lower items against this one
        const odds = expOf(-Math.abs(behind))
        const rest = logOnePlus(odds)
        behindChances[item] = (behind > 0 ? 1 : odds) / (1 + odds)
        totals[item] = (behind > 0 ? largest + logSum : s[item]) + rest
        value += Math.max(behind, 0) + rest
      }
    }
    if (grade === 0) break
    let peak = largest
    for (let place = start; place < end; place++) if (s[items[place]] > peak) peak = s[items[place]]
    if (peak > largest) {
      sum *= expOf(largest - peak)
      largest = peak
    }
    for (let place = start; place < end; place++) sum += expOf(s[items[place]] - largest)
  }
  return value
}

/**
 * The gradient: an item loses its chance to come behind, and gains exp(sⱼ − totalᵢ) from each item i above it.
 * The sum of exp(−totalᵢ) is kept as `sum` · exp(−`least`), from the highest grade down; a lower item's score is at most `least`.
 */
function shares(
  s: Float64Array,
  { count, items, starts }: Grades,
  totals: Float64Array,
  behindChances: Float64Array,
  into: Float64Array,
): void {
  let least = Infinity
  let sum = 0
  for (let grade = 0; grade < count; grade++) {
    const start = starts[grade]
    const end = starts[grade + 1]
    const lowest = grade === count - 1
    for (let place = start; place < end; place++) {
      const item = items[place]
      const gained = grade === 0 ? 0 : sum * expOf(s[item] - least)
      into[item] = lowest ? gained : gained - behindChances[item]
    }
    if (lowest) break
    for (let place = start; place < end; place++) {
      const total = totals[items[place]]
      if (total < least) {
        sum = sum * expOf(total - least) + 1
        least = total
      } else sum += expOf(least - total)
    }
  }
}

/** means[i] = the mean of the direction over item i and the items below it, weighted by exp s. */
function directionMeans(
  s: Float64Array,
  { count, items, starts }: Grades,
  behindChances: Float64Array,
  direction: Float64Array,
  means: Float64Array,
): void {
  let largest = -Infinity
  let sum = 0
  let along = 0
  for (let grade = count - 1; grade >= 0; grade--) {
    const start = starts[grade]
    const end = starts[grade + 1]
    if (grade < count - 1) {
      const below = along / sum
      for (let place = start; place < end; place++) {
        const item = items[place]
        means[item] = direction[item] + behindChances[item] * (below - direction[item])
      }
    }
    for (let place = start; place < end; place++) {
      const item = items[place]
      if (s[item] > largest) {
        const shrink = expOf(largest - s[item])
        sum *= shrink
        along *= shrink
        largest = s[item]
      }
      const weight = expOf(s[item] - largest)
      sum += weight
      along += weight * direction[item]
    }
  }
}

/** Item i's own term gives p (direction − mean) to itself and to each item below it, p their chances to come first. */
function bentShares(
  s: Float64Array,
  { count, items, starts }: Grades,
  totals: Float64Array,
  behindChances: Float64Array,
  means: Float64Array,
  direction: Float64Array,
  into: Float64Array,
): void {
  let least = Infinity
  let sum = 0
  let along = 0
  for (let grade = 0; grade < count; grade++) {
    const start = starts[grade]
    const end = starts[grade + 1]
    const lowest = grade === count - 1
    for (let place = start; place < end; place++) {
      const item = items[place]
      const fromAbove = grade === 0 ? 0 : expOf(s[item] - least) * (sum * direction[item] - along)
      into[item] = lowest ? fromAbove : fromAbove + (1 - behindChances[item]) * (direction[item] - means[item])
    }
    if (lowest) break
    for (let place = start; place < end; place++) {
      const item = items[place]
      let weight = 1
      if (totals[item] < least) {
        const shrink = expOf(totals[item] - least)
        sum *= shrink
        along *= shrink
        least = totals[item]
      } else weight = expOf(least - totals[item])
      sum += weight
      along += weight * means[item]
    }
  }
}
