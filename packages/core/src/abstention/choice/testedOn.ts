/**
 * Which calibration a rule is measured with, and on which lists. A model may bring its own. Otherwise these lists give one, and no list is
 * measured with a calibration that it had a part in: lists are left out in turn, or, where a guarantee is asked for, one half calibrates
 * and the other half is tested, because a guarantee needs a rule that was fixed before.
 */

import { fingerprint } from '../../data/lists/fingerprint.ts'
import { foldsOf } from '../../data/lists/folds.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import type { Calibration } from '../../models/common/calibration.ts'
import type { ListModel } from '../../models/model.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { heldBy } from '../../work/localLists.ts'
import type { ScoredPairs } from '../../work/operations/scoredPairs.ts'
import { pairsOfOneList } from '../calibration/calibrated.ts'
import { fitCalibration } from '../calibration/fitCalibration.ts'
import { type Reliability, reliability } from '../calibration/reliability.ts'

export type CalibratedOn = 'the model' | 'lists left out in turn' | 'half of the lists'

export interface TestedOn {
  readonly lists: RankingLists
  /** The one that the model keeps. */
  readonly calibration: Calibration
  /** The one that a list is measured with. */
  readonly calibrationOf: (list: number) => Calibration
  readonly calibratedOn: CalibratedOn
  readonly reliability?: Reliability
}

const FOLDS = 5

export function testedOn(
  model: ListModel,
  lists: RankingLists,
  { calibrate, halves, seed }: { readonly calibrate: boolean; readonly halves: boolean; readonly seed: number },
  runtime: Runtime,
): TestedOn {
  const { calibration: own } = model
  if (own !== undefined && !calibrate)
    return measured(model, { lists, calibration: own, calibrationOf: () => own, calibratedOn: 'the model' }, runtime)
  if (lists.listIds.length < 2) throw new RankwrightError({ area: 'model', code: 'too-few-to-calibrate' })
  const fitted = (of: RankingLists) => required(fitCalibration(pairsOf(model, of, runtime), fingerprint(of, runtime.compute)))
  if (halves) {
    const [fit, test] = foldsOf(lists, 2, { seed }).map((part) => selectLists(lists, part))
    const calibration = fitted(fit)
    return measured(model, { lists: test, calibration, calibrationOf: () => calibration, calibratedOn: 'half of the lists' }, runtime)
  }
  const pairs = pairsOf(model, lists, runtime)
  const data = fingerprint(lists, runtime.compute)
  const calibration = required(fitCalibration(pairs, data))
  const foldOf = new Uint32Array(lists.listIds.length)
  const folds = foldsOf(lists, Math.min(FOLDS, lists.listIds.length), { seed })
  for (const [fold, part] of folds.entries()) for (const list of part) foldOf[list] = fold
  const without = folds.map(
    (_, fold) =>
      fitCalibration(
        selected(pairs, (list) => foldOf[list] !== fold),
        data,
      ) ?? calibration,
  )
  const calibrationOf = (list: number) => without[foldOf[list]]
  return measured(model, { lists, calibration, calibrationOf, calibratedOn: 'lists left out in turn' }, runtime)
}

function measured(model: ListModel, tested: Omit<TestedOn, 'reliability'>, runtime: Runtime): TestedOn {
  const found = reliability(pairsOf(model, tested.lists, runtime), tested.calibrationOf)
  return { ...tested, ...(found && { reliability: found }) }
}

const SEED = 1

function pairsOf(model: ListModel, lists: RankingLists, runtime: Runtime): ScoredPairs {
  return finish(heldBy(lists, runtime).ask('scoredPairs', { model, mostPerList: pairsOfOneList(lists.listIds.length), seed: SEED }))
}

function selected({ lists, ahead }: ScoredPairs, isKept: (list: number) => boolean): ScoredPairs {
  return { lists: lists.filter(isKept), ahead: ahead.filter((_, pair) => isKept(lists[pair])) }
}

function required(calibration: Calibration | undefined): Calibration {
  if (calibration === undefined) throw new RankwrightError({ area: 'model', code: 'no-pairs' })
  return calibration
}
