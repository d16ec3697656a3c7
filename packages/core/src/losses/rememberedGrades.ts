import { type Grades, type GradesOf, gradeFinder } from './grades.ts'

/**
 * The grades of every list, found once for many passes over the same lists. Whoever sorts the items of a grade may leave them
 * sorted: scores change little from one pass to the next, so the next sort has little to do.
 */
export function rememberedGrades(labels: Float64Array, offsets: Uint32Array): GradesOf {
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
  return (_, list): Grades => ({
    count: counts[list],
    items: items.subarray(offsets[list], offsets[list + 1]),
    starts: allStarts.subarray(firstStarts[list], firstStarts[list] + counts[list] + 1),
    pairs: pairs[list],
  })
}
