import { number, requireArguments } from '../arguments/shapes.ts'
import { countPart, type DocumentPart, numberPart, objectPart } from '../documents/documentPart.ts'
import { documentShape } from '../documents/documentShape.ts'

export interface PairedDifferenceState {
  readonly count: number
  readonly mean: number
  /** Sum of squared deviations from the mean. */
  readonly squares: number
}

export const pairedDifferencePart: DocumentPart<PairedDifferenceState> = objectPart<PairedDifferenceState>({
  count: countPart,
  mean: numberPart(),
  squares: numberPart({ atLeast: 0 }),
})

const measured = number({ missing: true })
const shapes = { state: documentShape(pairedDifferencePart, 'what PairedDifference.state gives') }

/** Mean of paired differences over a stream, and its 95 % interval by the normal approximation; constant memory (Welford 1962). */
export class PairedDifference {
  #count: number
  #mean: number
  #squares: number

  constructor(state: PairedDifferenceState = { count: 0, mean: 0, squares: 0 }) {
    requireArguments({ state }, shapes)
    const { count, mean, squares } = state
    this.#count = count
    this.#mean = mean
    this.#squares = squares
  }

  state(): PairedDifferenceState {
    return { count: this.#count, mean: this.#mean, squares: this.#squares }
  }

  /** Pairs with a value missing on either side do not count. */
  add(a: number, b: number): void {
    measured('a', a)
    measured('b', b)
    const difference = a - b
    if (Number.isNaN(difference)) return
    this.#count++
    const before = difference - this.#mean
    this.#mean += before / this.#count
    this.#squares += before * (difference - this.#mean)
  }

  get count(): number {
    return this.#count
  }

  get mean(): number {
    return this.#count === 0 ? Number.NaN : this.#mean
  }

  /** NaN with fewer than two pairs. */
  get interval(): readonly [number, number] {
    const error = (1.959963984540054 * Math.sqrt(this.#squares / (this.#count - 1))) / Math.sqrt(this.#count)
    return this.#count < 2 ? [Number.NaN, Number.NaN] : [this.#mean - error, this.#mean + error]
  }
}
