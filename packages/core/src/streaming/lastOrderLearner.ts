import { objectPart } from '../documents/documentPart.ts'
import { ItemMemory, type ItemValues, itemValuesPart, memoryOptions, namesOf } from './itemMemory.ts'
import type { LearnerRow, StreamLearner } from './learner.ts'
import { middlePlace, relativePlaces } from './relativePlaces.ts'
import type { RankedSeries, Series } from './series.ts'

export interface LastOrderState {
  readonly last: ItemValues
}

/** Ranks the items in the order in which they were last seen; new items go into the middle. */
class LastOrderLearner implements StreamLearner<LastOrderState> {
  readonly #last: ItemMemory

  constructor(remembered: number, state?: LastOrderState) {
    this.#last = new ItemMemory(remembered, state?.last)
  }

  state(): LastOrderState {
    return { last: this.#last.entries() }
  }

  rank(series: Series): Float64Array | undefined {
    return this.#last.size === 0 ? undefined : this.#last.valuesOf(series, middlePlace)
  }

  learn(series: RankedSeries): void {
    const places = relativePlaces(series.utilities)
    for (const [item, name] of namesOf(series).entries()) this.#last.set(name, places[item])
  }
}

export const lastOrder: LearnerRow<typeof memoryOptions, LastOrderState> = {
  summary: 'Baseline: the order of last time.',
  options: memoryOptions,
  takesInitialWeights: false,
  needsItems: true,
  make: ({ remembered }, { state }) => new LastOrderLearner(remembered, state),
  state: () => objectPart<LastOrderState>({ last: itemValuesPart }),
}
