/**
 * nDCG@k of many lists, of those that need no conventions: every label is one of the whole grades 0 .. 4, no two of the items
 * in the leading k places, or at their end, share a score, and the list has more than k items. The others are left to code
 * that knows the conventions for ties, short lists and other labels.
 */
import { leadingItems } from '../order/leadingItems.ts'
import { requireLength, requireOffsets } from './requireLength.ts'

/** How many leading places, and how long lists, are served. */
export const mostNdcgPlaces = 32
const mostItems = 1023
const grades = 5

/** Ten bits of a double for each grade. */
const counters = Float64Array.from({ length: grades }, (_, grade) => 2 ** (10 * grade))

export function ndcg(
  offsets: Uint32Array,
  cutoff: number,
  scores: Float64Array,
  labels: Float64Array,
  gains: Float64Array,
  discounts: Float64Array,
  into: Float64Array,
): void {
  requireNdcgArrays(offsets, cutoff, scores, labels, gains, discounts, into)
  const order = new Uint32Array(mostItems)
  const guess = Float64Array.of(Number.NaN)
  for (let q = 0; q + 1 < offsets.length; q++) {
    const start = offsets[q]
    const end = offsets[q + 1]
    into[q] = -1
    if (cutoff < 1 || cutoff > mostNdcgPlaces || end - start <= cutoff || end - start > mostItems) continue
    const counts = countGrades(labels, start, end)
    if (counts < 0) continue
    const filled = leadingItems(scores, start, end, cutoff, guess, order)
    if (filled > cutoff || anyTied(scores, order, cutoff)) continue
    let reached = 0
    for (let place = 0; place < cutoff; place++) reached += gains[labels[order[place]] | 0] * discounts[place]
    into[q] = reached / ideal(counts, cutoff, gains, discounts)
  }
}

export function requireNdcgArrays(
  offsets: Uint32Array,
  cutoff: number,
  scores: Float64Array,
  labels: Float64Array,
  gains: Float64Array,
  discounts: Float64Array,
  into: Float64Array,
): void {
  requireOffsets(offsets, scores.length)
  requireLength('labels', labels, offsets.at(-1) ?? 0)
  requireLength('gains', gains, grades)
  requireLength('discounts', discounts, Math.min(cutoff, mostNdcgPlaces))
  requireLength('into', into, offsets.length - 1)
}

/** Ten bits for each grade, or −1 when a label is not one of them. */
function countGrades(labels: Float64Array, start: number, end: number): number {
  let even = 0
  let odd = 0
  let item = start
  for (; item + 1 < end; item += 2) {
    const first = labels[item] | 0
    const second = labels[item + 1] | 0
    if (first !== labels[item] || second !== labels[item + 1] || first >>> 0 >= grades || second >>> 0 >= grades) return -1
    even += counters[first]
    odd += counters[second]
  }
  if (item < end) {
    const last = labels[item] | 0
    if (last !== labels[item] || last >>> 0 >= grades) return -1
    even += counters[last]
  }
  return even + odd
}

function anyTied(scores: Float64Array, order: Uint32Array, places: number): boolean {
  for (let place = 1; place < places; place++) if (!(scores[order[place - 1]] > scores[order[place]])) return true
  return Number.isNaN(scores[order[0]])
}

function ideal(counts: number, cutoff: number, gains: Float64Array, discounts: Float64Array): number {
  let total = 0
  let place = 0
  let rest = counts
  for (let grade = grades - 1; grade >= 0 && place < cutoff; grade--) {
    const here = Math.floor(rest / counters[grade])
    rest -= here * counters[grade]
    for (const last = Math.min(cutoff, place + here); place < last; place++) total += gains[grade] * discounts[place]
  }
  return total
}
