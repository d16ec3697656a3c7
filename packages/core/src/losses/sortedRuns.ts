import type { Grades } from './grades.ts'
import { floatScratch, indexScratch } from './scratch.ts'

/** Runs of items, the higher grades first; within a run by descending score. */
export interface SortedRuns {
  readonly count: number
  /** Run r holds the places starts[r] .. starts[r + 1]. */
  readonly starts: Uint32Array
  /** The score and the item at each place. */
  readonly keys: Float64Array
  readonly items: Uint32Array
  /** One run per grade. Leaves the items of each grade in the order of their scores. */
  start(scores: Float64Array, grades: Grades): void
  /** Merges the runs two and two; a last one without a partner stays. When one run is left it is not sorted: nobody looks at it. */
  merge(): void
}

/** Memory for one list after the other. */
export function sortedRuns(): SortedRuns {
  const memory = {
    keys: floatScratch(),
    spareKeys: floatScratch(),
    items: indexScratch(),
    spareItems: indexScratch(),
    starts: indexScratch(),
  }
  let spareKeys = memory.spareKeys(0)
  let spareItems = memory.spareItems(0)
  const runs = {
    count: 0,
    starts: memory.starts(0),
    keys: memory.keys(0),
    items: memory.items(0),
    start(scores: Float64Array, grades: Grades): void {
      const length = scores.length
      runs.count = grades.count
      runs.starts = memory.starts(grades.count + 1)
      runs.keys = memory.keys(length)
      runs.items = memory.items(length)
      spareKeys = memory.spareKeys(length)
      spareItems = memory.spareItems(length)
      for (let run = 0; run <= grades.count; run++) runs.starts[run] = grades.starts[run]
      for (let place = 0; place < length; place++) {
        const item = grades.items[place]
        runs.items[place] = item
        runs.keys[place] = scores[item]
      }
      for (let run = 0; run < runs.count; run++) {
        sortDescending(runs.keys, runs.items, runs.starts[run], runs.starts[run + 1], spareKeys, spareItems)
      }
      for (let place = 0; place < length; place++) grades.items[place] = runs.items[place]
    },
    merge(): void {
      const { starts } = runs
      let count = 0
      if (runs.count > 2) {
        for (let run = 0; run < runs.count; run += 2) {
          const from = starts[run]
          const middle = starts[run + 1]
          const to = run + 2 <= runs.count ? starts[run + 2] : middle
          mergeDescending(runs.keys, runs.items, from, middle, to, spareKeys, spareItems)
          starts[count++] = from
        }
        starts[count] = starts[runs.count]
        const { keys, items } = runs
        runs.keys = spareKeys
        runs.items = spareItems
        spareKeys = keys
        spareItems = items
      }
      runs.count = Math.max(count, 1)
    },
  }
  return runs
}

const INSERTED = 12
/** Moves per item after which a run does not count as nearly sorted. */
const NEARLY_SORTED = 4

/** Nearly sorted runs by insertion; others in short pieces by insertion, then merges back and forth. Equal keys keep their order. */
function sortDescending(
  keys: Float64Array,
  items: Uint32Array,
  from: number,
  to: number,
  spareKeys: Float64Array,
  spareItems: Uint32Array,
): void {
  if (insert(keys, items, from, to, NEARLY_SORTED * Math.max(INSERTED, to - from))) return
  for (let low = from; low < to; low += INSERTED) insert(keys, items, low, Math.min(to, low + INSERTED), Infinity)
  let inSpare = false
  for (let width = INSERTED; width < to - from; width *= 2) {
    for (let low = from; low < to; low += 2 * width) {
      const middle = Math.min(to, low + width)
      const high = Math.min(to, middle + width)
      if (inSpare) mergeDescending(spareKeys, spareItems, low, middle, high, keys, items)
      else mergeDescending(keys, items, low, middle, high, spareKeys, spareItems)
    }
    inSpare = !inSpare
  }
  if (!inSpare) return
  for (let place = from; place < to; place++) {
    keys[place] = spareKeys[place]
    items[place] = spareItems[place]
  }
}

/** False when it gave up, with some of the items sorted, as that took more moves than it had. */
function insert(keys: Float64Array, items: Uint32Array, from: number, to: number, moves: number): boolean {
  let left = moves
  for (let next = from + 1; next < to; next++) {
    const key = keys[next]
    const item = items[next]
    let place = next
    while (place > from && keys[place - 1] < key) {
      keys[place] = keys[place - 1]
      items[place] = items[place - 1]
      place--
    }
    keys[place] = key
    items[place] = item
    left -= next - place
    if (left < 0) return false
  }
  return true
}

function mergeDescending(
  keys: Float64Array,
  items: Uint32Array,
  from: number,
  middle: number,
  to: number,
  intoKeys: Float64Array,
  intoItems: Uint32Array,
): void {
  let left = from
  let right = middle
  for (let place = from; place < to; place++) {
    const takeLeft = left < middle && (right >= to || keys[left] >= keys[right])
    const source = takeLeft ? left++ : right++
    intoKeys[place] = keys[source]
    intoItems[place] = items[source]
  }
}
