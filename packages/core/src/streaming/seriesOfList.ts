/** From one list of a file to a series: labels become utilities, and features find their places by name. */
import { requireArguments, texts } from '../arguments/shapes.ts'
import { copyRow, type RankingLists } from '../data/lists/rankingLists.ts'
import { RankwrightError } from '../problems/problem.ts'
import { type RankedSeries, utilitiesOfRanks } from './series.ts'

export type SeriesTarget = 'rank' | 'utility'

/** The columns of a stream: those met so far, in the order in which they came. Files may have them in any order. */
export class SeriesColumns {
  readonly #places: Map<string, number>
  readonly #waiting: Set<string>

  /** `names` may be given before any series has them. */
  constructor(names: readonly string[] = []) {
    requireArguments({ names }, { names: texts })
    this.#places = new Map(names.map((name, place) => [name, place]))
    this.#waiting = new Set(names)
  }

  /** Of the names given beforehand, those that no series has had. */
  get unmet(): readonly string[] {
    return [...this.#waiting]
  }

  /** A series had these, though nothing was learned from it. */
  meet(names: readonly string[]): void {
    requireArguments({ names }, { names: texts })
    for (const name of names) this.#waiting.delete(name)
  }

  get names(): readonly string[] {
    return [...this.#places.keys()]
  }

  /** The place of each of these names; a new one gets the next. */
  placesOf(names: readonly string[]): Uint32Array {
    requireArguments({ names }, { names: texts })
    return Uint32Array.from(names, (name) => {
      if (this.#waiting.size > 0) this.#waiting.delete(name)
      const known = this.#places.get(name)
      if (known !== undefined) return known
      this.#places.set(name, this.#places.size)
      return this.#places.size - 1
    })
  }
}

/** The only list of `lists`. With target `rank` a label is a place, 1 the best; otherwise greater is better. */
export function seriesOfList(lists: RankingLists, target: SeriesTarget, columns: SeriesColumns): RankedSeries {
  const { labels, width: own, itemIds } = lists
  if (lists.othersAreZero)
    throw new RankwrightError({
      area: 'stream',
      code: 'series-too-wide',
      list: lists.listIds[0],
      feature: lists.featureNames?.at(-1) ?? '',
    })
  const places = columns.placesOf(lists.featureNames ?? Array.from({ length: own }, (_, column) => String(column + 1)))
  const width = columns.names.length
  const row = new Float32Array(own)
  const features = new Float64Array(labels.length * width).fill(Number.NaN)
  for (let item = 0; item < labels.length; item++) {
    copyRow(lists, item, row)
    for (let column = 0; column < own; column++) features[item * width + places[column]] = row[column]
  }
  return {
    id: lists.listIds[0],
    width,
    features,
    utilities: target === 'rank' ? utilitiesOfRanks(labels) : labels,
    ...(itemIds && { items: itemIds }),
  }
}
