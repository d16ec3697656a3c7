import { requireNumber } from '../../arguments/requireNumber.ts'
import { featureNumbers } from './featureNumbers.ts'
import type { SparseFeatures } from './features.ts'
import { toSparse } from './layout.ts'
import type { RankingLists } from './rankingLists.ts'

/** Up to this many columns are always kept: whatever is held for each of them is small. */
const alwaysKept = 1 << 16

/**
 * Whether numbered features should have columns only where they occur. Feature 2,147,483,647 can stand in a row of 20 bytes: with a
 * column for every number up to it, memory would follow the numbers instead of the size of the file.
 */
export function isSpread(width: number, stored: number): boolean {
  requireNumber('width', width, { whole: true, atLeast: 0 })
  requireNumber('stored', stored, { whole: true, atLeast: 0 })
  return width > alwaysKept && width > stored
}

/** The features that some row stores, in columns from 0, and the numbers that they had, counted from 1 and ascending. */
export function occurringFeatures({ rowStarts, columns, values }: SparseFeatures): { features: SparseFeatures; numbers: Uint32Array } {
  const sorted = columns.slice().sort()
  let count = 0
  for (let i = 0; i < sorted.length; i++) if (i === 0 || sorted[i] !== sorted[i - 1]) sorted[count++] = sorted[i]
  const places = new Map<number, number>()
  for (let place = 0; place < count; place++) places.set(sorted[place], place)
  const numbers = sorted.slice(0, count)
  for (let place = 0; place < count; place++) numbers[place]++
  return { features: { kind: 'sparse', rowStarts, columns: columns.map((column) => places.get(column)!), values }, numbers }
}

/** The lists with a column for every number, for work that looks at stored values alone; as they are if that is so already. */
export function inNumberedColumns(lists: RankingLists): RankingLists {
  const { featureNames = [], othersAreZero, ...rest } = lists
  const numbers = othersAreZero && featureNumbers(featureNames)
  if (numbers === undefined) return lists
  const { features, width, labels } = lists
  const sparse = features.kind === 'sparse' ? features : toSparse(features.values, labels.length, width)
  const columns = sparse.columns.map((column) => numbers[column] - 1)
  return { ...rest, features: { ...sparse, columns }, width: numbers.at(-1) ?? 0 }
}
