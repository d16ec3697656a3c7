/**
 * How a difference of scores becomes a probability: P(A above B), the chance that A is the better one of two items with different labels,
 * given that A is ahead by this margin.
 */
import type { SeenLists } from '../data/lists/seenLists.ts'

/** A rising curve through points (margin, probability), straight between them and level after the last. It starts at (0, 1/2). */
export interface Calibration {
  readonly margins: Float64Array
  readonly probabilities: Float64Array
  /** How many lists with pairs, and how many of their pairs, it was fitted to. */
  readonly lists: number
  readonly pairs: number
  /** Fingerprint of these lists. */
  readonly data: string
  /** How many lists the model was trained on, or share rows with those; absent if none is known. P is surer on them than on new lists. */
  readonly trained?: number
  /** Their sketches; absent for the validation lists of training, whose sketches the training record keeps. */
  readonly seen?: SeenLists
}

/** P(A above B) for `ahead`, the score of A minus that of B. */
export function probabilityAbove({ margins, probabilities }: Calibration, ahead: number): number {
  const probability = atMargin(margins, probabilities, Math.abs(ahead))
  return ahead < 0 ? 1 - probability : probability
}

/** The smallest margin with at least this probability; infinite if no margin has it. */
export function marginOf({ margins, probabilities }: Calibration, probability: number): number {
  if (probability <= probabilities[0]) return 0
  const place = probabilities.findIndex((each) => each >= probability)
  if (place < 0) return Infinity
  const share = (probability - probabilities[place - 1]) / (probabilities[place] - probabilities[place - 1])
  return margins[place - 1] + share * (margins[place] - margins[place - 1])
}

function atMargin(margins: Float64Array, probabilities: Float64Array, margin: number): number {
  const last = margins.length - 1
  if (!(margin > 0)) return probabilities[0] // equal scores, or scores without a difference
  if (margin >= margins[last]) return probabilities[last]
  let [below, above] = [0, last]
  while (above - below > 1) {
    const middle = (below + above) >>> 1
    if (margins[middle] <= margin) below = middle
    else above = middle
  }
  const share = (margin - margins[below]) / (margins[above] - margins[below])
  return probabilities[below] + share * (probabilities[above] - probabilities[below])
}
