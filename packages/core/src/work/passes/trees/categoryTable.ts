/** The categories of a feature, and the bins that its values have: one for each category, then one for all others, then that of missing values. */
import { greatestCode } from '../../../data/encoders/codeEncoder.ts'
import type { RankingLists } from '../../../data/lists/rankingLists.ts'

export interface CategoryTable {
  /** The categories that have a bin of their own, ascending: that of bin b is numbers[b]. */
  readonly numbers: Uint32Array
  /** For each category up to the greatest of them, its bin. */
  readonly places: Uint8Array
}

/** What the columns of a feature of categories hold: none if its values are all the same. */
export interface FeatureCategories {
  readonly tables: readonly CategoryTable[]
  /** How many different categories there are. */
  readonly found: number
}

/** Columns that a feature with many categories takes, at most; rarer categories have no bin. */
const MOST_TABLES = 16

/** How often each category of a feature occurs. */
export interface CategoryCounts {
  readonly counts: Uint32Array
  readonly missing: number
  /** The first value that is no category, and its row. */
  readonly refused?: { readonly value: number; readonly row: number }
}

/** The categories of a feature in columns of at most `most`, the most frequent ones first. */
export function categoryTables({ counts, missing }: CategoryCounts, most: number): FeatureCategories {
  const found = Array.from(counts.keys()).filter((category) => counts[category] > 0)
  if (found.length + Number(missing > 0) < 2) return { tables: [], found: found.length }
  const byCount = found.sort((a, b) => counts[b] - counts[a] || a - b)
  const columns = Math.max(1, Math.min(MOST_TABLES, Math.ceil(byCount.length / most)))
  const tables = Array.from({ length: columns }, (_, column) => tableOf(byCount.slice(most * column, most * (column + 1))))
  return { tables, found: found.length }
}

function tableOf(categories: readonly number[]): CategoryTable {
  const numbers = Uint32Array.from(categories).sort()
  const places = new Uint8Array(numbers.length === 0 ? 0 : numbers[numbers.length - 1] + 1).fill(numbers.length)
  for (const [place, category] of numbers.entries()) places[category] = place
  return { numbers, places }
}

/** The bin of a value, as a model sees it: its whole part is the category. */
export function categoryBin({ numbers, places }: CategoryTable, value: number): number {
  if (Number.isNaN(value)) return numbers.length + 1
  const category = Math.trunc(value)
  return category >= 0 && category < places.length ? places[category] : numbers.length
}

export function countCategories({ features, width, labels }: RankingLists, feature: number): CategoryCounts {
  const counts = new Uint32Array(greatestCode + 1)
  let missing = 0
  let refused: CategoryCounts['refused']
  const count = (value: number, row: number) => {
    if (Number.isNaN(value)) missing++
    else if (value >= 0 && value <= greatestCode && Number.isInteger(value)) counts[value]++
    else refused ??= { value, row }
  }
  if (features.kind === 'dense') {
    for (let row = 0; row < labels.length; row++) count(features.values[row * width + feature], row)
    return { counts, missing, ...(refused && { refused }) }
  }
  const { rowStarts, columns, values } = features
  let stored = 0
  for (let row = 0; row < labels.length; row++) {
    for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) {
      if (columns[k] !== feature) continue
      count(values[k], row)
      stored++
    }
  }
  counts[0] += labels.length - stored
  return { counts, missing, ...(refused && { refused }) }
}
