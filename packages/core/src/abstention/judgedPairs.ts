/** Pairs of rows of the same list of which one belongs above the other: how far apart the two are, and how the scores order them. */
import type { DrawnPairs, ListPairs } from '../data/lists/labelPairs.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { misranking } from '../losses/abstentionLoss.ts'
import { matchLists } from '../models/matchLists.ts'
import type { MappedModel } from '../models/model.ts'
import { score } from '../models/score.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import { rowDistance } from '../numeric/dense/distance.ts'
import type { Random } from '../numeric/random.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { listPoints } from './modelPoints.ts'
import type { PairOrigins } from './resampledPairs.ts'

export interface JudgedPairs extends PairOrigins {
  readonly distances: Float64Array
  /** |h(x) − h(x′)|. */
  readonly margins: Float64Array
  /** The cost of an answer: 1 for the wrong order, one half for equal scores, 0 for the right order. */
  readonly wrong: Float64Array
}

/** What is known of one pair. */
export type VisitPair = (distance: number, margin: number, wrong: number) => void

/** Distances, margins and costs of pairs under a model. The scores and mapped features of each list are computed once. */
export interface PairJudge {
  /** Pairs that are not `ordered`, because neither row belongs above the other, are never wrong. */
  judge(pairs: DrawnPairs, ordered?: (low: number, high: number) => boolean): JudgedPairs
  readonly lists: number
  /** Each pair of the list once, or as many drawn pairs as `most` if there are more. */
  eachPairOf(list: number, most: number, random: Random, visit: VisitPair): void
}

/** `pairs` are those of the lists that the judge looks at of its own accord. */
export function pairJudge(model: MappedModel, lists: RankingLists, pairs: ListPairs, norm: DistanceNorm, runtime: Runtime): PairJudge {
  const { lists: matched } = matchLists(model, lists)
  const scores = score(model, lists, runtime)
  const pointsOf = listPoints(model, matched, runtime.compute)
  const { offsets } = lists
  const { width } = model.featureMap
  const wrongOf = (low: number, high: number) => misranking(scores[low], scores[high], 0, 1)
  const marginOf = (i: number, j: number) => Math.abs(scores[i] - scores[j])
  return {
    lists: pairs.lists,
    eachPairOf(list, most, random, visit) {
      const count = pairs.pairsIn(list)
      if (count === 0) return
      const points = pointsOf(list)
      const judged = (i: number, j: number) =>
        visit(rowDistance(norm, points, width, i - offsets[list], j - offsets[list]), marginOf(i, j), wrongOf(i, j))
      if (count <= most) pairs.each(list, judged)
      else for (let drawn = 0; drawn < most; drawn++) judged(...pairs.draw(list, random))
    },
    judge({ starts, first, second }, ordered = () => true) {
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
          judged.lists[pair] = list
          judged.distances[pair] = rowDistance(norm, points, width, i - offsets[list], j - offsets[list])
          judged.margins[pair] = marginOf(i, j)
          judged.wrong[pair] = ordered(i, j) ? wrongOf(i, j) : 0
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
