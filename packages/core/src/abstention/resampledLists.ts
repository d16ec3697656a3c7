import { seededRandom } from '../numeric/random.ts'

/** A 95 % percentile interval of a statistic: lists are drawn with replacement, and each counts as often as it was drawn. */
export function listInterval(
  listOfPair: Uint32Array,
  resamples: number,
  seed: number,
  statistic: (weights: Float64Array) => number,
): readonly [number, number] {
  const present = Uint32Array.from(new Set(listOfPair))
  if (present.length < 2) return [Number.NaN, Number.NaN]
  const random = seededRandom(seed)
  const weights = new Float64Array(present.reduce((most, list) => Math.max(most, list), 0) + 1)
  const drawn = new Float64Array(resamples)
  for (let sample = 0; sample < resamples; sample++) {
    weights.fill(0)
    for (let draw = 0; draw < present.length; draw++) weights[present[random.integer(present.length)]]++
    drawn[sample] = statistic(weights)
  }
  drawn.sort()
  const at = (share: number) => drawn[Math.min(resamples - 1, Math.max(0, Math.round(share * (resamples - 1))))]
  return [at(0.025), at(0.975)]
}
