import type { RankingLists } from '../data/lists/rankingLists.ts'
import { matchLists } from '../models/matchLists.ts'
import type { ListModel } from '../models/model.ts'
import { requireCalibration, requireMapped } from '../models/requireModel.ts'
import type { Compute } from '../numeric/compute/compute.ts'
import type { ScoredLists } from '../rules/ruleRow.ts'
import { listPoints, requireRoomForEach } from './modelPoints.ts'

/** What rules may look at in lists that a model has scored. `scores` are those of all rows. */
export function scoredLists(model: ListModel, lists: RankingLists, scores: Float64Array, compute: Compute): ScoredLists {
  return {
    scoresOf: (list) => scores.subarray(lists.offsets[list], lists.offsets[list + 1]),
    calibration: () => requireCalibration(model),
    points() {
      const mapped = requireMapped(model)
      const { lists: matched } = matchLists(mapped, lists)
      requireRoomForEach(mapped, matched)
      return { width: mapped.featureMap.width, of: listPoints(mapped, matched, compute) }
    },
    compute,
  }
}
