/**
 * Which calibration a rule is measured with, and on which lists. A model may bring its own. Otherwise these lists give one, and no list is
 * measured with a calibration that it had a part in: lists are left out in turn, or, where a guarantee is asked for, one half calibrates
 * and the other half is tested, because a guarantee needs a rule that was fixed before.
 */

import { foldsOf } from '../../data/lists/folds.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import type { ListModel } from '../../models/model.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { foldsApart } from '../../recognition/foldsApart.ts'
import type { Calibration } from '../../rules/calibration.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { heldBy } from '../../work/localLists.ts'
import { identityOfLists } from '../../work/operations/fingerprint.ts'
import type { ScoredPairs } from '../../work/operations/scoredPairs.ts'
import { pairsOfOneList } from '../calibration/calibrated.ts'
import { fitCalibration } from '../calibration/fitCalibration.ts'
import { type Reliability, reliability } from '../calibration/reliability.ts'

export type CalibratedOn = 'the model' | 'lists left out in turn' | 'half of the lists'

/** The same in words. */
export const calibratedText: Readonly<Record<CalibratedOn, string>> = {
  'the model': 'the calibration of the model, on these lists',
  'lists left out in turn': 'calibrated on these lists, each measured by a calibration of others',
  'half of the lists': 'calibrated on one half of the lists, measured on the other',
}

export interface TestedOn {
  readonly lists: RankingLists
  /** For every list the place of the first that is equal to it; absent if no list repeats another. */
  readonly first?: Uint32Array | undefined
  /** The one that the model keeps. */
  readonly calibration: Calibration
  /** The one that a list is measured with. */
  readonly calibrationOf: (list: number) => Calibration
  readonly calibratedOn: CalibratedOn
  readonly reliability?: Reliability
}

export interface TestedOptions {
  readonly calibrate: boolean
  /** For a guarantee: a model without a calibration gets one from one half of the lists. */
  readonly halves: boolean
  /** For every list the place of the first that is equal to it; left out if no list repeats another. */
  readonly first?: Uint32Array | undefined
  readonly seed: number
}

const FOLDS = 5

export function testedOn(
  model: ListModel,
  lists: RankingLists,
  { calibrate, halves, first, seed }: TestedOptions,
  runtime: Runtime,
): TestedOn {
  const { calibration: own } = model
  if (own !== undefined && !calibrate)
    return measured(model, { lists, first, calibration: own, calibrationOf: () => own, calibratedOn: 'the model' }, runtime)
  if (lists.listIds.length < 2) throw new RankwrightError({ area: 'model', code: 'too-few-to-calibrate' })
  const fitted = (of: RankingLists) => required(fitCalibration(pairsOf(model, of, runtime), identityOfLists(of, runtime.compute)))
  if (halves) {
    const [fit, test] = halvesOf(lists, first, seed)
    const calibration = fitted(fit)
    return measured(model, { ...test, calibration, calibrationOf: () => calibration, calibratedOn: 'half of the lists' }, runtime)
  }
  const pairs = pairsOf(model, lists, runtime)
  const data = identityOfLists(lists, runtime.compute)
  const calibration = required(fitCalibration(pairs, data))
  const foldOf = new Uint32Array(lists.listIds.length)
  const folds = foldsApart(lists, Math.min(FOLDS, lists.listIds.length), { seed }, runtime.compute)
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

/** One half without the lists that repeat another, and one half with those that repeat one of its own: nothing is in both. */
function halvesOf(lists: RankingLists, first: Uint32Array | undefined, seed: number): [RankingLists, Pick<TestedOn, 'lists' | 'first'>] {
  const firstOf = first ?? Uint32Array.from(lists.listIds.keys())
  const once = firstOf.filter((place, list) => place === list)
  if (once.length < 2) throw new RankwrightError({ area: 'model', code: 'too-few-to-calibrate' })
  const [fit, test] = foldsOf(selectLists(lists, once), 2, { seed }).map((part) => part.map((place) => once[place]))
  const inTest = new Set(test)
  const tested = Uint32Array.from(firstOf.keys()).filter((list) => inTest.has(firstOf[list]))
  const placeOf = new Map(Array.from(tested, (list, place) => [list, place]))
  return [selectLists(lists, fit), { lists: selectLists(lists, tested), first: tested.map((list) => placeOf.get(firstOf[list])!) }]
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
