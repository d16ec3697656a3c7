import { addInTree, addVector } from '../../numeric/compute/blockTree.ts'
import { blockRanges, type Operation } from './operation.ts'

/** What trainers have to know about lists as a whole. */
export interface ListsSummary {
  readonly lists: number
  readonly rows: number
  readonly longestList: number
  /** Pairs of items within lists, each item with itself too: the sum of m² over lists of m items. */
  readonly pairs: number
  /** Infinity and −Infinity where there are no rows. */
  readonly leastLabel: number
  readonly greatestLabel: number
  /** Whether some list has items of different labels. */
  readonly graded: boolean
  /** The same of lists that have a weight. */
  readonly weightedGraded: boolean
  /** The weights of all lists together; 1 each where there are none. */
  readonly weight: number
  /** Whether lists have weights. */
  readonly weighted: boolean
}

export const summary: Operation<Record<string, never>, ListsSummary, ListsSummary> = {
  *parts({ graded: { labels, offsets, listWeights }, blocks }) {
    return blockRanges({ blocks }).map(([from, to]): ListsSummary => {
      let longestList = 0
      let pairs = 0
      let weight = 0
      let [graded, weightedGraded] = [false, false]
      for (let list = from; list < to; list++) {
        const size = offsets[list + 1] - offsets[list]
        longestList = Math.max(longestList, size)
        pairs += size * size
        weight += listWeights === undefined ? 1 : listWeights[list]
        graded ||= hasGrades(labels, offsets[list], offsets[list + 1])
        weightedGraded ||= listWeights?.[list] !== 0 && hasGrades(labels, offsets[list], offsets[list + 1])
      }
      const [leastLabel, greatestLabel] = rangeOf(labels, offsets[from], offsets[to])
      return {
        lists: to - from,
        rows: offsets[to] - offsets[from],
        longestList,
        pairs,
        leastLabel,
        greatestLabel,
        graded,
        weightedGraded,
        weight,
        weighted: listWeights !== undefined,
      }
    })
  },
  combine(parts) {
    const weights = parts.map(({ weight }) => Float64Array.of(weight))
    addInTree(weights, addVector)
    const all = parts.reduce((sum, part) => ({
      lists: sum.lists + part.lists,
      rows: sum.rows + part.rows,
      longestList: Math.max(sum.longestList, part.longestList),
      pairs: sum.pairs + part.pairs,
      leastLabel: Math.min(sum.leastLabel, part.leastLabel),
      greatestLabel: Math.max(sum.greatestLabel, part.greatestLabel),
      graded: sum.graded || part.graded,
      weightedGraded: sum.weightedGraded || part.weightedGraded,
      weight: 0,
      weighted: sum.weighted || part.weighted,
    }))
    return { ...all, weight: weights[0][0] }
  },
}

function hasGrades(labels: Float64Array, first: number, last: number): boolean {
  for (let row = first + 1; row < last; row++) if (labels[row] !== labels[first]) return true
  return false
}

function rangeOf(labels: Float64Array, first: number, last: number): [least: number, greatest: number] {
  let least = Infinity
  let greatest = -Infinity
  for (let row = first; row < last; row++) {
    if (labels[row] < least) least = labels[row]
    if (labels[row] > greatest) greatest = labels[row]
  }
  return [least, greatest]
}
