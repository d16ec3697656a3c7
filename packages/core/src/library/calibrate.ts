import { calibrated } from '../abstention/calibration/calibrated.ts'
import { requireNumbers } from '../arguments/requireNumbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { judgedFor } from '../models/judgedFor.ts'
import type { ListModel } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { heldBy } from '../work/localLists.ts'

/** The model with P(A above B) measured on these lists, which it was not trained on; a calibration that it had is replaced. */
export function calibrate<Kind extends ListModel>(model: Kind, lists: RankingLists, runtime: Runtime = plainRuntime): Kind {
  requireListModel(model)
  requireLists('lists', lists)
  requireNumbers('lists.labels', lists.labels)
  requireRuntime(runtime)
  const { calibration: _, ...bare } = model
  const result = finish(calibrated(bare as Kind, heldBy(judgedFor(model, lists), runtime)))
  if (result.calibration === undefined) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  return result
}
