/**
 * Pairs of items by how scores and labels order them, in O(n log n). Knight 1966, "A computer method for calculating
 * Kendall's tau with ungrouped data": sort by one, then count the exchanges needed to sort by the other.
 */
import type { PairCounts, RankedList } from './rankedList.ts'

/** The list must be ranked to its end. With `strict`, the places decide and no two scores count as tied. */
export function pairCounts(ranked: RankedList, strict = false): PairCounts {
  if (strict) return countPairs(ranked, true)
  ranked.counted ??= countPairs(ranked, false)
  return ranked.counted
}

function countPairs({ size, labels: placed, runEnds, room }: RankedList, strict: boolean): PairCounts {
  const labels = room.subarray(0, size)
  for (let place = 0; place < size; place++) labels[place] = placed[place]
  let tiedScores = 0
  let tiedBoth = 0
  if (!strict) {
    for (let place = 0; place < size; place = runEnds[place]) {
      if (runEnds[place] === place + 1) continue
      const run = labels.subarray(place, runEnds[place])
      run.sort().reverse() // no exchange within a run counts
      tiedScores += pairsOf(run.length)
      tiedBoth += equalPairs(run)
    }
  }
  const discordant = exchanges(labels, room.subarray(size, 2 * size))
  return { pairs: pairsOf(size), tiedScores, tiedLabels: equalPairs(labels), tiedBoth, discordant }
}

function pairsOf(count: number): number {
  return (count * (count - 1)) / 2
}

/** Pairs of equal neighbours in sorted values. */
function equalPairs(sorted: Float64Array): number {
  let total = 0
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && sorted[to] === sorted[from]) to++
    total += pairsOf(to - from)
  }
  return total
}

/**
 * Sorts descending in place, by inserting within runs of 8 and merging those, and counts the pairs that stood in ascending order. `spare` is as
 * long as the values.
 */
function exchanges(values: Float64Array, spare: Float64Array): number {
  let count = 0
  for (let from = 0; from < values.length; from += 8) {
    const to = Math.min(from + 8, values.length)
    for (let next = from + 1; next < to; next++) {
      const value = values[next]
      let place = next
      while (place > from && values[place - 1] < value) {
        values[place] = values[place - 1]
        place--
      }
      values[place] = value
      count += next - place
    }
  }
  for (let width = 8; width < values.length; width *= 2) {
    for (let from = 0; from < values.length; from += 2 * width) {
      const middle = Math.min(from + width, values.length)
      const to = Math.min(middle + width, values.length)
      let left = from
      let right = middle
      for (let place = from; place < to; place++) {
        if (left < middle && (right >= to || values[left] >= values[right])) spare[place] = values[left++]
        else {
          spare[place] = values[right++]
          count += middle - left
        }
      }
    }
    values.set(spare)
  }
  return count
}
