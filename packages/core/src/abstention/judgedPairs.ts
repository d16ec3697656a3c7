/** Pairs of rows with different labels in the same list: how far apart the two are, and how the scores order them. */
import type { DrawnPairs } from '../data/lists/labelPairs.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { matchLists } from '../models/matchLists.ts'
import type { MappedModel } from '../models/model.ts'
import { score } from '../models/score.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import { rowDistance } from '../numeric/dense/distance.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { listPoints } from './modelPoints.ts'
import type { PairOrigins } from './resampledPairs.ts'

export interface JudgedPairs extends PairOrigins {
  readonly distances: Float64Array
  /** |h(x) − h(x′)|. */
  readonly margins: Float64Array
  /** The cost of an answer: 1 for the wrong order, 0 for the right one; for equal scores see `PairSetting`. */
  readonly wrong: Float64Array
}

/**
 * How equal scores count. `pairwise`: as the second above the first, sign(0) = +1, so as wrong for half of the drawn pairs.
 * `bipartite`: as half wrong.
 */
export type PairSetting = 'pairwise' | 'bipartite'

/** Distances, margins and costs of pairs under a model. The scores and mapped features of each list are computed once. */
export interface PairJudge {
  judge(pairs: DrawnPairs, setting: PairSetting): JudgedPairs
}

export function pairJudge(model: MappedModel, lists: RankingLists, norm: DistanceNorm, runtime: Runtime): PairJudge {
  const { lists: matched } = matchLists(model, lists)
  const scores = score(model, lists, runtime)
  const pointsOf = listPoints(model, matched)
  const { labels, offsets } = lists
  const { width } = model.featureMap
  return {
    judge({ starts, first, second }, setting) {
      const count = first.length
      const judged = {
        lists: new Uint32Array(count),
        first,
        second,
        distances: new Float64Array(count),
        margins: new Float64Array(count),
        wrong: new Float64Array(count),
      }
      for (let list = 0; list + 1 < starts.length; list++) {
        if (starts[list] === starts[list + 1]) continue
        const points = pointsOf(list)
        for (let pair = starts[list]; pair < starts[list + 1]; pair++) {
          const [i, j] = [first[pair], second[pair]]
          const ahead = scores[j] - scores[i]
          judged.lists[pair] = list
          judged.distances[pair] = rowDistance(norm, points, width, i - offsets[list], j - offsets[list])
          judged.margins[pair] = Math.abs(ahead)
          judged.wrong[pair] = ahead === 0 && setting === 'bipartite' ? 0.5 : ahead >= 0 === labels[j] > labels[i] ? 0 : 1
        }
      }
      return judged
    },
  }
}

/** The pairs of several draws, one after the other. */
export function joinedPairs(judged: readonly JudgedPairs[]): JudgedPairs {
  const length = judged.reduce((sum, { wrong }) => sum + wrong.length, 0)
  const all = {
    lists: new Uint32Array(length),
    first: new Uint32Array(length),
    second: new Uint32Array(length),
    distances: new Float64Array(length),
    margins: new Float64Array(length),
    wrong: new Float64Array(length),
  }
  let at = 0
  for (const { lists, first, second, distances, margins, wrong } of judged) {
    all.first.set(first, at)
    all.second.set(second, at)
    all.lists.set(lists, at)
    all.distances.set(distances, at)
    all.margins.set(margins, at)
    all.wrong.set(wrong, at)
    at += wrong.length
  }
  return all
}
