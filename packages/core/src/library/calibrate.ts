import { calibrated } from '../abstention/calibration/calibrated.ts'
import { requireNumbers } from '../arguments/requireNumbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { judgedFor } from '../models/judgedFor.ts'
import type { ListModel } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { RankwrightError } from '../problems/problem.ts'
import { recognise } from '../recognition/recognise.ts'
import { sketcher } from '../recognition/sketchedForms.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { heldBy } from '../work/localLists.ts'

/**
 * The model with P(A above B) measured on these lists; a calibration that it had is replaced. Give lists that it was not trained on: there it is surer than on new
 * ones. If it knows some of them from training, `calibration.trained` says how many, and so do `show` and the notes of `evaluate`.
 */
export function calibrate<Kind extends ListModel>(model: Kind, lists: RankingLists, runtime: Runtime = plainRuntime): Kind {
  requireListModel(model)
  requireLists('lists', lists)
  requireNumbers('lists.labels', lists.labels)
  requireRuntime(runtime)
  const { calibration: _, ...bare } = model
  const result = finish(calibrated(bare as Kind, heldBy(judgedFor(model, lists), runtime)))
  if (result.calibration === undefined) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  const trained = recognise(model, lists, sketcher(runtime.compute)).known.training.found
  return trained === 0 ? result : { ...result, calibration: { ...result.calibration, trained } }
}
