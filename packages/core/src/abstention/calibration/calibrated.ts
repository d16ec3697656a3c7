import type { ListModel } from '../../models/model.ts'
import type { Calibration } from '../../rules/calibration.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { fitCalibration } from './fitCalibration.ts'

/** Pairs in all, and at least this many of each list however many lists there are. */
const MOST_PAIRS = 2 ** 20
const LEAST_OF_A_LIST = 100
const SEED = 1

/** Most pairs that one list gives; longer lists are sampled. */
export function pairsOfOneList(lists: number): number {
  return Math.max(LEAST_OF_A_LIST, Math.floor(MOST_PAIRS / Math.max(1, lists)))
}

/** The model with its scores calibrated on these lists; as it was if no list has two items with different labels. */
export function* calibrated<Kind extends ListModel>(model: Kind, held: HeldLists): Training<Kind> {
  const { lists } = yield* held.ask('summary', {})
  const pairs = yield* held.ask('scoredPairs', { model, mostPerList: pairsOfOneList(lists), seed: SEED })
  const calibration = fitCalibration(pairs, yield* held.ask('fingerprint', {}))
  return calibration === undefined ? model : { ...model, calibration: withoutKnown(model, calibration) }
}

/** The training record keeps the validation lists already. */
function withoutKnown(model: ListModel, { seen, ...calibration }: Calibration): Calibration {
  const isKept = 'training' in model && model.training.valid === calibration.data && model.training.seen?.valid !== undefined
  return isKept || seen === undefined ? calibration : { ...calibration, seen }
}
