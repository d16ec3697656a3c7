import type { Compute } from '../numeric/compute/compute.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { type Grades, type GradesOf, gradeFinder } from './grades.ts'

/**
 * The grades of every list, found once for many passes over the same lists. Whoever sorts the items of a grade may leave them
 * sorted: scores change little from one pass to the next, so the next sort has little to do.
 */
export interface RememberedGrades {
  readonly of: GradesOf
  /** Puts the items of each grade of the lists from .. to by descending score; of equal ones the first first. Quick where nothing is sorted yet. */
  sort(from: number, to: number, scores: Float64Array): void
}

export function rememberedGrades(labels: Float64Array, offsets: Uint32Array, compute: Compute = plainCompute): RememberedGrades {
  const lists = offsets.length - 1
  const findGrades = gradeFinder()
  const items = new Uint32Array(offsets[lists])
  const counts = new Uint32Array(lists)
  const firstStarts = new Uint32Array(lists) // where in `starts` those of a list begin
  const pairs = new Float64Array(lists)
  const starts: number[] = []
  for (let list = 0; list < lists; list++) {
    const found = findGrades(labels.subarray(offsets[list], offsets[list + 1]))
    for (let item = offsets[list]; item < offsets[list + 1]; item++) items[item] = found.items[item - offsets[list]]
    counts[list] = found.count
    pairs[list] = found.pairs
    firstStarts[list] = starts.length
    for (let grade = 0; grade <= found.count; grade++) starts.push(found.starts[grade])
  }
  const allStarts = Uint32Array.from(starts)
  return {
    of: (_, list): Grades => ({
      count: counts[list],
      items: items.subarray(offsets[list], offsets[list + 1]),
      starts: allStarts.subarray(firstStarts[list], firstStarts[list] + counts[list] + 1),
      pairs: pairs[list],
    }),
    sort(from, to, scores) {
      const first = offsets[from]
      const order = new Uint32Array(offsets[to] - first)
      const within = offsets.slice(from, to + 1).map((offset) => offset - first)
      compute.argsortDescending(within, scores.subarray(first, offsets[to]), order)
      const gradeOf: number[] = []
      const next: number[] = []
      for (let list = from; list < to; list++) {
        const start = offsets[list]
        for (let grade = 0; grade < counts[list]; grade++) {
          next[grade] = allStarts[firstStarts[list] + grade]
          const end = allStarts[firstStarts[list] + grade + 1]
          for (let place = next[grade]; place < end; place++) gradeOf[items[start + place]] = grade
        }
        for (let place = start - first; place < offsets[list + 1] - first; place++) {
          const item = order[place]
          items[start + next[gradeOf[item]]++] = item
        }
      }
    },
  }
}
