/**
 * Ratings of items that come again and again, bounded in number: whoever was not seen for longest is forgotten first. A series
 * of L items is a tournament of all pairs; each item moves by how much more often it won than its rating promised:
 * R ← R + step · Σ_j (won − σ((Rᵢ − Rⱼ)/400 · ln 10)) / (L − 1). Elo 1978, "The rating of chessplayers"; the gradient of the
 * Bradley-Terry likelihood (Bradley & Terry 1952, "Rank analysis of incomplete block designs").
 */
import { expOf } from '../numeric/special/exp.ts'
import type { LearnerState, StreamLearner } from './learner.ts'
import { type RankedSeries, type Series, seriesLength } from './series.ts'

export interface EloOptions {
  /** The most a rating moves in one series. */
  readonly step: number
  /** Items whose rating is kept. */
  readonly remembered: number
}

/** A number per item, least recently seen first. */
export type ItemValues = readonly (readonly [string, number])[]

export interface EloState {
  readonly ratings: ItemValues
}

const start = 1500
const perPoint = Math.LN10 / 400

export class EloLearner implements StreamLearner {
  readonly options: EloOptions
  readonly #ratings: ItemMemory

  constructor(options: EloOptions, state?: EloState) {
    this.options = options
    this.#ratings = new ItemMemory(options.remembered, state?.ratings)
  }

  state(): LearnerState & EloState {
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
      this.#ratings.set(name, count < 2 ? ratings[item] : ratings[item] + (this.options.step * surprise) / (count - 1))
    }
  }
}

/** A number per item, for the items seen last. */
export class ItemMemory {
  readonly #most: number
  readonly #values: Map<string, number>

  constructor(most: number, entries: ItemValues = []) {
    this.#most = most
    this.#values = new Map(entries)
  }

  get size(): number {
    return this.#values.size
  }

  get(name: string): number | undefined {
    return this.#values.get(name)
  }

  set(name: string, value: number): void {
    this.#values.delete(name)
    this.#values.set(name, value)
    if (this.#values.size <= this.#most) return
    for (const oldest of this.#values.keys()) {
      this.#values.delete(oldest)
      return
    }
  }

  /** What is kept of each item of a series; `unknown` for one that is not remembered. */
  valuesOf(series: Series, unknown: number): Float64Array {
    return Float64Array.from(namesOf(series), (name) => this.#values.get(name) ?? unknown)
  }

  entries(): ItemValues {
    return [...this.#values]
  }
}

/** Items without names are known by their place in the series. */
export function namesOf(series: Series): readonly string[] {
  return series.items ?? Array.from({ length: seriesLength(series) }, (_, item) => `#${item + 1}`)
}
