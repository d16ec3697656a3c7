/**
 * Brings features to a common scale while they stream: every series is centred by its own means, or by the means so far, and
 * divided by the standard deviation so far. Welford 1962, "Note on a method for calculating corrected sums of squares and
 * products"; a whole series joins at once by the pairwise form of Chan, Golub & LeVeque 1983, "Algorithms for computing the
 * sample variance".
 */
import type { Series } from './series.ts'

export type Centring = 'series' | 'running'

export interface ScalerState {
  /** Values seen of each feature, their mean and their sum of squared deviations. */
  readonly counts: Float64Array
  readonly means: Float64Array
  readonly squares: Float64Array
}

export class OnlineScaler {
  readonly centring: Centring
  width = 0
  #counts: Float64Array = new Float64Array(0)
  #means: Float64Array = new Float64Array(0)
  #squares: Float64Array = new Float64Array(0)
  /** 1 / standard deviation so far; 0 for a feature that has not varied. */
  inverse: Float64Array = new Float64Array(0)

  constructor(centring: Centring, state?: ScalerState) {
    this.centring = centring
    if (state === undefined) return
    this.#counts = state.counts.slice()
    this.#means = state.means.slice()
    this.#squares = state.squares.slice()
    this.width = this.#counts.length
    this.inverse = new Float64Array(this.width)
    this.#refresh()
  }

  state(): ScalerState {
    return { counts: this.#counts.slice(), means: this.#means.slice(), squares: this.#squares.slice() }
  }

  /** Features may be added behind those known; what is new has not been seen. */
  widen(width: number): void {
    if (width <= this.width) return
    this.#counts = longer(this.#counts, width)
    this.#means = longer(this.#means, width)
    this.#squares = longer(this.#squares, width)
    this.inverse = longer(this.inverse, width)
    this.width = width
  }

  /** The features of a series less their centre, not yet divided by the scale; missing values and unknown features count as centre. */
  centred({ width, features }: Series): Float64Array {
    const own = this.width
    const shared = Math.min(width, own)
    const centres = this.centring === 'running' ? this.#means : columnMeans(features, width)
    const rows = width === 0 ? 0 : features.length / width
    const into = new Float64Array(rows * own)
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < shared; column++) {
        const value = features[row * width + column]
        into[row * own + column] = Number.isNaN(value) ? 0 : value - centres[column]
      }
    }
    return into
  }

  /** Centred features on the common scale. */
  scaled(series: Series): Float64Array {
    const values = this.centred(series)
    this.scale(values)
    return values
  }

  /** Rows of centred features are divided by the scale, in place. */
  scale(into: Float64Array): void {
    const { width, inverse } = this
    for (let at = 0; at < into.length; at += width) for (let column = 0; column < width; column++) into[at + column] *= inverse[column]
  }

  learn({ width, features }: Series): void {
    this.widen(width)
    for (let column = 0; column < width; column++) {
      let count = 0
      let mean = 0
      let square = 0
      for (let at = column; at < features.length; at += width) {
        const value = features[at]
        if (Number.isNaN(value)) continue
        count++
        const before = value - mean
        mean += before / count
        square += before * (value - mean)
      }
      if (count === 0) continue
      const total = this.#counts[column] + count
      const apart = mean - this.#means[column]
      // Centred by series, only the spread within them counts.
      this.#squares[column] += this.centring === 'running' ? square + (apart * apart * this.#counts[column] * count) / total : square
      this.#means[column] += (apart * count) / total
      this.#counts[column] = total
    }
    this.#refresh()
  }

  #refresh(): void {
    for (let column = 0; column < this.width; column++) {
      const variance = this.#squares[column] / this.#counts[column]
      this.inverse[column] = variance > 0 && variance < Infinity ? 1 / Math.sqrt(variance) : 0
    }
  }
}

export function longer(values: Float64Array, length: number): Float64Array {
  const made = new Float64Array(length)
  made.set(values)
  return made
}

/** Per column, the mean of the values that are there; 0 when there is none. */
function columnMeans(features: Float64Array, width: number): Float64Array {
  const means = new Float64Array(width)
  const counts = new Float64Array(width)
  for (let at = 0; at < features.length; at += width) {
    for (let column = 0; column < width; column++) {
      const value = features[at + column]
      if (Number.isNaN(value)) continue
      means[column] += value
      counts[column]++
    }
  }
  for (let column = 0; column < width; column++) if (counts[column] > 0) means[column] /= counts[column]
  return means
}
