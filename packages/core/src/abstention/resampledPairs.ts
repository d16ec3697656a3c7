/**
 * How certain a statistic of pairs is: lists, which are drawn independently, are drawn again with replacement. If there is a single list,
 * its rows are drawn again, and a pair counts as often as its two rows were drawn together.
 */
import { seededRandom } from '../numeric/random.ts'

export interface PairOrigins {
  /** The list that each pair is from, ascending. */
  readonly lists: Uint32Array
  /** The rows of each pair. */
  readonly first: Uint32Array
  readonly second: Uint32Array
}

/** How often each pair counts, draw after draw; a yielded array is valid until the next one. */
export function* resampledWeights({ lists, first, second }: PairOrigins, resamples: number, seed: number): Generator<Float64Array> {
  const single = lists.length > 0 && lists[0] === lists[lists.length - 1]
  const drawnFrom = Uint32Array.from(single ? new Set([...first, ...second]) : new Set(lists))
  const random = seededRandom(seed)
  const counts = new Float64Array(drawnFrom.reduce((most, unit) => Math.max(most, unit), 0) + 1)
  const weights = new Float64Array(lists.length)
  for (let sample = 0; sample < resamples; sample++) {
    counts.fill(0)
    for (let draw = 0; draw < drawnFrom.length; draw++) counts[drawnFrom[random.integer(drawnFrom.length)]]++
    for (let pair = 0; pair < weights.length; pair++) {
      weights[pair] = single ? counts[first[pair]] * counts[second[pair]] : counts[lists[pair]]
    }
    yield weights
  }
}

/** A 95 % percentile interval of a statistic of weighted pairs. */
export function resampledInterval(
  pairs: PairOrigins,
  resamples: number,
  seed: number,
  statistic: (weights: Float64Array) => number,
): readonly [number, number] {
  const values: number[] = []
  for (const weights of resampledWeights(pairs, resamples, seed)) values.push(statistic(weights))
  const drawn = Float64Array.from(values.filter((value) => !Number.isNaN(value))).sort()
  const at = (share: number) => drawn[Math.round(share * (drawn.length - 1))] ?? Number.NaN
  return [at(0.025), at(0.975)]
}
