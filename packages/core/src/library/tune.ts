/**
 * Query-aware cross-validation: each combination of options is trained on all folds but one and measured on that one, so that every list
 * is measured once, by a model that never saw it. Feature maps, and encoders of lists that have their cells, are fitted anew in every fold, on its
 * training lists alone. Where fits without a
 * list have a closed form, every list is left out in turn instead; feature map, nodes, width and basis are then those of all lists.
 */

import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireObject } from '../arguments/requireKind.ts'
import { arrayOf, fields, number, object, requireArguments, text } from '../arguments/shapes.ts'
import { joined } from '../data/lists/folds.ts'
import { listCount, type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { refittedParts } from '../data/tables/refittedParts.ts'
import { type JudgedLists, meanOverLists, measureLists } from '../metrics/measureLists.ts'
import { betterValues } from '../metrics/metricDirection.ts'
import type { TunedOption } from '../models/common/modelCommon.ts'
import type { ListModel, TrainedModel } from '../models/model.ts'
import { score } from '../models/score.ts'
import { explain, RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime, runtimeShape } from '../runtime/runtime.ts'
import { finish, obeyStop, type Training } from '../runtime/training.ts'
import { failureOf } from '../trainers/common/failedTraining.ts'
import { tiesOfLeftOut } from '../trainers/common/tiesOfLeftOut.ts'
import type { TrainerResult } from '../trainers/common/trainerResult.ts'
import type { TrialOptions } from '../trainers/common/trialOptions.ts'
import { type Method, methodOf } from '../trainers/methods.ts'
import { gradedHeld } from '../work/gradedHeld.ts'
import { type HeldLists, isHeld, requireTrainingLists, type TrainingLists } from '../work/heldLists.ts'
import type { FoldMeasurements } from './foldMeasurements.ts'
import { amongAll, planOf, survivors, trialsAhead } from './halving.ts'
import { asRead } from './train.ts'
import { type TuneOptions, type TunePlan, tunePlan, tunePlanShape } from './tunePlan.ts'

export interface TuneTrial {
  readonly options: TrialOptions
  /** Mean over all lists that count, each measured by the fold that did not train on it; NaN when the trial failed. */
  readonly score: number
  /** The mean over the lists of each fold; the score itself where each list was left out in turn. */
  readonly folds: readonly number[]
  /** After how many folds the trial was left out, as others were better; its score is over those. */
  readonly leftOutAfter?: number
  /** Why there is no score, when some fold could not be trained with these options. */
  readonly failed?: string
}

export interface TuneResult {
  readonly method: string
  readonly metric: string
  readonly by: 'folds' | 'left-out lists'
  /** Of equally good trials the first. */
  readonly best: TuneTrial
  /** In the order of the grid. */
  readonly trials: readonly TuneTrial[]
}

const shapes = { lists: requireLists, plan: tunePlanShape, runtime: runtimeShape }
const foldsShape = arrayOf(fields({ values: arrayOf(() => {}) }), 'what tuneFold gives for each fold')
const trialShape = fields({ options: object('the options of a trial'), score: number({ missing: true }) })
const resultShape = fields({ method: text, metric: text, best: trialShape, trials: arrayOf(trialShape) }, 'what tuneResult and tune give')

/** Throws unless the plan was made for these lists. */
function requirePlanOf(count: number, { folds }: TunePlan): void {
  if (folds.some((fold) => fold.some((list) => list >= count))) refuseArgument('plan.folds', folds, `folds of ${count} lists`)
}

/** Chooses options by cross-validation. */
export function tune(lists: RankingLists, options: TuneOptions, runtime: Runtime = plainRuntime): TuneResult {
  requireLists('lists', lists)
  requireObject('options', options, 'an object with a method and what to try')
  requireRuntime(runtime)
  const plan = tunePlan(lists, options, runtime)
  const rounds = tuneRounds(lists, plan)
  let round = rounds.next([])
  while (round.done !== true) {
    const { plan: own, folds } = round.value
    round = rounds.next(folds.map((fold) => finish(tuneFold(lists, own, fold, runtime))))
  }
  return round.value
}

/** What is to be measured next: all trials of a plan on some of its folds. */
export interface TuneRound {
  readonly plan: TunePlan
  readonly folds: readonly number[]
  /** Trials of folds that were measured in the rounds before, and those of all rounds, as far as is known: fits may fail. */
  readonly done: number
  readonly total: number
}

/** Gives one round after the other, and takes what was measured on its folds, in their order; after the last round it returns the result. */
export function tuneRounds(lists: RankingLists, plan: TunePlan): Generator<TuneRound, TuneResult, readonly FoldMeasurements[]> {
  requireArguments({ lists, plan }, { lists: requireLists, plan: tunePlanShape })
  requirePlanOf(listCount(lists), plan)
  return roundAfterRound({ count: listCount(lists), ...(lists.listWeights && { listWeights: lists.listWeights }) }, plan)
}

/** What results need to know of the lists. */
export interface WeighedLists extends Pick<RankingLists, 'listWeights'> {
  readonly count: number
}

export function* roundAfterRound(lists: WeighedLists, plan: TunePlan): Generator<TuneRound, TuneResult, readonly FoldMeasurements[]> {
  const measured: FoldMeasurements[] = []
  let trials: readonly number[] = plan.trials.map((_, trial) => trial)
  let done = 0
  for (const [round, folds] of plan.rounds.entries()) {
    if (measured.length > 0) trials = survivors(lists, plan, trials, measured)
    const own = planOf(plan, trials)
    const found = yield { plan: own, folds, done, total: done + trialsAhead(own, plan.rounds.slice(round)) }
    foldsShape('measured', found)
    done += folds.length * trials.length
    for (const each of found) measured.push(amongAll(plan, trials, each))
  }
  return resultOf(lists, plan, measured)
}

/** All trials of one fold. Yields within each training, and after each trial with the stage `trial`. */
export function* tuneFold(lists: RankingLists, plan: TunePlan, fold: number, runtime: Runtime = plainRuntime): Training<FoldMeasurements> {
  requireArguments({ lists, plan, fold, runtime }, { ...shapes, fold: number({ whole: true, atLeast: 0 }) })
  requirePlanOf(listCount(lists), plan)
  if (fold >= plan.folds.length) refuseArgument('fold', fold, `a whole number below ${plan.folds.length}`)
  if (plan.leavesListsOut) return yield* leftOutTrials(lists, plan, runtime)
  const others = joined(plan.folds.filter((_, other) => other !== fold))
  const { train, test } = refittedParts(selectLists(lists, others), selectLists(lists, plan.folds[fold]))
  return yield* trialsOn(train, test, plan, runtime)
}

/** All trials of a plan, trained on some lists and measured on others. Yields as `tuneFold` does. */
export function* tuneOnValid(
  lists: RankingLists,
  valid: RankingLists,
  plan: TunePlan,
  runtime: Runtime = plainRuntime,
): Training<FoldMeasurements> {
  requireArguments({ lists, valid, plan, runtime }, { ...shapes, valid: requireLists })
  requirePlanOf(listCount(valid), plan)
  return yield* trialsOn(lists, valid, plan, runtime)
}

function trialsOn(train: RankingLists, test: RankingLists, plan: TunePlan, runtime: Runtime): Training<FoldMeasurements> {
  return measuredTrials(
    plan,
    groupsOf(plan),
    () => test,
    runtime,
    function* (group) {
      const scores = yield* scoresOfPath(train, group, plan, test, runtime)
      return scores ?? (yield* fittedModels(train, group, plan, runtime)).map((model) => score(model, test, runtime))
    },
  )
}

/** The scores of trials that come from one decomposition; undefined where there is none. */
function* scoresOfPath(
  train: TrainingLists,
  { options, lambdas }: TrialGroup,
  { method, fixed }: TunePlan,
  test: TrainingLists,
  runtime: Runtime,
): Training<readonly (Float64Array | undefined)[] | undefined> {
  const { path } = methodOf(method) as Method
  return path === undefined || lambdas === undefined ? undefined : yield* path(train, { ...fixed, ...options }, lambdas, test, runtime)
}

/** The models of the trials of a group. */
function* fittedModels(
  train: TrainingLists,
  { options, counts }: TrialGroup,
  { method, fixed }: TunePlan,
  runtime: Runtime,
): Training<readonly TrainedModel[]> {
  const { train: fit, prefixes } = methodOf(method) as Method
  if (prefixes === undefined || counts === undefined) return [(yield* fit(train, { ...fixed, ...options }, runtime)).model]
  const { model } = yield* fit(train, { ...fixed, ...options, [prefixes.option]: Math.max(...counts) }, runtime)
  return counts.map((count) => prefixes.of(model, count))
}

/** The same on lists that somebody else holds: their scores and labels come here. */
export function trialsOnHeld(train: HeldLists, test: HeldLists, plan: TunePlan, runtime: Runtime): Training<FoldMeasurements> {
  let judged: JudgedLists | undefined
  return measuredTrials(
    plan,
    groupsOf(plan),
    () => judged!,
    runtime,
    function* (group) {
      const scores = yield* scoresOfPath(train, group, plan, test, runtime)
      if (scores !== undefined) {
        judged ??= yield* judgedHeld(test)
        return scores
      }
      const all: Float64Array[] = []
      for (const model of yield* fittedModels(train, group, plan, runtime)) {
        const { scores, ...lists } = yield* test.ask('scoredLists', { model: model as ListModel })
        judged ??= lists
        all.push(scores)
      }
      return all
    },
  )
}

function groupsOf({ method, trials }: TunePlan): readonly TrialGroup[] {
  const { path, prefixes } = methodOf(method) as Method
  return path !== undefined ? byPath(trials) : prefixes !== undefined ? byPrefix(trials, prefixes.option) : trials.map(alone)
}

/** The numbers of the trials that are trained together: none of them is cheaper by itself. Each group can be measured on its own (`planOf`). */
export function trialGroups(plan: TunePlan): readonly (readonly number[])[] {
  tunePlanShape('plan', plan)
  return plan.leavesListsOut ? [plan.trials.map((_, trial) => trial)] : groupsOf(plan).map(({ trials }) => trials)
}

/** Held lists as metrics need them. */
function* judgedHeld(lists: HeldLists): Training<JudgedLists> {
  const { ids } = yield* lists.ask('listIds', {})
  return { ...(yield* gradedHeld(lists)), listIds: ids }
}

/** All trials, each list by the fits on all others. Yields as a fold does. */
export function* leftOutTrials(lists: TrainingLists, plan: TunePlan, runtime: Runtime): Training<FoldMeasurements> {
  const { method, fixed, trials } = plan
  const { leftOut } = methodOf(method)
  const given: TrialOptions = typeof fixed['lambda'] === 'number' ? { lambda: fixed['lambda'] } : {}
  const groups = byPath(trials.map((options): TrialOptions => ({ ...given, ...options })))
  const judged = isHeld(lists) ? yield* judgedHeld(lists) : lists
  return yield* measuredTrials(
    plan,
    groups,
    () => judged,
    runtime,
    function* ({ options, lambdas }) {
      const { scores } = yield* leftOut!.scores(lists, { ...fixed, ...options }, lambdas, runtime)
      return scores.map((own) => own && tiesOfLeftOut(own, judged))
    },
  )
}

/** Measures what each group of trials says about lists that it has not seen; a group that fails has its reason for a value. */
function* measuredTrials(
  { trials, metric, profile }: TunePlan,
  groups: readonly TrialGroup[],
  unseen: () => JudgedLists,
  runtime: Runtime,
  scoresOf: (group: TrialGroup) => Training<readonly (Float64Array | undefined)[]>,
): Training<FoldMeasurements> {
  const values = new Array<Float64Array | string>(trials.length)
  let done = 0
  for (const group of groups) {
    obeyStop(runtime)
    try {
      const scores = yield* scoresOf(group)
      for (const [index, trial] of group.trials.entries()) {
        const own = scores[index]
        values[trial] =
          own === undefined
            ? explain({ area: 'model', code: 'no-single-solution', lambda: group.lambdas![index] })
            : measureLists(own, unseen(), { metrics: [metric], profile }, runtime.compute).values[0]
      }
    } catch (error) {
      const failure = failureOf(error)
      for (const trial of group.trials) values[trial] = failure
    }
    done += group.trials.length
    yield { stage: 'trial', done, total: trials.length }
  }
  return { values }
}

/**
 * Trials that are trained together: their numbers, their common options and, if they differ only in the penalty, the penalties, or, if in how
 * far one fit goes, how far.
 */
interface TrialGroup {
  readonly options: TrialOptions
  readonly trials: number[]
  readonly lambdas?: number[]
  readonly counts?: number[]
}

function alone(options: TrialOptions, trial: number): TrialGroup {
  return { options, trials: [trial] }
}

/** Trials that differ in nothing but a penalty that is a number above 0 come from one decomposition. */
function byPath(trials: readonly TrialOptions[]): readonly TrialGroup[] {
  const groups: TrialGroup[] = []
  const paths = new Map<string, TrialGroup & { readonly lambdas: number[] }>()
  for (const [trial, options] of trials.entries()) {
    const { lambda, ...others } = options
    if (typeof lambda !== 'number' || lambda <= 0) {
      groups.push(alone(options, trial))
      continue
    }
    const key = JSON.stringify(others)
    let group = paths.get(key)
    if (group === undefined) {
      group = { options: others, trials: [], lambdas: [] }
      paths.set(key, group)
      groups.push(group)
    }
    group.trials.push(trial)
    group.lambdas.push(lambda)
  }
  return groups
}

/** Trials that differ in nothing but how far the same fit goes are read off it. */
function byPrefix(trials: readonly TrialOptions[], option: string): readonly TrialGroup[] {
  const groups = new Map<string, TrialGroup & { readonly counts: number[] }>()
  const others: TrialGroup[] = []
  for (const [trial, options] of trials.entries()) {
    const { [option]: count, ...rest } = options
    if (typeof count !== 'number') {
      others.push(alone(options, trial))
      continue
    }
    const key = JSON.stringify(rest)
    const group = groups.get(key) ?? { options: rest, trials: [], counts: [] }
    groups.set(key, group)
    group.trials.push(trial)
    group.counts.push(count)
  }
  return [...groups.values(), ...others]
}

/** Puts the folds together. */
export function tuneResult(lists: RankingLists, plan: TunePlan, measured: readonly FoldMeasurements[]): TuneResult {
  requireArguments({ lists, plan, measured }, { lists: requireLists, plan: tunePlanShape, measured: foldsShape })
  requirePlanOf(listCount(lists), plan)
  return resultOf({ count: listCount(lists), ...(lists.listWeights && { listWeights: lists.listWeights }) }, plan, measured)
}

function resultOf(lists: WeighedLists, plan: TunePlan, measured: readonly FoldMeasurements[]): TuneResult {
  const whole = measured.length === plan.folds.length && measured.every(({ values }) => values.length === plan.trials.length)
  if (!whole) refuseArgument('measured', measured, `the measurements of ${plan.folds.length} folds`)
  const { method, metric, folds } = plan
  const trials = plan.trials.map((options, trial): TuneTrial => {
    const all = new Float64Array(lists.count).fill(Number.NaN)
    const means = folds.map((tested, fold) => {
      const values = measured[fold].values[trial]
      if (typeof values === 'string' || values === undefined) return Number.NaN
      tested.forEach((list, index) => {
        all[list] = values[index]
      })
      const weights = lists.listWeights && Float64Array.from(tested, (list) => lists.listWeights![list])
      return meanOverLists(values, weights)
    })
    const failed = measured.map(({ values }) => values[trial]).find((values) => typeof values === 'string')
    const mean = failed === undefined ? meanOverLists(all, lists.listWeights) : Number.NaN
    const after = measured.findIndex(({ values }) => values[trial] === undefined)
    return {
      options,
      score: mean,
      folds: after < 0 ? means : means.slice(0, after),
      ...(after >= 0 && { leftOutAfter: after }),
      ...(failed !== undefined && { failed }),
    }
  })
  const sign = signOf(metric)
  const best = trials.reduce<TuneTrial | undefined>(
    (leader, trial) =>
      trial.leftOutAfter === undefined && sign * trial.score > (leader === undefined ? -Infinity : sign * leader.score) ? trial : leader,
    undefined,
  )
  if (best === undefined) {
    const failure = trials.find(({ failed }) => failed !== undefined)?.failed
    throw new RankwrightError({ area: 'model', code: 'tuning-decides-nothing', metric, ...(failure !== undefined && { failure }) })
  }
  return { method, metric, by: plan.leavesListsOut ? 'left-out lists' : 'folds', best, trials }
}

/** Trains on all lists with the best options; the model records what was tried to find them. */
export function* refit(lists: TrainingLists, plan: TunePlan, result: TuneResult, runtime: Runtime = plainRuntime): Training<TrainerResult> {
  requireTrainingLists(lists)
  requireArguments({ plan, result, runtime }, { plan: tunePlanShape, runtime: runtimeShape, result: resultShape })
  const trained = yield* methodOf(plan.method).train(lists, { ...plan.fixed, ...result.best.options }, runtime)
  return withTuned({ ...trained, model: asRead(trained.model, lists) }, plan, result)
}

/** What was trained with the best options; the model records what was tried to find them, and on which lists. */
export function withTuned(trained: TrainerResult, plan: TunePlan, result: TuneResult, on: TunedOption['on'] = result.by): TrainerResult {
  const sign = signOf(result.metric)
  const tuned = Object.entries(plan.grid)
    .filter(([, values]) => values.length > 1)
    .map(([option, tried]): TunedOption => {
      const values = tried.map(
        (value) => sign * Math.max(...result.trials.filter(usable(option, value)).map((trial) => sign * trial.score)),
      )
      const finite = tried
        .map((value) => (typeof value === 'boolean' ? String(value) : value))
        .filter((_, index) => Number.isFinite(values[index]))
      const triedFrom = plan.byHand.includes(option) ? 'given' : plan.fitted.includes(option) ? 'fitted' : undefined
      return {
        option,
        on,
        metric: result.metric,
        tried: finite,
        ...(triedFrom && { triedFrom }),
        values: values.filter(Number.isFinite),
      }
    })
  const names = new Set(tuned.map(({ option }) => option))
  const { training } = trained.model
  const record = { ...training, given: training.given.filter((option) => !names.has(option)), tuned: [...training.tuned, ...tuned] }
  return { ...trained, model: { ...trained.model, training: record } }
}

/** −1 for metrics of which less is better: the best value is the greatest with this sign. */
function signOf(metric: string): 1 | -1 {
  return betterValues(metric) === 'lesser' ? -1 : 1
}

function usable(option: string, value: unknown): (trial: TuneTrial) => boolean {
  return ({ options, score: measured }) => options[option] === value && !Number.isNaN(measured)
}
