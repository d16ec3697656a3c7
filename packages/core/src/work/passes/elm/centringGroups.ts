import type { HiddenSpace } from '../../../models/elm/leastSquaresStatistics.ts'
import type { GradedLists } from '../rankingPass.ts'

/** The rows that are centred together, and what each of them weighs. See leastSquaresStatistics.ts for w and ω. */
export interface CentringGroups {
  /** Group g is rows starts[g] .. starts[g + 1]. */
  readonly starts: Uint32Array
  /** w of a row. */
  rowWeight(row: number): number
  /** Σ ω over the rows of a group, and what turns a sum weighted by w into one weighted by ω. */
  rowTotals(group: number, weight: number): [total: number, share: number]
  /** How many differences of labels are free, and Σ w over the same. */
  freedom(rowWeight: number): { freedom: number; freedomWeight: number }
}

/** Of the lists from .. to alone. */
export function centringGroups(
  { centre, pairs }: Pick<HiddenSpace, 'centre' | 'pairs'>,
  { offsets, listWeights }: GradedLists,
  from = 0,
  to = offsets.length - 1,
): CentringGroups {
  const first = offsets[from]
  const rows = offsets[to] - first
  const listOf = new Uint32Array(rows)
  for (let list = from; list < to; list++) listOf.fill(list, offsets[list] - first, offsets[list + 1] - first)
  const own = (list: number) => listWeights?.[list] ?? 1
  if (centre === 'global') {
    return {
      starts: Uint32Array.of(first, first + rows),
      rowWeight: (row) => 2 * own(listOf[row - first]),
      rowTotals: (_, weight) => [weight / 2, 1 / 2],
      freedom: (rowWeight) =>
        rows === 0 ? { freedom: 0, freedomWeight: 0 } : { freedom: rows - 1, freedomWeight: 2 * rowWeight * (1 - 1 / rows) },
    }
  }
  const size = (list: number) => offsets[list + 1] - offsets[list]
  const perRow = (list: number) => (pairs === 'sum' ? 2 * size(list) : 2 / size(list))
  return {
    starts: offsets.subarray(from, to + 1),
    rowWeight: (row) => own(listOf[row - first]) * perRow(listOf[row - first]),
    rowTotals: (group) => [own(from + group) * size(from + group), 1 / perRow(from + group)],
    freedom() {
      let [freedom, freedomWeight] = [0, 0]
      for (let list = from; list < to; list++) {
        const free = Math.max(0, size(list) - 1)
        freedom += free
        if (free > 0) freedomWeight += own(list) * perRow(list) * free
      }
      return { freedom, freedomWeight }
    },
  }
}
