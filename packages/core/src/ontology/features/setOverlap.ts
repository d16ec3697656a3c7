import type { Similarity } from '../measures/measure.ts'
import type { MemberTable } from './memberTable.ts'

/** The weight of what two sets share as a part of the weight of both together; 0 where neither holds anything. */
export function setOverlap({ offsets, members }: MemberTable, weights: Float64Array): Similarity {
  const totals = new Float64Array(offsets.length - 1)
  for (let term = 0; term < totals.length; term++)
    for (let at = offsets[term]; at < offsets[term + 1]; at++) totals[term] += weights[members[at]]
  const marked = new Uint8Array(weights.length)
  let last = -1
  return (source) => {
    if (last >= 0) mark(last, 0)
    mark(source, 1)
    last = source
    return (target) => {
      let common = 0
      for (let at = offsets[target]; at < offsets[target + 1]; at++) if (marked[members[at]] === 1) common += weights[members[at]]
      return common === 0 ? 0 : common / (totals[source] + totals[target] - common)
    }
  }

  function mark(term: number, as: 0 | 1): void {
    for (let at = offsets[term]; at < offsets[term + 1]; at++) marked[members[at]] = as
  }
}
