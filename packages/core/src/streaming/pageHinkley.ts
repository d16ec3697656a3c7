/**
 * Page-Hinkley test for a rise of the mean: fires when the sum of z − tolerance, never below 0, has climbed above `threshold`, then starts
 * afresh. Page 1954, "Continuous inspection schemes". z is how far a value lies above the mean of those before it, in their standard
 * deviations: so one threshold serves series of two items, whose errors are 0 or 1, and of hundreds, whose errors hardly vary.
 */
import { count, fields, number, options as optionsOf, requireArguments, required } from '../arguments/shapes.ts'

export interface PageHinkleyOptions {
  /** Rises below this do not count; in standard deviations, as are all of these. */
  readonly tolerance: number
  readonly threshold: number
  /** A single value counts for no more than this. */
  readonly most: number
  /** Values to see before any is compared with them. */
  readonly patience: number
}

export interface PageHinkleyState {
  readonly count: number
  readonly mean: number
  /** Sum of squared deviations from the mean. */
  readonly squares: number
  readonly sum: number
}

/** Chosen by research/driftDefaults.mjs. */
export const pageHinkleyDefaults: PageHinkleyOptions = { tolerance: 0.5, threshold: 9, most: 3, patience: 30 }

const fresh: PageHinkleyState = { count: 0, mean: 0, squares: 0, sum: 0 }

/** Values lie in [0, 1]: a spread below this is taken for this, so that values that were all alike leave room for chance. */
const leastDeviation = 0.02

const share = number({ atLeast: 0, atMost: 1 })
const optionShapes = { tolerance: number({ atLeast: 0 }), threshold: number({ above: 0 }), most: number({ above: 0 }), patience: count(2) }
const shapes = {
  options: required(optionsOf(optionShapes), ...Object.keys(optionShapes)),
  state: fields(
    { count: count(), mean: share, squares: number({ atLeast: 0 }), sum: number({ atLeast: 0 }) },
    'what PageHinkley.state gives',
  ),
}

export class PageHinkley {
  readonly options: PageHinkleyOptions
  #state: PageHinkleyState

  constructor(options: PageHinkleyOptions = pageHinkleyDefaults, state: PageHinkleyState = fresh) {
    requireArguments({ options, state }, shapes)
    this.options = options
    this.#state = state
  }

  state(): PageHinkleyState {
    return this.#state
  }

  /** Whether the mean has risen, with this value. */
  add(value: number): boolean {
    share('value', value)
    const { tolerance, threshold, most, patience } = this.options
    const before = this.#state
    const count = before.count + 1
    const away = value - before.mean
    const mean = before.mean + away / count
    const squares = before.squares + away * (value - mean)
    let sum = 0
    if (before.count >= patience) {
      const deviation = Math.max(leastDeviation, Math.sqrt((before.squares / (before.count - 1)) * (1 + 1 / before.count)))
      sum = Math.max(0, before.sum + Math.min(most, away / deviation) - tolerance)
    }
    const risen = sum > threshold
    this.#state = risen ? fresh : { count, mean, squares, sum }
    return risen
  }
}
