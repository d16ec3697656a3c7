/**
 * How far a scorer of the set can at most be from the least surrogate risk, on pairs that a ranking answers. The least that a pair (x, x′)
 * could have depends on the probabilities of its labels, which data does not show; but no scorer of the set differs by more than D = W ‖x − x′‖
 * on the pair, so it is at least Φ(D) for any probabilities. Pairs within the radius are left undecided and have no part in the target. So
 *
 *   gap ≤ E[(Φ(margin) − Φ(D)) 1(‖x − x′‖ > γ)],
 *
 * minimisability gap and all. Where pairs are labelled, E is over pairs of different grades; where items are, over all pairs, of
 * which those of one class cost nothing.
 */

import { listPoints } from '../abstention/modelPoints.ts'
import { labelPairs } from '../data/lists/labelPairs.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { marginLoss } from '../losses/abstentionLoss.ts'
import { listLoss } from '../losses/lossSpec.ts'
import { matchLists } from '../models/matchLists.ts'
import type { MappedModel } from '../models/model.ts'
import { score } from '../models/score.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import { rowDistance } from '../numeric/dense/distance.ts'
import { seededRandom } from '../numeric/random.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { ConsistencyCase } from '../theory/hConsistency.ts'
import { surrogateLoss } from '../trainers/abstaining/surrogates.ts'

export interface AnsweredPairs {
  readonly abstainRadius: number
  readonly norm: DistanceNorm
  /** W, or ΛW: how much more than their distance two scores may differ. */
  readonly steepest: number
}

export interface SurrogateGap {
  /** The mean over lists of the surrogate loss. */
  readonly risk: number
  /** The bound of the gap, the mean over lists. */
  readonly gap: number
  /** The share of pairs that are answered and have an order: further apart than the radius, with different labels. The mean over lists. */
  readonly answered: number
  /** Lists that are too long to visit their pairs: their whole loss is used for the gap, and their share of answered pairs is that of a sample. */
  readonly wholeLists: number
}

/** Features that are looked at in the pairs of one list, at most. */
const MOST_STEPS = 2e8
/** Pairs that are drawn from a list with more. */
const DRAWN_PAIRS = 10_000

export function surrogateGap(
  model: MappedModel,
  train: RankingLists,
  { setting, surrogate, steepness = 1 }: ConsistencyCase,
  { abstainRadius, norm, steepest }: AnsweredPairs,
  runtime: Runtime,
): SurrogateGap {
  const phi = marginLoss(surrogate, steepness)
  const loss = listLoss(surrogateLoss({ surrogate, steepness }))
  const scores = score(model, train, runtime)
  const { lists } = matchLists(model, train)
  const pointsOf = listPoints(model, lists, runtime.compute)
  const { width } = model.featureMap
  const pairs = labelPairs(lists)
  const random = seededRandom(1)
  let [risk, gap, share, wholeLists] = [0, 0, 0, 0]
  for (let list = 0; list < lists.listIds.length; list++) {
    const [first, last] = [lists.offsets[list], lists.offsets[list + 1]]
    const [own, labels] = [scores.subarray(first, last), lists.labels.subarray(first, last)]
    const mean = loss.evaluate(own, labels, new Float64Array(last - first))
    risk += mean
    const all = ((last - first) * (last - first - 1)) / 2
    const different = pairs.pairsIn(list)
    if (different === 0) continue
    const of = setting === 'bipartite' ? all : different
    const points = pointsOf(list)
    const distanceOf = (i: number, j: number) => rowDistance(norm, points, width, i - first, j - first)
    if (all * width > MOST_STEPS) {
      wholeLists++
      gap += (mean * different) / of
      let far = 0
      for (let drawn = 0; drawn < DRAWN_PAIRS; drawn++) if (distanceOf(...pairs.draw(list, random)) > abstainRadius) far++
      share += ((far / DRAWN_PAIRS) * different) / of
      continue
    }
    pairs.each(list, (low, high) => {
      const distance = distanceOf(low, high)
      if (distance <= abstainRadius) return
      share += 1 / of
      gap += Math.max(0, phi.value(scores[high] - scores[low]) - phi.value(steepest * distance)) / of
    })
  }
  const count = lists.listIds.length
  return { risk: risk / count, gap: gap / count, answered: share / count, wholeLists }
}
