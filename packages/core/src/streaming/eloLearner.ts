/**
 * Ratings of items that come again and again. A series of L items is a tournament of all pairs; each item moves by how much more
 * often it won than its rating promised: R ← R + step · Σ_j (won − σ((Rᵢ − Rⱼ)/400 · ln 10)) / (L − 1). Elo 1978, "The rating of
 * chessplayers"; the gradient of the Bradley-Terry likelihood (Bradley & Terry 1952, "Rank analysis of incomplete block designs").
 */
import { objectPart } from '../documents/documentPart.ts'
import { expOf } from '../numeric/special/exp.ts'
import type { OptionTable, Resolved } from '../options/optionTable.ts'
import { ItemMemory, type ItemValues, itemValuesPart, memoryOptions, namesOf } from './itemMemory.ts'
import type { LearnerRow, StreamLearner } from './learner.ts'
import type { RankedSeries, Series } from './series.ts'

const eloOptions = {
  step: { kind: 'number', default: 64, above: 0, doc: 'The most a rating moves in one series.' },
  ...memoryOptions,
} as const satisfies OptionTable

export interface EloState {
  readonly ratings: ItemValues
}

const start = 1500
const perPoint = Math.LN10 / 400

class EloLearner implements StreamLearner<EloState> {
  readonly #step: number
  readonly #ratings: ItemMemory

  constructor({ step, remembered }: Resolved<typeof eloOptions>, state?: EloState) {
    this.#step = step
    this.#ratings = new ItemMemory(remembered, state?.ratings)
  }

  state(): EloState {
    return { ratings: this.#ratings.entries() }
  }

  rank(series: Series): Float64Array | undefined {
    return this.#ratings.size === 0 ? undefined : this.#ratings.valuesOf(series, start)
  }

  learn(series: RankedSeries): void {
    const { utilities } = series
    const names = namesOf(series)
    const count = names.length
    const ratings = this.#ratings.valuesOf(series, start)
    const strengths = ratings.map((rating) => expOf((rating - start) * perPoint))
    for (const [item, name] of names.entries()) {
      let surprise = 0
      for (let other = 0; other < count; other++) {
        if (other === item) continue
        const won = utilities[item] > utilities[other] ? 1 : utilities[item] === utilities[other] ? 0.5 : 0
        surprise += won - strengths[item] / (strengths[item] + strengths[other])
      }
      this.#ratings.set(name, count < 2 ? ratings[item] : ratings[item] + (this.#step * surprise) / (count - 1))
    }
  }
}

export const elo: LearnerRow<typeof eloOptions, EloState> = {
  summary: 'Ratings of items that come again.',
  options: eloOptions,
  takesInitialWeights: false,
  needsItems: true,
  make: (options, { state }) => new EloLearner(options, state),
  state: () => objectPart<EloState>({ ratings: itemValuesPart }),
}
