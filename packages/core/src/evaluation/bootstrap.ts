/**
 * Bootstrap confidence interval of a mean: resample the lists, take the mean of each resample, and take the interval from
 * the sorted means. BCa, the bias-corrected and accelerated interval (Efron 1987, "Better bootstrap confidence intervals",
 * §§2-5), because values of ranking metrics are skewed against 0 or 1: the plain percentile interval errs there by
 * O(1/√n), BCa by O(1/n).
 */

import { requireNumbers, requireSameLength } from '../arguments/requireNumbers.ts'
import { callback, count, entriesOf, number, options as optionsShape } from '../arguments/shapes.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import type { WorkListener } from '../numeric/partOfWork.ts'
import { seededRandom } from '../numeric/random.ts'
import { normalCdf, normalQuantile } from '../numeric/special/normalDistribution.ts'

export interface BootstrapOptions {
  readonly seed?: number
  /** The share of intervals that hold the true mean: 0.95 for a 95 % interval. */
  readonly confidence?: number
  /** How many resamples. */
  readonly samples?: number
  /** One weight ≥ 0 per value. A value keeps its weight in the resample; the statistic is Σ wᵢ xᵢ / Σ wᵢ. */
  readonly weights?: Numbers
  /** Called now and then with how many of the resamples are done. */
  readonly onProgress?: WorkListener | undefined
}

export type Interval = readonly [low: number, high: number]

const takesOptions = optionsShape({
  seed: count(),
  confidence: number({ above: 0, atMost: 1 }),
  samples: number({ whole: true, atLeast: 1, atMost: 1e8 }),
  weights: entriesOf(number({ atLeast: 0 }), 'an array of numbers'),
  onProgress: callback,
})

/** Sums that are this close, relative to what was added, differ by rounding alone: values that are mostly 0 have resamples with a mean of 0. */
const rounding = 1e-12

/** Resamples between two calls of `onProgress`. */
const toldEvery = 64

/** [NaN, NaN] for fewer than two values: a single list does not show how lists vary. */
export function bootstrapInterval(values: Numbers, options: BootstrapOptions = {}): Interval {
  requireNumbers('values', values)
  takesOptions('options', options)
  const { seed = 1, confidence = 0.95, samples = 2000, weights, onProgress } = options
  const size = values.length
  if (weights !== undefined) requireSameLength('options.weights', weights, 'values', values)
  if (size < 2) return [Number.NaN, Number.NaN]
  const products = Float64Array.from(values)
  if (weights !== undefined) for (let place = 0; place < size; place++) products[place] *= weights[place]
  const shares = weights === undefined ? undefined : Float64Array.from(weights)
  const estimate = total(products) / (shares === undefined ? size : total(shares))
  if (Number.isNaN(estimate)) return [Number.NaN, Number.NaN]

  // The values around the estimate: resampled sums are then about 0, and rounding cannot tilt the bias correction.
  for (let place = 0; place < size; place++) products[place] -= estimate * (shares?.[place] ?? 1)
  const deviations = resampledMeans(products, shares, { samples, seed, onProgress })
  deviations.sort()
  const acceleration = skewness(products) / 6
  const bias = normalQuantile(shareBelow(deviations))
  const end = (level: number) => {
    const z = bias + normalQuantile(level)
    const deviation = quantile(deviations, normalCdf(bias + z / Math.max(1 - acceleration * z, Number.MIN_VALUE)))
    return Math.abs(estimate + deviation) <= rounding * Math.abs(estimate) ? 0 : estimate + deviation
  }
  return [end((1 - confidence) / 2), end((1 + confidence) / 2)]
}

interface Drawing extends Pick<BootstrapOptions, 'onProgress'> {
  readonly samples: number
  readonly seed: number
}

function resampledMeans(products: Float64Array, shares: Float64Array | undefined, { samples, seed, onProgress }: Drawing): Float64Array {
  const count = products.length
  const random = seededRandom(seed)
  const drawn = new Uint32Array(count)
  const means = new Float64Array(samples)
  for (let sample = 0; sample < samples; sample++) {
    if (sample % toldEvery === 0) onProgress?.(sample, samples)
    let weight: number
    do {
      drawIndices()
      weight = shares === undefined ? count : weightOf(shares, drawn)
    } while (weight === 0) // a resample with only zero weights has no mean
    let sum = 0
    for (let place = 0; place < count; place++) sum += products[drawn[place]]
    means[sample] = sum / weight
  }
  return means

  function drawIndices(): void {
    if (count <= 2 ** 21) random.fillIntegers(count, drawn)
    else for (let place = 0; place < count; place++) drawn[place] = random.integer(count)
  }
}

function weightOf(shares: Float64Array, drawn: Uint32Array): number {
  let weight = 0
  for (let place = 0; place < drawn.length; place++) weight += shares[drawn[place]]
  return weight
}

/** Σ u³ / (Σ u²)^{3/2}: six times Efron's acceleration, with the influence of each value on the mean as u (his Eq. 6.6). */
function skewness(influences: Float64Array): number {
  let squares = 0
  let cubes = 0
  for (const influence of influences) {
    squares += influence * influence
    cubes += influence * influence * influence
  }
  return squares === 0 ? 0 : cubes / (squares * Math.sqrt(squares))
}

/** The share of resamples below the estimate, with those equal to it counted half, clipped inside (0, 1) so that its quantile is finite. */
function shareBelow(deviations: Float64Array): number {
  const scale = Math.max(-deviations[0], deviations[deviations.length - 1])
  let below = 0
  for (const deviation of deviations) {
    if (Math.abs(deviation) <= rounding * scale) below += 0.5
    else if (deviation < 0) below += 1
  }
  return Math.min(Math.max(below, 0.5), deviations.length - 0.5) / deviations.length
}

/** Linear between neighbours: the quantile that numpy and R (type 7) give. */
function quantile(sorted: Float64Array, level: number): number {
  const place = level * (sorted.length - 1)
  const lower = Math.floor(place)
  const upper = Math.min(lower + 1, sorted.length - 1)
  return sorted[lower] + (place - lower) * (sorted[upper] - sorted[lower])
}

function total(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
