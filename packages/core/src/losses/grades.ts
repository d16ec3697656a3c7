import { argsortDescending } from '../numeric/compute/argsort.ts'
import { indexScratch } from './scratch.ts'

/** The items of a list by descending label. Items of equal label are a grade; within a grade they keep their order. */
export interface Grades {
  readonly count: number
  /** Grade g holds items[starts[g]] .. items[starts[g + 1]]. */
  readonly items: Uint32Array
  readonly starts: Uint32Array
  /** Pairs of items with different labels. */
  readonly pairs: number
}

/** The grades of a list, by its labels or by its number; the result is valid until the next call. */
export type GradesOf = (labels: Float64Array, list: number) => Grades

/** Labels that are whole numbers below this are sorted by counting. */
const COUNTED = 64

/** Finds the grades of one list after the other; the result is valid until the next call. */
export function gradeFinder(): (labels: Float64Array) => Grades {
  const itemMemory = indexScratch()
  const startMemory = indexScratch()
  const counts = new Uint32Array(COUNTED)
  const grades = { count: 0, items: itemMemory(0), starts: startMemory(0), pairs: 0 }
  return (labels) => {
    grades.items = itemMemory(labels.length)
    grades.starts = startMemory(labels.length + 1)
    grades.count = countable(labels, counts)
      ? byCounting(labels, counts, grades.items, grades.starts)
      : bySorting(labels, grades.items, grades.starts)
    grades.pairs = pairsOf(grades)
    return grades
  }
}

/** Counts the items of each label, when all labels are small whole numbers. */
function countable(labels: Float64Array, counts: Uint32Array): boolean {
  counts.fill(0)
  for (let item = 0; item < labels.length; item++) {
    const label = labels[item]
    const whole = label | 0
    if (whole !== label || whole < 0 || whole >= COUNTED) return false
    counts[whole]++
  }
  return true
}

function byCounting(labels: Float64Array, counts: Uint32Array, items: Uint32Array, starts: Uint32Array): number {
  let count = 0
  let next = 0
  for (let label = COUNTED - 1; label >= 0; label--) {
    const size = counts[label]
    if (size === 0) continue
    starts[count++] = next
    counts[label] = next
    next += size
  }
  starts[count] = next
  for (let item = 0; item < labels.length; item++) items[counts[labels[item]]++] = item
  return count
}

function bySorting(labels: Float64Array, items: Uint32Array, starts: Uint32Array): number {
  argsortDescending(Uint32Array.of(0, labels.length), labels, items)
  let count = 0
  for (let place = 0; place < labels.length; place++) {
    if (place === 0 || labels[items[place]] !== labels[items[place - 1]]) starts[count++] = place
  }
  starts[count] = labels.length
  return count
}

function pairsOf({ count, starts }: Grades): number {
  let pairs = 0
  for (let grade = 1; grade < count; grade++) pairs += starts[grade] * (starts[grade + 1] - starts[grade])
  return pairs
}
