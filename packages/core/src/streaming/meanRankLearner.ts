import { objectPart } from '../documents/documentPart.ts'
import { ItemMemory, type ItemValues, itemValuesPart, memoryOptions, namesOf } from './itemMemory.ts'
import type { LearnerRow, StreamLearner } from './learner.ts'
import { middlePlace, relativePlaces } from './relativePlaces.ts'
import type { RankedSeries, Series } from './series.ts'

export interface MeanRankState {
  readonly totals: ItemValues
  readonly counts: ItemValues
}

/** Ranks the items by the mean of their places so far. */
class MeanRankLearner implements StreamLearner<MeanRankState> {
  readonly #totals: ItemMemory
  readonly #counts: ItemMemory

  constructor(remembered: number, state?: MeanRankState) {
    this.#totals = new ItemMemory(remembered, state?.totals)
    this.#counts = new ItemMemory(remembered, state?.counts)
  }

  state(): MeanRankState {
    return { totals: this.#totals.entries(), counts: this.#counts.entries() }
  }

  rank(series: Series): Float64Array | undefined {
    if (this.#counts.size === 0) return undefined
    const totals = this.#totals.valuesOf(series, middlePlace)
    const counts = this.#counts.valuesOf(series, 1)
    return totals.map((total, item) => total / counts[item])
  }

  learn(series: RankedSeries): void {
    const places = relativePlaces(series.utilities)
    for (const [item, name] of namesOf(series).entries()) {
      this.#totals.set(name, (this.#totals.get(name) ?? 0) + places[item])
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
    }
  }
}

export const meanRank: LearnerRow<typeof memoryOptions, MeanRankState> = {
  summary: 'Baseline: the mean rank so far.',
  options: memoryOptions,
  takesInitialWeights: false,
  needsItems: true,
  make: ({ remembered }, { state }) => new MeanRankLearner(remembered, state),
  state: () =>
    objectPart<MeanRankState>({ totals: itemValuesPart, counts: itemValuesPart }, ({ totals, counts }, refuse) => {
      if (counts.length !== totals.length || counts.some(([name], item) => name !== totals[item][0]))
        refuse('counts', 'the items are not those of the totals')
      if (counts.some(([, count]) => !(count > 0))) refuse('counts', 'expected a count above 0 for each item')
    }),
}
