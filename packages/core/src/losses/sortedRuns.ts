/**
 * All pairs of items of different grades in O(m log m), whatever the labels: the grades, each sorted by score, are merged two and
 * two like the runs of a merge sort, and two runs meet just before they are merged. So each pair meets once.
 */
import { boundedScores, notANumber } from './boundedScores.ts'
import type { GradesOf } from './grades.ts'
import { floatScratch, indexScratch } from './scratch.ts'

/** The runs of one list after the other, the higher grades first; within a run by descending score. */
export interface SortedRuns {
  /** The score and the item at each place. */
  readonly keys: Float64Array
  readonly items: Uint32Array
  /** The two runs that meet: the higher one at the places from .. middle, the lower one at middle .. to. */
  readonly from: number
  readonly middle: number
  readonly to: number
  /**
   * Takes the next list and clears `into`. Gives the number of pairs with different labels. Where that is not above 0 no runs
   * meet, and it is the value of the loss: 0 for a list of one grade, NaN (also in all of `into`) where a score is not a number.
   * Leaves the items of each grade in the order of their scores.
   */
  start(scores: Float64Array, labels: Float64Array, list: number, into: Float64Array): number
  /** Goes to the next two runs; false when all have met. */
  next(): boolean
}

export function sortedRuns(gradesOf: GradesOf): SortedRuns {
  const memory = {
    keys: floatScratch(),
    spareKeys: floatScratch(),
    items: indexScratch(),
    spareItems: indexScratch(),
    starts: indexScratch(),
  }
  let spareKeys = memory.spareKeys(0)
  let spareItems = memory.spareItems(0)
  let count = 0 // of runs
  let starts = memory.starts(0) // run r holds the places starts[r] .. starts[r + 1]
  let run = 0 // the first of the two that meet next
  const runs = {
    keys: memory.keys(0),
    items: memory.items(0),
    from: 0,
    middle: 0,
    to: 0,
    start(scores: Float64Array, labels: Float64Array, list: number, into: Float64Array): number {
      if (!boundedScores(scores, into)) return notANumber(into)
      const grades = gradesOf(labels, list)
      const length = scores.length
      run = 0
      count = grades.count
      starts = memory.starts(count + 1)
      runs.keys = memory.keys(length)
      runs.items = memory.items(length)
      spareKeys = memory.spareKeys(length)
      spareItems = memory.spareItems(length)
      const { keys, items } = runs
      for (let place = 0; place < length; place++) {
        const item = grades.items[place]
        items[place] = item
        keys[place] = into[item]
      }
      for (let grade = 0; grade < count; grade++) {
        starts[grade] = grades.starts[grade]
        sortDescending(keys, items, starts[grade], grades.starts[grade + 1], spareKeys, spareItems)
      }
      starts[count] = length
      for (let place = 0; place < length; place++) grades.items[place] = items[place]
      into.fill(0)
      return grades.pairs
    },
    next(): boolean {
      if (run + 1 >= count) {
        if (count <= 2) return false // a last run of all items is not sorted: nothing looks at it
        merge()
      }
      runs.from = starts[run]
      runs.middle = starts[run + 1]
      runs.to = starts[run + 2]
      run += 2
      return true
    },
  }

  /** Merges the runs two and two; a last one without a partner stays. */
  function merge(): void {
    let merged = 0
    for (let first = 0; first < count; first += 2) {
      const middle = starts[first + 1]
      const to = first + 2 <= count ? starts[first + 2] : middle
      mergeDescending(runs.keys, runs.items, starts[first], middle, to, spareKeys, spareItems)
      starts[merged++] = starts[first]
    }
    starts[merged] = starts[count]
    count = merged
    run = 0
    const { keys, items } = runs
    runs.keys = spareKeys
    runs.items = spareItems
    spareKeys = keys
    spareItems = items
  }

  return runs
}

const INSERTED = 12
/** Moves per item after which a run does not count as nearly sorted. */
const NEARLY_SORTED = 4

/** Nearly sorted runs by insertion; others in short pieces by insertion, then merges back and forth. Of equal keys the lesser item comes first, however they stood. */
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
      if (inSpare) mergeOneGrade(spareKeys, spareItems, low, middle, high, keys, items)
      else mergeOneGrade(keys, items, low, middle, high, spareKeys, spareItems)
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
    for (; place > from; place--) {
      const before = keys[place - 1]
      if (before > key || (before === key && items[place - 1] < item)) break
      keys[place] = before
      items[place] = items[place - 1]
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

/** As `mergeDescending`, with the lesser item first among equal keys. */
function mergeOneGrade(
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
    const takeLeft =
      left < middle && (right >= to || keys[left] > keys[right] || (keys[left] === keys[right] && items[left] < items[right]))
    const source = takeLeft ? left++ : right++
    intoKeys[place] = keys[source]
    intoItems[place] = items[source]
  }
}
