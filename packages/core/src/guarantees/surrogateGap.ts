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
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { marginLoss, type SurrogateName } from '../losses/abstentionLoss.ts'
import { listLoss } from '../losses/lossSpec.ts'
import { matchLists } from '../models/matchLists.ts'
import type { MappedModel } from '../models/model.ts'
import { score } from '../models/score.ts'
import type { DistanceNorm } from '../numeric/compute/closePoints.ts'
import { rowDistance } from '../numeric/dense/distance.ts'
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
  /** Lists that are too long to visit their pairs: their whole loss is used for the gap. */
  readonly wholeLists: number
}

/** Features that are looked at in the pairs of one list, at most. */
const MOST_STEPS = 2e8

export function surrogateGap(
  model: MappedModel,
  train: RankingLists,
  { setting, surrogate, steepness = 1 }: ConsistencyCase,
  answered: AnsweredPairs,
  runtime: Runtime,
): SurrogateGap {
  const loss = listLoss(surrogateLoss({ surrogate, steepness }))
  const scores = score(model, train, runtime)
  const { lists } = matchLists(model, train)
  const pointsOf = listPoints(model, lists)
  const { width } = model.featureMap
  let [risk, gap, wholeLists] = [0, 0, 0]
  for (let list = 0; list < lists.listIds.length; list++) {
    const [first, last] = [lists.offsets[list], lists.offsets[list + 1]]
    const [own, labels] = [scores.subarray(first, last), lists.labels.subarray(first, last)]
    const mean = loss.evaluate(own, labels, new Float64Array(last - first))
    risk += mean
    const all = ((last - first) * (last - first - 1)) / 2
    if (all * width > MOST_STEPS) {
      wholeLists++
      gap += mean
      continue
    }
    const { sum, different } = gapOfList(own, labels, pointsOf(list), width, surrogate, steepness, answered)
    if (different > 0) gap += sum / (setting === 'bipartite' ? all : different)
  }
  const count = lists.listIds.length
  return { risk: risk / count, gap: gap / count, wholeLists }
}

function gapOfList(
  scores: Float64Array,
  labels: Float64Array,
  points: Float32Array,
  width: number,
  surrogate: SurrogateName,
  steepness: number,
  { abstainRadius, norm, steepest }: AnsweredPairs,
): { readonly sum: number; readonly different: number } {
  const phi = marginLoss(surrogate, steepness)
  let [sum, different] = [0, 0]
  for (let i = 0; i < labels.length; i++) {
    for (let j = 0; j < i; j++) {
      if (labels[i] === labels[j]) continue
      different++
      const distance = rowDistance(norm, points, width, i, j)
      if (distance <= abstainRadius) continue
      const margin = labels[i] > labels[j] ? scores[i] - scores[j] : scores[j] - scores[i]
      sum += Math.max(0, phi.value(margin) - phi.value(steepest * distance))
    }
  }
  return { sum, different }
}
