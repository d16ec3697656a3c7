/**
 * Recursive least squares on the items themselves: w minimises Σₙ fᴺ⁻ⁿ ‖uₙ − Zₙ w‖² + α ‖w − w₀‖² over all series so far, series
 * and utilities centred, f the forgetting factor. Kept in information form, S = Σ fᴺ⁻ⁿ ZᵀZ and t = Σ fᴺ⁻ⁿ Zᵀu on the raw scale,
 * so that a change of scale never falsifies the past (Haykin 2002, "Adaptive filter theory", ch. 9).
 */
import { type DocumentPart, float64Part, objectPart, requireNumbers } from '../documents/documentPart.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { expertScores } from './expertScores.ts'
import type { LearnerRow, StreamLearner } from './learner.ts'
import { type Centring, centringOptions, longer, OnlineScaler, type ScalerState, scalerPart } from './onlineScaler.ts'
import { linearScores } from './rowProducts.ts'
import { centredUtilities, type RankedSeries, type Series } from './series.ts'

const recursiveLeastSquaresOptions = {
  ...centringOptions,
  linearWeight: { kind: 'number', default: 30, above: 0, doc: 'Alpha: how strongly the weights hold on to the initial ones.' },
  forgetting: { kind: 'number', default: 0.95, above: 0, atMost: 1, doc: 'Share of the past that stays with every series.' },
} as const satisfies OptionTable

interface RecursiveLeastSquaresSettings {
  readonly centring: Centring
  readonly linearWeight: number
  readonly forgetting: number
  readonly initialWeights?: Float64Array | undefined
}

export interface RecursiveLeastSquaresState {
  readonly scaler: ScalerState
  readonly products: Float64Array
  readonly targets: Float64Array
  readonly weights: Float64Array
}

export class RecursiveLeastSquaresLearner implements StreamLearner<RecursiveLeastSquaresState> {
  readonly options: RecursiveLeastSquaresSettings
  readonly #compute: Compute
  readonly #scaler: OnlineScaler
  #products: Float64Array
  #targets: Float64Array
  #weights: Float64Array

  constructor(
    options: RecursiveLeastSquaresSettings,
    state?: RecursiveLeastSquaresState,
    { compute }: Pick<Runtime, 'compute'> = plainRuntime,
  ) {
    this.options = options
    this.#compute = compute
    this.#scaler = new OnlineScaler(options.centring, state?.scaler)
    this.#products = state?.products.slice() ?? new Float64Array(0)
    this.#targets = state?.targets.slice() ?? new Float64Array(0)
    this.#weights = state?.weights.slice() ?? new Float64Array(0)
  }

  state(): RecursiveLeastSquaresState {
    return {
      scaler: this.#scaler.state(),
      products: this.#products.slice(),
      targets: this.#targets.slice(),
      weights: this.#weights.slice(),
    }
  }

  rank(series: Series): Float64Array | undefined {
    if (this.#scaler.width === 0) return expertScores(series, this.options.initialWeights, this.#compute)
    return linearScores(this.#scaler, series, this.#weights, this.#compute)
  }

  learn(series: RankedSeries): void {
    const before = this.#scaler.width
    const mark = this.#compute.mark()
    try {
      const centred = this.#scaler.learn(series, this.#compute)
      const { width } = this.#scaler
      if (width > before) this.#widen(before, width)
      this.#take(centred, centredUtilities(series.utilities), width)
      this.#solve(width)
    } finally {
      this.#compute.release(mark)
    }
  }

  /** S ← f S + ZᵀZ, t ← f t + Zᵀu. */
  #take(centred: Float64Array, utilities: Float64Array, width: number): void {
    const { forgetting } = this.options
    const gram = this.#compute.float64(width * width)
    this.#compute.syrk(utilities.length, width, centred, undefined, gram)
    const products = this.#products
    for (let at = 0; at < products.length; at++) products[at] = forgetting * products[at] + gram[at]
    const targets = this.#targets
    for (let i = 0; i < width; i++) targets[i] *= forgetting
    for (let item = 0, at = 0; item < utilities.length; item++) {
      const utility = utilities[item]
      for (let i = 0; i < width; i++, at++) targets[i] += centred[at] * utility
    }
  }

  /** (D S D + αI) w = D t + α w₀ with D the scale: the penalty is on the weights of scaled features. */
  #solve(width: number): void {
    const { linearWeight, initialWeights } = this.options
    const compute = this.#compute
    const { inverse } = this.#scaler
    const products = this.#products
    const matrix = compute.float64(width * width)
    const weights = compute.float64(width)
    for (let i = 0; i < width; i++) {
      for (let j = 0, at = i * width; j <= i; j++, at++) matrix[at] = products[at] * inverse[i] * inverse[j]
      matrix[i * width + i] += linearWeight
      weights[i] = this.#targets[i] * inverse[i] + linearWeight * (initialWeights?.[i] ?? 0)
    }
    if (!compute.cholesky(width, matrix)) throw new RankwrightError({ area: 'stream', code: 'state-of-no-data' })
    compute.choleskySolve(width, matrix, weights)
    this.#weights = weights.slice()
  }

  #widen(before: number, width: number): void {
    const products = new Float64Array(width * width)
    for (let i = 0; i < before; i++) products.set(this.#products.subarray(i * before, (i + 1) * before), i * width)
    this.#products = products
    this.#targets = longer(this.#targets, width)
  }
}

export const recursiveLeastSquaresPart: DocumentPart<RecursiveLeastSquaresState> = objectPart<RecursiveLeastSquaresState>(
  { scaler: scalerPart, products: float64Part, targets: float64Part, weights: float64Part },
  (whole, refuse) => {
    const width = whole.scaler.counts.length
    requireNumbers(whole, 'products', width * width, refuse)
    requireNumbers(whole, 'targets', width, refuse)
    requireNumbers(whole, 'weights', width, refuse)
  },
)

const ridgeOptions = {
  ...centringOptions,
  linearWeight: { kind: 'number', default: 1, above: 0, doc: 'Alpha: how strongly the weights hold on to the initial ones.' },
} as const satisfies OptionTable

export const ridge: LearnerRow<typeof ridgeOptions, RecursiveLeastSquaresState> = {
  summary: 'A linear utility by ridge regression on all items so far; nothing fades.',
  options: ridgeOptions,
  takesInitialWeights: true,
  needsItems: false,
  make: ({ centre, linearWeight }, { initialWeights, state, runtime }) =>
    new RecursiveLeastSquaresLearner({ centring: centre, linearWeight, forgetting: 1, initialWeights }, state, runtime),
  state: () => recursiveLeastSquaresPart,
}

export const recursiveLeastSquares: LearnerRow<typeof recursiveLeastSquaresOptions, RecursiveLeastSquaresState> = {
  summary: 'A linear utility by recursive least squares on the items.',
  options: recursiveLeastSquaresOptions,
  takesInitialWeights: true,
  needsItems: false,
  make: ({ centre, linearWeight, forgetting }, { initialWeights, state, runtime }) =>
    new RecursiveLeastSquaresLearner({ centring: centre, linearWeight, forgetting, initialWeights }, state, runtime),
  state: () => recursiveLeastSquaresPart,
}
