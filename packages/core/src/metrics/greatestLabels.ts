/** The greatest labels of a list, in descending order: what the best possible order has in its leading places. */

const grades = 16

/**
 * Fills `into`, which has room for all, with at most `depth` of the labels start .. end. Returns how many. `counts` is
 * `countsLength` zeros, before and after.
 */
export function greatestLabels(
  labels: Float64Array,
  start: number,
  end: number,
  depth: number,
  counts: Uint32Array,
  into: Float64Array,
): number {
  const count = end - start
  const wanted = Math.min(depth, count)
  if (fromCounts(labels, start, end, wanted, counts, into)) return wanted
  counts.fill(0)
  for (let item = 0; item < count; item++) into[item] = labels[start + item]
  into.subarray(0, count).sort().reverse()
  return wanted
}

/** Four counters for each grade, so that neighbours of one grade do not wait for each other. */
export const countsLength = 4 * grades

/** Labels are mostly small grades, and counting those is faster than sorting. False if a label is something else. */
function fromCounts(labels: Float64Array, start: number, end: number, wanted: number, counts: Uint32Array, into: Float64Array): boolean {
  let bits = 0
  let item = start
  for (; item + 3 < end; item += 4) {
    const first = labels[item] | 0
    const second = labels[item + 1] | 0
    const third = labels[item + 2] | 0
    const fourth = labels[item + 3] | 0
    bits |= first | second | third | fourth
    if (bits >>> 0 >= grades) return false
    if (first !== labels[item] || second !== labels[item + 1] || third !== labels[item + 2] || fourth !== labels[item + 3]) return false
    counts[first]++
    counts[second + grades]++
    counts[third + 2 * grades]++
    counts[fourth + 3 * grades]++
  }
  for (; item < end; item++) {
    const grade = labels[item] | 0
    bits |= grade
    if (bits >>> 0 >= grades || grade !== labels[item]) return false
    counts[grade]++
  }
  let filled = 0
  // All bits together make a number that is at least the greatest grade.
  for (let grade = bits; grade >= 0; grade--) {
    const here = counts[grade] + counts[grade + grades] + counts[grade + 2 * grades] + counts[grade + 3 * grades]
    counts[grade] = 0
    counts[grade + grades] = 0
    counts[grade + 2 * grades] = 0
    counts[grade + 3 * grades] = 0
    for (const last = Math.min(filled + here, wanted); filled < last; filled++) into[filled] = grade
  }
  return true
}
