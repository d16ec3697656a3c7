/**
 * Recursive least squares on the items themselves: w minimises Σₙ fᴺ⁻ⁿ ‖uₙ − Zₙ w‖² + α ‖w − w₀‖² over all series so far, series
 * and utilities centred, f the forgetting factor. Kept in information form, S = Σ fᴺ⁻ⁿ ZᵀZ and t = Σ fᴺ⁻ⁿ Zᵀu on the raw scale,
 * so that a change of scale never falsifies the past (Haykin 2002, "Adaptive filter theory", ch. 9).
 */
import { cholesky, choleskySolve } from '../numeric/cholesky.ts'
import type { LearnerState, StreamLearner } from './learner.ts'
import { type Centring, longer, OnlineScaler, type ScalerState } from './onlineScaler.ts'
import { rowProducts } from './rowProducts.ts'
import { centredUtilities, type RankedSeries, type Series, seriesLength } from './series.ts'

export interface RecursiveLeastSquaresOptions {
  readonly centring: Centring
  readonly linearWeight: number
  readonly forgetting: number
  readonly initialWeights?: Float64Array
}

export interface RecursiveLeastSquaresState {
  readonly scaler: ScalerState
  readonly products: Float64Array
  readonly targets: Float64Array
  readonly weights: Float64Array
}

export class RecursiveLeastSquaresLearner implements StreamLearner {
  readonly options: RecursiveLeastSquaresOptions
  readonly #scaler: OnlineScaler
  #products: Float64Array
  #targets: Float64Array
  #weights: Float64Array

  constructor(options: RecursiveLeastSquaresOptions, state?: RecursiveLeastSquaresState) {
    this.options = options
    this.#scaler = new OnlineScaler(options.centring, state?.scaler)
    this.#products = state?.products.slice() ?? new Float64Array(0)
    this.#targets = state?.targets.slice() ?? new Float64Array(0)
    this.#weights = state?.weights.slice() ?? new Float64Array(0)
  }

  state(): LearnerState & RecursiveLeastSquaresState {
    return {
      scaler: { ...this.#scaler.state() },
      products: this.#products.slice(),
      targets: this.#targets.slice(),
      weights: this.#weights.slice(),
    }
  }

  rank(series: Series): Float64Array | undefined {
    const { width } = this.#scaler
    if (width === 0) return undefined
    const scaled = this.#scaler.scaled(series)
    return rowProducts(seriesLength(series), width, scaled, this.#weights)
  }

  learn(series: RankedSeries): void {
    const { forgetting, linearWeight, initialWeights } = this.options
    const scaler = this.#scaler
    const before = scaler.width
    scaler.learn(series)
    const width = scaler.width
    if (width > before) this.#widen(before, width)
    const centred = scaler.centred(series)
    const utilities = centredUtilities(series.utilities)
    for (let i = 0; i < width; i++) {
      this.#targets[i] *= forgetting
      for (let j = 0; j <= i; j++) this.#products[i * width + j] *= forgetting
    }
    for (let item = 0; item < utilities.length; item++) {
      const at = item * width
      for (let i = 0; i < width; i++) {
        const value = centred[at + i]
        if (value === 0) continue
        this.#targets[i] += value * utilities[item]
        for (let j = 0; j <= i; j++) this.#products[i * width + j] += value * centred[at + j]
      }
    }
    // (D S D + αI) w = D t + α w₀ with D the scale: the penalty is on the weights of scaled features.
    const { inverse } = scaler
    const matrix = new Float64Array(width * width)
    const weights = new Float64Array(width)
    for (let i = 0; i < width; i++) {
      for (let j = 0; j <= i; j++) matrix[i * width + j] = this.#products[i * width + j] * inverse[i] * inverse[j]
      matrix[i * width + i] += linearWeight
      weights[i] = this.#targets[i] * inverse[i] + linearWeight * (initialWeights?.[i] ?? 0)
    }
    if (!cholesky(width, matrix)) throw new RangeError('the system of recursive least squares is not positive definite')
    choleskySolve(width, matrix, weights)
    this.#weights = weights
  }

  #widen(before: number, width: number): void {
    const products = new Float64Array(width * width)
    for (let i = 0; i < before; i++) products.set(this.#products.subarray(i * before, (i + 1) * before), i * width)
    this.#products = products
    this.#targets = longer(this.#targets, width)
  }
}
