/**
 * Online gradient descent on the loss of a list, one step per series: w ← w − step/√n ∇φ(Zw, u), features centred and
 * scaled online. Zinkevich 2003, "Online convex programming and generalized infinitesimal gradient ascent".
 */
import { countPart, float64Part, objectPart } from '../documents/documentPart.ts'
import { listNet } from '../losses/listNet.ts'
import type { ListLoss } from '../losses/loss.ts'
import { rankNet } from '../losses/rankNet.ts'
import { rankSvm } from '../losses/rankSvm.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { expertScores } from './expertScores.ts'
import type { LearnerRow, StreamLearner } from './learner.ts'
import { type Centring, centringOptions, longer, OnlineScaler, type ScalerState, scalerPart } from './onlineScaler.ts'
import { linearScores, rowProducts } from './rowProducts.ts'
import type { RankedSeries, Series } from './series.ts'

const lossNames = ['ranknet', 'listnet', 'ranksvm'] as const

const onlineGradientOptions = {
  ...centringOptions,
  loss: { kind: 'choice', default: 'ranknet', of: lossNames, doc: 'Loss of each series.' },
  step: { kind: 'number', default: 1, above: 0, doc: 'Length of the first step; that of step n is divided by √n.' },
} as const satisfies OptionTable

interface OnlineGradientSettings {
  readonly centring: Centring
  readonly loss: (typeof lossNames)[number]
  readonly step: number
  readonly initialWeights?: Float64Array | undefined
}

export interface OnlineGradientState {
  readonly scaler: ScalerState
  readonly weights: Float64Array
  readonly steps: number
}

class OnlineGradientLearner implements StreamLearner<OnlineGradientState> {
  readonly options: OnlineGradientSettings
  readonly #compute: Compute
  readonly #scaler: OnlineScaler
  readonly #loss: ListLoss
  #weights: Float64Array
  #steps: number

  constructor(options: OnlineGradientSettings, state?: OnlineGradientState, { compute }: Pick<Runtime, 'compute'> = plainRuntime) {
    this.options = options
    this.#compute = compute
    this.#scaler = new OnlineScaler(options.centring, state?.scaler)
    this.#loss = lossOf(options.loss)
    this.#weights = (state?.weights ?? options.initialWeights ?? new Float64Array(0)).slice()
    this.#steps = state?.steps ?? 0
  }

  state(): OnlineGradientState {
    return { scaler: this.#scaler.state(), weights: this.#weights.slice(), steps: this.#steps }
  }

  rank(series: Series): Float64Array | undefined {
    if (this.#steps === 0) return expertScores(series, this.options.initialWeights, this.#compute)
    return linearScores(this.#scaler, series, this.#weights, this.#compute)
  }

  learn(series: RankedSeries): void {
    const mark = this.#compute.mark()
    const scaled = this.#scaler.learn(series, this.#compute)
    this.#scaler.scale(scaled)
    const { width } = this.#scaler
    if (this.#weights.length < width) this.#weights = longer(this.#weights, width)
    const weights = this.#weights
    const count = series.utilities.length
    const slope = new Float64Array(count)
    this.#loss.evaluate(rowProducts(count, width, scaled, weights), series.utilities, slope)
    this.#steps++
    const step = this.options.step / Math.sqrt(this.#steps)
    for (let item = 0, at = 0; item < count; item++) {
      const part = step * slope[item]
      for (let j = 0; j < width; j++, at++) weights[j] -= part * scaled[at]
    }
    this.#compute.release(mark)
  }
}

export const onlineGradient: LearnerRow<typeof onlineGradientOptions, OnlineGradientState> = {
  summary: 'A linear utility by online gradient descent on the items.',
  options: onlineGradientOptions,
  takesInitialWeights: true,
  needsItems: false,
  make: ({ centre, loss, step }, { initialWeights, state, runtime }) =>
    new OnlineGradientLearner({ centring: centre, loss, step, initialWeights }, state, runtime),
  state: () =>
    objectPart<OnlineGradientState>({ scaler: scalerPart, weights: float64Part, steps: countPart }, ({ scaler, weights }, refuse) => {
      const least = scaler.counts.length
      if (weights.length < least) refuse('weights', `there are ${weights.length} numbers, expected at least ${least}`)
    }),
}

function lossOf(name: OnlineGradientSettings['loss']): ListLoss {
  switch (name) {
    case 'ranknet':
      return rankNet({ pairs: 'mean' })
    case 'listnet':
      return listNet()
    case 'ranksvm':
      return rankSvm({ pairs: 'mean' })
  }
}
