/**
 * The linear weights of (9), with α as given or found from the stream. To find it, three learn side by side. α starts alike for all and grows with
 * every series, until it is 1, 10 or 100 times as great: so all start quickly, and then average over few, more or many series. The one whose
 * scores agreed best with the utilities of late answers.
 */
import { countPart, type DocumentPart, float64Part, objectPart, requireNumbers } from '../documents/documentPart.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import { linearUpdates } from './clusterUpdates.ts'
import { rowProducts } from './rowProducts.ts'

/** α, or `auto` to find it. */
export type LinearWeight = number | 'auto'

export interface LinearWeightsState {
  /** Series learned. */
  readonly series: number
  /** One row of weights for each α. */
  readonly weights: Float64Array
  /** What each α got wrong of late. */
  readonly errors: Float64Array
}

/** α of the first series, and how many times as great it becomes at most. */
const firstAlpha = 30
const growths = [1, 10, 100] as const
/** Share of the error so far that stays with every series. */
const keeps = 0.95

export function linearWeightsPart(alpha: LinearWeight): DocumentPart<LinearWeightsState> {
  return objectPart<LinearWeightsState>({ series: countPart, weights: float64Part, errors: float64Part }, (whole, refuse) => {
    requireNumbers(whole, 'errors', alphasOf(alpha), refuse)
  })
}

/** How many α are tried. */
function alphasOf(alpha: LinearWeight): number {
  return alpha === 'auto' ? growths.length : 1
}

/** How many weights a state with so many features has. */
export function linearWeightCount({ errors }: LinearWeightsState, features: number): number {
  return errors.length * features
}

export class LinearWeights {
  readonly #alpha: LinearWeight
  readonly #initial: Float64Array | undefined
  #series: number
  #rows: readonly Float64Array[]
  readonly #errors: Float64Array

  constructor(alpha: LinearWeight, features: number, initial: Float64Array | undefined, state?: LinearWeightsState) {
    const count = alphasOf(alpha)
    this.#alpha = alpha
    this.#initial = initial
    this.#series = state?.series ?? 0
    this.#rows = Array.from({ length: count }, (_, row) =>
      state === undefined ? new Float64Array(0) : state.weights.slice(row * features, (row + 1) * features),
    )
    this.#errors = state?.errors.slice() ?? new Float64Array(count)
  }

  state(): LinearWeightsState {
    const features = this.#rows[0].length
    const weights = new Float64Array(this.#rows.length * features)
    for (const [row, values] of this.#rows.entries()) weights.set(values, row * features)
    return { series: this.#series, weights, errors: this.#errors.slice() }
  }

  /** Those of the α that was best of late; of equals the least. */
  get best(): Float64Array {
    let best = 0
    for (let row = 1; row < this.#errors.length; row++) if (this.#errors[row] < this.#errors[best]) best = row
    return this.#rows[best]
  }

  /** Features that are new start with the initial weights, or at 0. */
  widen(features: number): void {
    if (this.#rows[0].length >= features) return
    this.#rows = this.#rows.map((row) => Float64Array.from({ length: features }, (_, j) => row[j] ?? this.#initial?.[j] ?? 0))
  }

  /** Compares what each α says of a series with what became of it: rows of scaled features, and centred utilities. */
  measure(scaled: Float64Array, utilities: Float64Array, compute: Compute): void {
    if (this.#rows.length === 1) return
    const scores = compute.float64(utilities.length)
    for (let row = 0; row < this.#rows.length; row++) {
      const weights = this.#rows[row]
      rowProducts(utilities.length, weights.length, scaled, weights, scores)
      this.#errors[row] = keeps * this.#errors[row] + 1 - correlation(scores, utilities)
    }
  }

  /** (9), for so many rows of features and their utilities. */
  learn(count: number, features: Float64Array, utilities: Float64Array, compute: Compute): void {
    this.#series++
    const alphas = growths.map((growth) => firstAlpha * Math.min(growth, this.#series))
    const width = this.#rows[0].length
    const next = linearUpdates(count, width, features, utilities, this.#alpha === 'auto' ? alphas : [this.#alpha], this.#rows, compute)
    for (const [row, weights] of next.entries()) this.#rows[row].set(weights)
  }
}

/** Of scores with centred utilities; 0 where there is none. */
export function correlation(scores: Float64Array, utilities: Float64Array): number {
  const count = utilities.length
  let sum = 0
  let squares = 0
  let products = 0
  let ofUtilities = 0
  for (let item = 0; item < count; item++) {
    const score = scores[item]
    sum += score
    squares += score * score
    products += score * utilities[item]
    ofUtilities += utilities[item] * utilities[item]
  }
  const spread = (squares - (sum * sum) / count) * ofUtilities
  return spread > 0 ? products / Math.sqrt(spread) : 0
}
