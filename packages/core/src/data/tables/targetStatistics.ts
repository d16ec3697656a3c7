import { seededRandom } from '../../numeric/random.ts'
import { eachText } from '../cells/packedTexts.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { type CellColumn, noValue } from '../lists/tableCells.ts'

/** So many rows at the mean count with the rows of a category. */
const priorRows = 5
const seed = 1

export interface TargetStatistics {
  /** Of each category, and of missing cells. */
  readonly statistics: Float64Array
  /** What the training rows get, in the order of the lists. */
  readonly trained: Float64Array
}

/**
 * How much better than the mean of its list a row of each category was. Training rows get what was known from the lists before theirs, in a
 * seeded order, so no row sees the labels of its own list. Prokhorenkova et al. 2018, "CatBoost: unbiased boosting with categorical
 * features", section 3.2, with lists in place of rows. `values` are the categories, in their order.
 */
export function targetStatistics(column: CellColumn, lists: RankingLists, values: readonly string[]): TargetStatistics {
  const { offsets, labels, listIds } = lists
  const categoryAt = categoriesOf(column, values)
  const statistics = Array.from({ length: values.length + 1 }, () => new RunningStatistic())
  const trained = new Float64Array(labels.length)
  for (const list of orderOfLists(column.name, listIds.length)) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    for (let row = first; row < last; row++) trained[row] = statistics[categoryAt(row)].value
    const mean = meanLabel(labels, first, last)
    for (let row = first; row < last; row++) if (!Number.isNaN(labels[row])) statistics[categoryAt(row)].add(labels[row] - mean)
  }
  return { statistics: Float64Array.from(statistics, ({ value }) => value), trained }
}

/** The order in which lists become known: by their numbers. */
export function orderOfLists(column: string, lists: number): number[] {
  return seededRandom(seed)
    .fork(column)
    .shuffle(Array.from({ length: lists }, (_, list) => list))
}

/** Of the rows that have a label; NaN where none has. */
export function meanLabel(labels: Float64Array, first: number, last: number): number {
  let [total, known] = [0, 0]
  for (let row = first; row < last; row++) {
    if (Number.isNaN(labels[row])) continue
    total += labels[row]
    known++
  }
  return total / known
}

/** The number of the category of each row; missing cells have the last. */
export function categoriesOf({ values, codes }: CellColumn, categories: readonly string[]): (row: number) => number {
  const known = new Map(categories.map((text, place) => [text, place]))
  const places = Uint32Array.from(eachText(values), (text) => known.get(text) ?? categories.length)
  return (row) => (codes[row] === noValue ? categories.length : places[codes[row]])
}

/** Of one category: rows are added in the order of `orderOfLists`, since sums of fractions depend on it. */
export class RunningStatistic {
  private sum = 0
  private count = 0

  get value(): number {
    return this.sum / (this.count + priorRows)
  }

  /** A row that was so much better than the mean of its list. */
  add(better: number): void {
    this.sum += better
    this.count++
  }
}
