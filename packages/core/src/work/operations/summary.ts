import { addInTree, addVector } from '../../numeric/compute/blockTree.ts'
import { blockRanges, type Operation } from './operation.ts'

/** What trainers have to know about lists as a whole. */
export interface ListsSummary {
  readonly lists: number
  readonly rows: number
  readonly longestList: number
  /** Infinity and −Infinity where there are no rows. */
  readonly leastLabel: number
  readonly greatestLabel: number
  /** Whether some list has items of different labels. */
  readonly graded: boolean
  /** The weights of all lists together; 1 each where there are none. */
  readonly weight: number
}

export const summary: Operation<Record<string, never>, ListsSummary, ListsSummary> = {
  *parts({ graded: { labels, offsets, listWeights }, blocks }) {
    return blockRanges({ blocks }).map(([from, to]): ListsSummary => {
      let [longestList, leastLabel, greatestLabel, weight, graded] = [0, Infinity, -Infinity, 0, false]
      for (let list = from; list < to; list++) {
        longestList = Math.max(longestList, offsets[list + 1] - offsets[list])
        weight += listWeights?.[list] ?? 1
        for (let row = offsets[list]; row < offsets[list + 1]; row++) {
          const label = labels[row]
          if (label < leastLabel) leastLabel = label
          if (label > greatestLabel) greatestLabel = label
          if (label !== labels[offsets[list]]) graded = true
        }
      }
      return { lists: to - from, rows: offsets[to] - offsets[from], longestList, leastLabel, greatestLabel, graded, weight }
    })
  },
  combine(parts) {
    const weights = parts.map(({ weight }) => Float64Array.of(weight))
    addInTree(weights, addVector)
    const all = parts.reduce((sum, part) => ({
      lists: sum.lists + part.lists,
      rows: sum.rows + part.rows,
      longestList: Math.max(sum.longestList, part.longestList),
      leastLabel: Math.min(sum.leastLabel, part.leastLabel),
      greatestLabel: Math.max(sum.greatestLabel, part.greatestLabel),
      graded: sum.graded || part.graded,
      weight: 0,
    }))
    return { ...all, weight: weights[0][0] }
  },
}
