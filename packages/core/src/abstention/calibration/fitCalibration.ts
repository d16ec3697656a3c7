/**
 * P(A above B) from labelled lists: isotonic regression of "the item with the higher score is the better one" on the margin of the scores, over
 * pairs with different labels. Each list has weight 1, shared by its pairs. Equal scores are right half of the time. The curve never goes
 * below 1/2.
 */

import { type IsotonicSteps, isotonicRegression } from '../../numeric/optimisers/isotonicRegression.ts'
import type { Calibration } from '../../rules/calibration.ts'
import type { ScoredPairs } from '../../work/operations/scoredPairs.ts'

/** `of` is what the lists are known again by. Undefined without pairs. */
export function fitCalibration(pairs: ScoredPairs, of: Pick<Calibration, 'data' | 'seen'>): Calibration | undefined {
  const count = pairs.ahead.length
  if (count === 0) return undefined
  const { margins, right, weights, lists } = weighedPairs(pairs)
  return { ...curveThrough(isotonicRegression(margins, right, weights)), lists, pairs: count, ...of }
}

export interface WeighedPairs {
  readonly margins: Float64Array
  /** 1 if the higher score belongs to the better item, 1/2 for equal scores. */
  readonly right: Float64Array
  /** Those of a list sum to 1. */
  readonly weights: Float64Array
  /** How many lists there are. */
  readonly lists: number
}

export function weighedPairs({ lists, ahead }: ScoredPairs): WeighedPairs {
  const weights = new Float64Array(ahead.length)
  let count = 0
  for (let from = 0, to = 0; from < lists.length; from = to) {
    while (to < lists.length && lists[to] === lists[from]) to++
    weights.fill(1 / (to - from), from, to)
    count++
  }
  // Infinite scores may have no difference: such a pair counts as one of equal scores.
  const margins = ahead.map((difference) => (Number.isNaN(difference) ? 0 : Math.abs(difference)))
  return { margins, right: ahead.map((difference) => (difference > 0 ? 1 : difference < 0 ? 0 : 0.5)), weights, lists: count }
}

/** Straight lines between the steps. Steps below 1/2 are at 1/2. */
function curveThrough({ lows, highs, values }: IsotonicSteps): Pick<Calibration, 'margins' | 'probabilities'> {
  const [margins, probabilities] = [[0], [0.5]]
  for (let step = 0; step < values.length; step++) {
    const value = Math.max(0.5, Math.min(1, values[step]))
    for (const margin of [lows[step], highs[step]]) {
      if (margin === 0 || margin === margins.at(-1) || margin === Infinity) continue
      // On a level stretch only the ends are kept.
      if (probabilities.at(-1) === value && probabilities.at(-2) === value) margins[margins.length - 1] = margin
      else {
        margins.push(margin)
        probabilities.push(value)
      }
    }
  }
  return { margins: Float64Array.from(margins), probabilities: Float64Array.from(probabilities) }
}
