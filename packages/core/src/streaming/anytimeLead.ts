/**
 * How far one learner is ahead of another, in an interval that holds at all times at once: the mean over the series of the difference of their
 * accuracies that was to be expected, given all that came before each. See anytimeMean.ts; each side takes half of delta.
 */
import { type DocumentPart, objectPart } from '../documents/documentPart.ts'
import { AnytimeMean, type AnytimeMeanState, anytimeMeanPart } from './anytimeMean.ts'

export interface AnytimeLeadState {
  /** Of (1 − d)/2 and (1 + d)/2, d the differences. */
  readonly behind: AnytimeMeanState
  readonly ahead: AnytimeMeanState
}

export const anytimeLeadPart: DocumentPart<AnytimeLeadState> = objectPart<AnytimeLeadState>({
  behind: anytimeMeanPart,
  ahead: anytimeMeanPart,
})

export class AnytimeLead {
  readonly #behind: AnytimeMean
  readonly #ahead: AnytimeMean

  constructor(state?: AnytimeLeadState) {
    this.#behind = new AnytimeMean(state?.behind)
    this.#ahead = new AnytimeMean(state?.ahead)
  }

  state(): AnytimeLeadState {
    return { behind: this.#behind.state(), ahead: this.#ahead.state() }
  }

  /** Accuracies in [0, 1]; a pair with NaN does not count. */
  add(own: number, other: number): void {
    this.#behind.add((1 - (own - other)) / 2)
    this.#ahead.add((1 + (own - other)) / 2)
  }

  /** [−1, 1] before the first pair. */
  interval(delta: number): readonly [number, number] {
    return [1 - 2 * this.#behind.upper(delta / 2), 2 * this.#ahead.upper(delta / 2) - 1]
  }
}
