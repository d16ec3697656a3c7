import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import { elmScores, type OutputWeights } from '../../models/elm/elm.ts'
import type { HiddenSpace } from '../../models/elm/leastSquaresStatistics.ts'
import { addInTree, addVector } from '../../numeric/compute/blockTree.ts'
import { obeyStop } from '../../runtime/training.ts'
import { centringGroups } from '../passes/elm/centringGroups.ts'
import { listsWithin, type Operation, sectionRanges } from './operation.ts'

export interface HiddenErrorsAsked {
  readonly space: HiddenSpace
  readonly functions: readonly OutputWeights[]
  /** Numbers of lists, ascending. */
  readonly lists: Uint32Array
  readonly section: number
}

/** Σ w (y − s)² over some lists for several weightings s of the nodes, centred as the space says: per list, or with the intercept of the fit. */
export const hiddenErrors: Operation<HiddenErrorsAsked, Float64Array, Float64Array> = {
  *parts(here, { space, functions, lists: chosen, section }) {
    const parts: Float64Array[] = []
    for (const [from, to] of sectionRanges(here, section)) {
      obeyStop(here.runtime)
      const own = selectLists(here.lists, listsWithin(chosen, here.before.lists, from, to))
      const scores = elmScores(space, functions, own, here.runtime.compute)
      parts.push(Float64Array.from(scores, (values) => errorOf(values, own, space)))
    }
    return parts
  },
  combine(parts) {
    addInTree(parts, addVector)
    return parts[0]
  },
}

function errorOf(scores: Float64Array, lists: RankingLists, space: HiddenSpace): number {
  const groups = centringGroups(space, lists)
  const { labels, offsets } = lists
  let error = 0
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    let mean = 0
    if (space.centre === 'list') for (let row = first; row < last; row++) mean += (labels[row] - scores[row]) / (last - first)
    for (let row = first; row < last; row++) {
      const residual = labels[row] - scores[row] - mean
      error += groups.rowWeight(row) * residual * residual
    }
  }
  return error
}
