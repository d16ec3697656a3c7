/**
 * Page-Hinkley test for a rise of the mean: fires when the sum of x − mean − tolerance has climbed by more than `threshold` above
 * its lowest point, then starts afresh. Page 1954, "Continuous inspection schemes".
 */
export interface PageHinkleyOptions {
  /** Rises below this do not count. */
  readonly tolerance: number
  readonly threshold: number
  /** Values to see before it may fire. */
  readonly patience: number
}

export interface PageHinkleyState {
  readonly count: number
  readonly mean: number
  readonly sum: number
  readonly lowest: number
}

export const pageHinkleyDefaults: PageHinkleyOptions = { tolerance: 0.005, threshold: 2, patience: 30 }

const fresh: PageHinkleyState = { count: 0, mean: 0, sum: 0, lowest: 0 }

export class PageHinkley {
  readonly options: PageHinkleyOptions
  #state: PageHinkleyState

  constructor(options: PageHinkleyOptions = pageHinkleyDefaults, state: PageHinkleyState = fresh) {
    this.options = options
    this.#state = state
  }

  state(): PageHinkleyState {
    return this.#state
  }

  /** Whether the mean has risen, with this value. */
  add(value: number): boolean {
    const { tolerance, threshold, patience } = this.options
    const count = this.#state.count + 1
    const mean = this.#state.mean + (value - this.#state.mean) / count
    const sum = this.#state.sum + value - mean - tolerance
    const lowest = Math.min(this.#state.lowest, sum)
    const risen = count >= patience && sum - lowest > threshold
    this.#state = risen ? fresh : { count, mean, sum, lowest }
    return risen
  }
}
