/**
 * Brings features to a common scale while they stream: every series is centred by its own means, or by the means so far, and
 * divided by the standard deviation so far. A series is gone over twice, for its means and for what is left of them, and joins
 * those before it by the pairwise form of Chan, Golub & LeVeque 1983, "Algorithms for computing the sample variance".
 */
import { type DocumentPart, float64Part, objectPart, requireNumbers } from '../documents/documentPart.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { type Series, seriesLength } from './series.ts'

export type Centring = 'series' | 'running'

/** For learners that scale features. */
export const centringOptions = {
  centre: {
    kind: 'choice',
    default: 'series',
    of: ['series', 'running'],
    doc: 'Whether features are centred by the mean of their series or by the mean so far.',
  },
} as const satisfies OptionTable

export interface ScalerState {
  /** Values seen of each feature, their mean and their sum of squared deviations. */
  readonly counts: Float64Array
  readonly means: Float64Array
  readonly squares: Float64Array
}

export const scalerPart: DocumentPart<ScalerState> = objectPart<ScalerState>(
  { counts: float64Part, means: float64Part, squares: float64Part },
  (whole, refuse) => {
    requireNumbers(whole, 'means', whole.counts.length, refuse)
    requireNumbers(whole, 'squares', whole.counts.length, refuse)
  },
)

export class OnlineScaler {
  readonly centring: Centring
  width = 0
  #counts: Float64Array = new Float64Array(0)
  #means: Float64Array = new Float64Array(0)
  #squares: Float64Array = new Float64Array(0)
  /** 1 / standard deviation so far; 0 for a feature that has not varied. */
  inverse: Float64Array = new Float64Array(0)
  /** Of the series that was scaled last: whoever learns it next needs the same once more. */
  readonly #latest: ColumnMeans = { features: undefined, counts: new Float64Array(0), means: new Float64Array(0) }

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

  /**
   * The features of a series, centred and on the common scale, in the memory of `compute`. A row has this scaler's width; missing
   * values and unknown features count as centre.
   */
  scaled(series: Series, compute: Compute): Float64Array {
    const { inverse, width: own } = this
    const scaled = compute.float64(seriesLength(series) * own)
    const centres = this.centring === 'running' ? this.#means : this.#meansOf(series).means
    for (let column = 0; column < Math.min(series.width, own); column++)
      scaleColumn(series, column, centres[column], inverse[column], own, scaled)
    return scaled
  }

  /** Rows of centred features are divided by the scale, in place. */
  scale(into: Float64Array): void {
    const { width, inverse } = this
    for (let at = 0; at < into.length; at += width) for (let column = 0; column < width; column++) into[at + column] *= inverse[column]
  }

  /** Learns the moments of a series; returns its features minus their centre, not yet divided by the scale, in the memory of `compute`. */
  learn(series: Series, compute: Compute): Float64Array {
    this.widen(series.width)
    const { counts, means } = this.#latest.features === series.features ? this.#latest : this.#meansOf(series)
    this.#latest.features = undefined
    const rows = seriesLength(series)
    const centred = compute.float64(rows * this.width)
    const running = this.centring === 'running'
    for (let column = 0; column < series.width; column++) {
      const count = counts[column]
      const square = centreColumn(series, column, means[column], this.width, centred)
      if (count === 0) continue
      const before = this.#counts[column]
      const total = before + count
      const apart = means[column] - this.#means[column]
      // Centred by series, only the spread within them counts.
      this.#squares[column] += running ? square + (apart * apart * before * count) / total : square
      this.#means[column] += (apart * count) / total
      this.#counts[column] = total
    }
    this.#refresh()
    if (running)
      for (let column = 0; column < series.width; column++) centreColumn(series, column, this.#means[column], this.width, centred)
    return centred
  }

  #meansOf(series: Series): ColumnMeans {
    const latest = this.#latest
    if (latest.means.length < series.width) {
      latest.means = new Float64Array(series.width)
      latest.counts = new Float64Array(series.width)
    }
    columnMeans(series, latest)
    return latest
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

/** Per column of some features, how many values are there and their mean; 0 when there is none. */
interface ColumnMeans {
  features: Float64Array | undefined
  counts: Float64Array
  means: Float64Array
}

/**
 * Added up as differences from the first value, so that the mean of equal values is that value to the bit, and nothing is left of them. Four
 * columns at a time: no sum has to wait for the others.
 */
function columnMeans({ features, width }: Series, into: ColumnMeans): void {
  const { counts, means } = into
  into.features = features
  const rows = features.length / width
  let column = 0
  for (; column + 3 < width; column += 4) {
    const first = features[column]
    const second = features[column + 1]
    const third = features[column + 2]
    const fourth = features[column + 3]
    let a = 0
    let b = 0
    let c = 0
    let d = 0
    for (let at = column; at < features.length; at += width) {
      a += features[at] - first
      b += features[at + 1] - second
      c += features[at + 2] - third
      d += features[at + 3] - fourth
    }
    means[column] = first + a / rows
    means[column + 1] = second + b / rows
    means[column + 2] = third + c / rows
    means[column + 3] = fourth + d / rows
  }
  for (; column < width; column++) {
    const first = features[column]
    let sum = 0
    for (let at = column; at < features.length; at += width) sum += features[at] - first
    means[column] = first + sum / rows
  }
  for (let each = 0; each < width; each++) {
    if (Number.isNaN(means[each])) columnMean(features, width, each, counts, means)
    else counts[each] = rows
  }
}

/** The same for a column with missing values. */
function columnMean(features: Float64Array, width: number, column: number, counts: Float64Array, means: Float64Array): void {
  let first = 0
  let sum = 0
  let count = 0
  for (let at = column; at < features.length; at += width) {
    const value = features[at]
    if (Number.isNaN(value)) continue
    if (count++ === 0) first = value
    sum += value - first
  }
  counts[column] = count
  means[column] = count === 0 ? 0 : first + sum / count
}

/** One column of a series, minus its centre and on the common scale, into rows of `own` numbers. */
function scaleColumn({ features, width }: Series, column: number, centre: number, scale: number, own: number, into: Float64Array): void {
  for (let from = column, to = column; from < features.length; from += width, to += own) {
    const value = (features[from] - centre) * scale
    into[to] = Number.isNaN(value) ? 0 : value
  }
}

/** The same without the scale; returns the sum of squares. */
function centreColumn({ features, width }: Series, column: number, centre: number, own: number, into: Float64Array): number {
  let square = 0
  for (let from = column, to = column; from < features.length; from += width, to += own) {
    const away = features[from] - centre
    const value = Number.isNaN(away) ? 0 : away
    into[to] = value
    square += value * value
  }
  return square
}
