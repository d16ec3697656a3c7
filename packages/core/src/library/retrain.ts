/** A model is trained again on other data, as it was trained before, and compared with the old one on lists that neither has seen. */

import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireObject } from '../arguments/requireKind.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { fittingTogether, mergedSeen } from '../data/lists/seenLists.ts'
import { refittedParts } from '../data/tables/refittedParts.ts'
import { type Comparison, compare } from '../evaluation/compare.ts'
import { isImported } from '../models/common/importedMethod.ts'
import type { TrainingRecord } from '../models/common/modelCommon.ts'
import { kindOf } from '../models/kinds.ts'
import type { ListModel, Model } from '../models/model.ts'
import { modelFingerprint } from '../models/modelFingerprint.ts'
import { score } from '../models/score.ts'
import { seededRandom } from '../numeric/random.ts'
import type { OptionsOf } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { isNew } from '../recognition/knownByUse.ts'
import { recognise } from '../recognition/recognise.ts'
import { sketcher } from '../recognition/sketchedForms.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { finish, type Training } from '../runtime/training.ts'
import type { TrainerResult } from '../trainers/common/trainerResult.ts'
import { methodNames } from '../trainers/methods.ts'
import { identityOfLists } from '../work/operations/fingerprint.ts'
import { retrainOptions } from './retrainOptions.ts'
import { type TrainOptions, training } from './train.ts'

export interface RetrainOptions extends OptionsOf<typeof retrainOptions> {
  /** Lists to choose options on that the old model chose on validation lists; without them its choices are kept. */
  readonly valid?: RankingLists
}

export interface Retrained {
  /** The new model, and how its training went. Its record names the old one. */
  readonly result: TrainerResult
  /** Whether the new model has the better mean on the held-out lists, and whether it is worse beyond chance: its whole interval is. */
  readonly better: boolean
  readonly significantlyWorse: boolean
  /** The metric of the new model minus that of the old one, and its interval. */
  readonly delta: number
  readonly interval: readonly [number, number]
  readonly comparison: Comparison
  /** Whether the model was trained once more on all lists, after the comparison. */
  readonly refit: boolean
  /** What a reader of the result should know. */
  readonly notes: readonly string[]
}

/** Trains a model again on other lists, read as `readLists` does for this model with `keepCells`, and compares both. */
export function retrain(model: Model, lists: RankingLists, options: RetrainOptions = {}, runtime: Runtime = plainRuntime): Retrained {
  return finish(retraining(model, lists, options, runtime))
}

/** The same step by step. */
export function* retraining(
  model: Model,
  lists: RankingLists,
  options: RetrainOptions = {},
  runtime: Runtime = plainRuntime,
): Training<Retrained> {
  kindOf(model)
  requireLists('lists', lists)
  requireObject('options', options, 'an object with options')
  const { valid, ...given } = options
  if (valid !== undefined) requireLists('options.valid', valid)
  requireRuntime(runtime)
  const { share, seed, metric, profile, confidence, refit } = resolveOptions(retrainOptions, given)
  const old = retrainable(model)
  requireCells(old, 'lists', lists)
  requireWeights(old, lists)
  if (valid !== undefined) requireCells(old, 'options.valid', valid)
  const own = withOwnFeatures(old, lists)
  const { kept, heldOut } = drawn(old, own, share, seed, runtime)
  const [trainPart, testPart] = [selectLists(own, kept), selectLists(own, heldOut)]
  const { train, test } = refittedParts(trainPart, testPart)
  const chosenOn = valid === undefined ? {} : { valid: refittedParts(trainPart, withOwnFeatures(old, valid)).test }
  const asked = { ...replayed(old, valid !== undefined), ...chosenOn, method: old.method } as TrainOptions
  const first = yield* training(train, asked, runtime)
  const plain = withoutRule(old)
  const comparison = compare(
    [
      { name: 'new', ranker: score(first.model, test, runtime) },
      { name: 'old', ranker: plain },
    ],
    testPart,
    { metric, profile, confidence, seed, perList: true },
    runtime,
  )
  const [{ delta, interval }] = comparison.pairs
  const sign = comparison.better === 'greater' ? 1 : -1
  const all = refittedParts(own, testPart).train
  const last = refit
    ? yield* training(all, { ...asked, ...(valid && { valid: refittedParts(own, withOwnFeatures(old, valid)).test }) }, runtime)
    : first
  const record = withHistory(last.model.training, old, comparison, refit ? undefined : test, runtime)
  return {
    result: { ...last, model: { ...last.model, training: record } },
    better: sign * delta > 0,
    significantlyWorse: sign > 0 ? interval[1] < 0 : interval[0] > 0,
    delta,
    interval,
    comparison,
    refit,
    notes: [
      ...notesOn(old, valid !== undefined, refit),
      ...comparison.notes,
      ...(comparison.untested === undefined ? [] : [comparison.untested]),
    ],
  }
}

type Trained = Extract<ListModel, { readonly training: TrainingRecord }>

function retrainable(model: Model): Trained {
  const refuse = (reason: string, advice: string): never => {
    throw new RankwrightError({ area: 'model', code: 'cannot-retrain', reason, advice })
  }
  if (!('training' in model) || !('method' in model)) return refuse(`it is ${kindOf(model).title}`, 'Only models that train makes can.')
  if (isImported(model.method) || model.training.lists === 0)
    return refuse('other software trained it, and how is not known', 'Train a model here with the options that you choose.')
  if (model.method !== 'auto' && !(methodNames as readonly string[]).includes(model.method))
    return refuse(`"${model.method}" is no method`, 'Train a new model.')
  return model as Trained
}

/** Encoders are fitted to the cells anew. */
function requireCells({ encoders }: Trained, argument: string, lists: RankingLists): void {
  if (encoders !== undefined && lists.cells === undefined)
    refuseArgument(argument, lists, 'lists that were read with the encoders of the model and keepCells: true')
}

/** Lists that count differently are not trained on as if they counted the same. */
function requireWeights({ training: { weighted }, sideColumns }: Trained, { listWeights }: RankingLists): void {
  const column = sideColumns?.weight
  if ((weighted === undefined && column === undefined) || listWeights !== undefined) return
  throw new RankwrightError({
    area: 'model',
    code: 'cannot-retrain',
    reason: `its lists had weights${column === undefined ? '' : ` from a column "${column}"`}, and these lists have none`,
    advice: `Give lists with weights${column === undefined ? ', those of LETOR files in a file with .weight behind the name' : ''}, or train a new model without.`,
  })
}

/** The features that the old model was trained on, where they have names: other columns of the data are not used. */
function withOwnFeatures(old: Trained, lists: RankingLists): RankingLists {
  const isChosen = old.training.given.includes('features')
  if (lists.encoders !== undefined || typeof old.features === 'number') return lists
  if (lists.othersAreZero && !isChosen) return lists
  const matched = kindOf(old).match(old, lists).lists
  return isChosen ? { ...matched, featuresChosen: true } : matched
}

/** The lists to compare on, drawn among those that the old model has not seen and that nothing else repeats; the others are for training. */
function drawn(old: Trained, lists: RankingLists, share: number, seed: number, { compute }: Runtime) {
  const { known, first } = recognise(old, lists, sketcher(compute))
  const times = new Map<number, number>()
  for (const list of first) times.set(list, (times.get(list) ?? 0) + 1)
  const usable = Array.from(lists.listIds.keys()).filter((list) => isNew(known, list) && times.get(first[list]) === 1)
  const count = lists.listIds.length
  const wanted = Math.min(Math.max(2, Math.round(share * count)), count - 1)
  if (wanted < 2 || usable.length < Math.max(2, Math.min(wanted, 10)))
    throw new RankwrightError({
      area: 'model',
      code: 'cannot-retrain',
      reason: `${usable.length} of ${count} lists are such that the model has not seen them and no other list repeats them, which is too few to compare on`,
      advice: 'Give data with new lists.',
    })
  const random = seededRandom(seed)
  for (let place = usable.length - 1; place > 0; place--) {
    const other = random.integer(place + 1)
    const list = usable[place]
    usable[place] = usable[other]
    usable[other] = list
  }
  const heldOut = usable.slice(0, wanted).sort((a, b) => a - b)
  const isHeldOut = new Set(heldOut)
  return { heldOut, kept: Array.from(lists.listIds.keys()).filter((list) => !isHeldOut.has(list)) }
}

/** Options that mean nothing without validation lists. */
const aboutValid = ['earlyStop', 'patience']

/**
 * What was given by hand is given again, and what was chosen on other lists stays as it was chosen, unless there are lists to choose on. What
 * the method computes from its training lists, it computes anew.
 */
function replayed({ options, training: { given, tuned } }: Trained, hasValid: boolean): Readonly<Record<string, unknown>> {
  const chosen = new Map(tuned.map(({ option, on }) => [option, on]))
  const entries = Object.entries(options).filter(([name]) => {
    if (aboutValid.includes(name)) return hasValid && given.includes(name)
    const on = chosen.get(name)
    if (on === 'valid') return !hasValid
    return on === 'folds' || given.includes(name)
  })
  return Object.fromEntries(entries)
}

/** The models are compared by their scores. */
function withoutRule(old: Trained): Trained {
  const { abstention: _, ...rest } = old
  return rest as Trained
}

/** Lists that the comparison was made on had a part in the choice of the model. */
function withHistory(
  { seen, ...record }: TrainingRecord,
  old: Trained,
  { metric, pairs: [{ delta, interval }], lists: heldOut }: Comparison,
  test: RankingLists | undefined,
  { compute }: Runtime,
): TrainingRecord {
  const { data, lists, rows, earlier = [] } = old.training
  const before = {
    model: modelFingerprint(old),
    data,
    lists,
    rows,
    metric,
    delta,
    ...(interval.every(Number.isFinite) && { interval }),
    heldOut,
  }
  const compared = test && identityOfLists(test, compute).seen
  return {
    ...record,
    earlier: [...earlier, before],
    ...(seen && {
      seen:
        compared === undefined
          ? seen
          : fittingTogether({ ...seen, valid: seen.valid === undefined ? compared : mergedSeen(seen.valid, compared) }),
    }),
  }
}

const chosenAnew = 'the old model is an ensemble, so methods and weights are chosen anew, with the same budget'
const methodStays = 'the method stays the one that was chosen for the old model; train without a method chooses anew'

function notesOn(
  { method, training: { tuned, start, auto }, abstention, calibration }: Trained,
  hasValid: boolean,
  refit: boolean,
): string[] {
  const kept = tuned.filter(({ on }) => on === 'folds' || (on === 'valid' && !hasValid)).map(({ option }) => option)
  return [
    ...(kept.length === 0 ? [] : [`${kept.join(', ')}: kept as chosen for the old model`]),
    ...(start === undefined ? [] : ['the old model started from another one; this one starts anew']),
    ...(auto === undefined ? [] : [method === 'auto' ? chosenAnew : methodStays]),
    ...(abstention === undefined ? [] : ['the rule of the old model for what stays undecided is not taken over; abstain chooses one']),
    ...(calibration === undefined || hasValid ? [] : ['P(A above B) is not calibrated; give validation lists, or use abstain']),
    ...(refit ? ['what was compared was trained without the held-out lists; the model itself is trained on all lists'] : []),
  ]
}
