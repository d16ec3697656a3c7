/** Scores beyond this count as this: their squares, summed over the pairs of a list, stay finite. */
const FURTHEST = 1e140

/** into = the scores, kept within bounds. False when one is not a number; the loss of such a list is not a number either. */
export function boundedScores(scores: Float64Array, into: Float64Array): boolean {
  let sound = true
  for (let item = 0; item < scores.length; item++) {
    const score = scores[item]
    if (score > FURTHEST) into[item] = FURTHEST
    else if (score < -FURTHEST) into[item] = -FURTHEST
    else {
      into[item] = score
      if (Number.isNaN(score)) sound = false
    }
  }
  return sound
}

/** What a loss returns if a score is NaN. */
export function notANumber(into: Float64Array): number {
  into.fill(Number.NaN)
  return Number.NaN
}
