import type { TreeArrays } from '../../numeric/compute/trees.ts'
import { greatestFloat32 } from '../../numeric/special/float32.ts'
import type { BinnedColumn } from './binnedColumn.ts'
import type { WeakRanker } from './weakRanker.ts'

/** A weak ranker with its weight α. */
export interface Round extends WeakRanker {
  readonly alpha: number
}

/**
 * The sum of the rounds: one tree for each feature that has a round. Its leaves are the steps of a step function, moved so that their mean
 * over the training rows is 0; thresholds are searched by halves. Missing values go with the least values, or, where they have a step of
 * their own, the root sends them to a leaf of their own.
 */
export function boostedTrees(columns: readonly BinnedColumn[], rounds: readonly Round[]): TreeArrays {
  const byPlace = new Map<number, Round[]>()
  for (const round of rounds) byPlace.set(round.place, [...(byPlace.get(round.place) ?? []), round])
  const places = Array.from(byPlace.keys()).sort((a, b) => a - b)
  const starts = [0]
  const splits: Split[] = []
  const leaves: number[] = []
  for (const place of places) {
    const { column } = columns[place]
    const { thresholds, levels, missing } = stepsOf(columns[place], byPlace.get(place)!)
    const own = missing !== levels[0]
    if (own)
      splits.push({ column, threshold: greatestFloat32, missingLeft: 0, left: thresholds.length === 0 ? -1 : 1, right: ~levels.length })
    splits.push(...searchTree(column, thresholds, own ? 1 : 0))
    leaves.push(...levels, ...(own ? [missing] : []))
    starts.push(splits.length)
  }
  return {
    base: 0,
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from(splits, ({ column }) => column),
    thresholds: Float32Array.from(splits, ({ threshold }) => threshold),
    left: Int32Array.from(splits, ({ left }) => left),
    right: Int32Array.from(splits, ({ right }) => right),
    missingLeft: Uint8Array.from(splits, ({ missingLeft }) => missingLeft),
    leaves: Float64Array.from(leaves),
    categorical: new Uint32Array(0),
    setStarts: new Uint32Array(1),
    sets: new Int32Array(0),
  }
}

interface Split {
  readonly column: number
  readonly threshold: number
  readonly missingLeft: number
  readonly left: number
  readonly right: number
}

/** Splits from place `first` of a tree on, each before those that it leads to. Leaf k holds the values with exactly k thresholds below them. */
function searchTree(column: number, thresholds: readonly number[], first: number): Split[] {
  const splits: Split[] = []
  const open = thresholds.length === 0 ? [] : [{ from: 0, to: thresholds.length }] // thresholds of the splits to come
  let last = first // the last place that a split has
  for (let next = 0; next < open.length; next++) {
    const { from, to } = open[next]
    const middle = (from + to) >>> 1
    const side = (low: number, high: number) => {
      if (low === high) return ~low
      open.push({ from: low, to: high })
      return ++last
    }
    splits.push({ column, threshold: thresholds[middle], missingLeft: 1, left: side(from, middle), right: side(middle + 1, to) })
  }
  return splits
}

function stepsOf({ thresholds, counts }: BinnedColumn, rounds: readonly Round[]) {
  const last = counts.length - 2
  const rises = new Float64Array(last + 1) // rises[k]: from bin k to bin k + 1
  let missing = 0
  for (const { bin, missingAbove, alpha } of rounds) {
    if (bin < last) rises[bin] += alpha
    if (missingAbove) missing += alpha
  }
  const rows = counts.reduce((sum, count) => sum + count, 0)
  let [level, sum] = [0, counts[last + 1] * missing]
  for (let bin = 0; bin <= last; bin++) {
    sum += counts[bin] * level
    level += rises[bin]
  }
  const mean = sum / rows
  const kept: number[] = []
  const levels = [-mean]
  level = 0
  for (let bin = 0; bin < last; bin++) {
    if (rises[bin] === 0) continue
    level += rises[bin]
    kept.push(thresholds[bin])
    levels.push(level - mean)
  }
  return { thresholds: kept, levels, missing: missing - mean }
}
