import { seededRandom } from '../../numeric/random.ts'
import { eachText } from '../cells/packedTexts.ts'
import type { ColumnEncoder } from '../encoders/encoderKinds.ts'
import type { OneHotEncoder } from '../encoders/oneHotEncoder.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { type CellColumn, noValue } from '../lists/tableCells.ts'

export interface CategoryFit {
  readonly encoder: ColumnEncoder
  /** Of a target statistic: what the training rows get, in the order of the lists. */
  readonly trained?: Float64Array
}

export interface CategoryChoices {
  readonly categoryEncoding: 'auto' | 'one-hot' | 'target' | 'hash' | 'codes'
  readonly oneHot: number
  readonly buckets: number
  /** Other categories are still to come, and labels are not looked at. */
  readonly open: boolean
}

/** Categories beyond so many are told apart by their hash. */
const mostStatistics = 10_000
/** Categories beyond so many share a number: trees tell no more of them apart. */
const mostCodes = 4000
/** From so many rows on, a category needs two rows for a feature of its own. */
const enoughRows = 50
/** So many rows at the mean count with the rows of a category. */
const priorRows = 5
const seed = 1

export function fitCategory(column: CellColumn, lists: RankingLists, choices: CategoryChoices): CategoryFit {
  const different = column.values.length
  const asked = choices.categoryEncoding
  const chosen =
    asked !== 'auto' ? asked : different <= choices.oneHot ? 'one-hot' : different <= mostStatistics && !choices.open ? 'target' : 'hash'
  switch (chosen) {
    case 'one-hot':
      return { encoder: { kind: 'one-hot', column: column.name, ...frequent(column, choices.oneHot, choices.open) } }
    case 'codes':
      return { encoder: { kind: 'codes', column: column.name, ...frequent(column, mostCodes, choices.open) } }
    case 'hash':
      return { encoder: { kind: 'hashed', column: column.name, buckets: choices.buckets } }
    case 'target':
      return targetStatistic(column, lists)
  }
}

/** The most frequent categories, and what else there is, or may come (`open`). */
function frequent(column: CellColumn, most: number, open: boolean): Pick<OneHotEncoder, 'values' | 'others'> {
  const counts = new Float64Array(column.values.length)
  let missing = 0
  for (const code of column.codes) {
    if (code === noValue) missing++
    else counts[code]++
  }
  const least = column.codes.length >= enoughRows ? 2 : 1
  const texts = Array.from(eachText(column.values))
  const order = Array.from(counts.keys()).sort((a, b) => counts[b] - counts[a] || compared(texts[a], texts[b]))
  const kept = order.filter((code) => counts[code] >= least).slice(0, most)
  const others = [
    ...(open || kept.length < order.length ? (['other'] as const) : []),
    ...(open || missing > 0 ? (['missing'] as const) : []),
  ]
  return { values: kept.map((code) => texts[code]), others }
}

/**
 * How much better than the mean of its list a row of each category was. Training rows get what was known from the lists before theirs, in a
 * seeded order, so no row sees the labels of its own list. Prokhorenkova et al. 2018, "CatBoost: unbiased boosting with categorical
 * features", section 3.2, with lists in place of rows.
 */
function targetStatistic(column: CellColumn, lists: RankingLists): CategoryFit {
  const { offsets, labels, listIds } = lists
  const different = column.values.length
  const [sums, counts] = [new Float64Array(different + 1), new Float64Array(different + 1)]
  const codeAt = (row: number) => Math.min(column.codes[row], different) // the last is for missing cells
  const statistic = (code: number) => sums[code] / (counts[code] + priorRows)
  const trained = new Float64Array(labels.length)
  const order = seededRandom(seed).fork(column.name).shuffle(Array.from(listIds.keys()))
  for (const list of order) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    let [total, known] = [0, 0]
    for (let row = first; row < last; row++) {
      trained[row] = statistic(codeAt(row))
      if (Number.isNaN(labels[row])) continue
      total += labels[row]
      known++
    }
    for (let row = first; row < last; row++) {
      if (Number.isNaN(labels[row])) continue
      sums[codeAt(row)] += labels[row] - total / known
      counts[codeAt(row)]++
    }
  }
  const statistics = Float64Array.from({ length: different + 1 }, (_, code) => statistic(code))
  return { encoder: { kind: 'target', column: column.name, values: [...eachText(column.values), ''], statistics }, trained }
}

/** By code units, the same everywhere. */
function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
