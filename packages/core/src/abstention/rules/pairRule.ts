import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { PairAbstention } from '../../models/common/abstentionRule.ts'
import { probabilityAbove } from '../../models/common/calibration.ts'
import { matchLists } from '../../models/matchLists.ts'
import type { ListModel } from '../../models/model.ts'
import { requireCalibration, requireMapped } from '../../models/requireModel.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { distanceRule } from '../distanceRule.ts'
import { listPoints, requireRoomForEach } from '../modelPoints.ts'
import type { PairRule } from '../undecided.ts'
import { scoreRule } from './scoreRule.ts'

/** Which pairs of a list a model leaves undecided by a rule. `scores` are those of all rows. The rule of a list is valid until the next call. */
export function pairRule(
  rule: PairAbstention,
  model: ListModel,
  lists: RankingLists,
  scores: Float64Array,
  compute: Compute,
): (list: number) => PairRule {
  const scoresOf = (list: number) => scores.subarray(lists.offsets[list], lists.offsets[list + 1])
  switch (rule.rule) {
    case 'distance': {
      const mapped = requireMapped(model)
      const { lists: matched } = matchLists(mapped, lists)
      requireRoomForEach(mapped, matched)
      const points = listPoints(mapped, matched, compute)
      return (list) => distanceRule(points(list), mapped.featureMap.width, rule.norm, rule.threshold, compute)
    }
    case 'margin':
      return (list) => scoreRule(scoresOf(list), (margin) => margin <= rule.threshold)
    case 'probability': {
      const calibration = requireCalibration(model)
      return (list) => scoreRule(scoresOf(list), (margin) => probabilityAbove(calibration, margin) < rule.threshold)
    }
  }
}
