/** Chooses the setting of a method on training and validation lists alone. Whoever runs it computes the steps, or has computed them before. */
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { FoldMeasurements } from '../library/foldMeasurements.ts'
import { type GridEdge, gridEdges } from '../library/gridEdges.ts'
import { planOf } from '../library/halving.ts'
import type { TrainOptions } from '../library/train.ts'
import { type TuneResult, trialGroups, tuneResult, tuneRounds } from '../library/tune.ts'
import type { TunePlan } from '../library/tunePlan.ts'
import type { TunedOption } from '../models/common/modelCommon.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import type { ExperimentMethod } from './experiment.ts'
import { choosesOnValid, type SearchAim, searchPlan, seededOptions } from './searchPlan.ts'

/** Some trials on one fold of the training lists, or on the validation lists. */
export interface SearchStep {
  /** The same in every run of the same experiment. */
  readonly name: string
  readonly plan: TunePlan
  /** Undefined for the validation lists. */
  readonly fold?: number
}

export interface ChosenSetting {
  /** What `train` takes, without validation lists. */
  readonly options: TrainOptions
  /** What was tried, unless there was nothing to choose. */
  readonly chosen?: {
    readonly plan: TunePlan
    readonly result: TuneResult
    readonly on: TunedOption['on']
    /** Of a grid: values that were drawn have no ends. */
    readonly edges: readonly GridEdge[]
  }
}

/** Yields steps that can be computed side by side, takes what they found in their order, and returns the setting. */
export function* chooseSetting(
  lists: RankingLists,
  valid: RankingLists | undefined,
  method: ExperimentMethod,
  aim: SearchAim,
  runtime: Runtime = plainRuntime,
): Generator<readonly SearchStep[], ChosenSetting, readonly FoldMeasurements[]> {
  const fixed = seededOptions(method, aim.seed)
  if (method.search === 'none') return { options: { method: method.method, ...fixed } as TrainOptions }
  const plan = searchPlan(lists, valid, method, aim, runtime)
  const onValid = choosesOnValid(method, valid)
  const result = onValid ? tuneResult(valid!, plan, yield* measured(plan, [undefined])) : yield* byRounds(lists, plan)
  const options = { method: method.method, ...fixed, ...result.best.options } as TrainOptions
  const edges = method.search === 'grid' ? gridEdges(method.method, result.best, result.trials) : []
  return { options, chosen: { plan, result, on: onValid ? 'valid' : result.by, edges } }
}

function* byRounds(lists: RankingLists, plan: TunePlan): Generator<readonly SearchStep[], TuneResult, readonly FoldMeasurements[]> {
  const rounds = tuneRounds(lists, plan)
  let round = rounds.next([])
  while (round.done !== true) round = rounds.next(yield* measured(round.value.plan, round.value.folds))
  return round.value
}

/** All trials of a plan on some folds, fit by fit. */
function* measured(
  plan: TunePlan,
  folds: readonly (number | undefined)[],
): Generator<readonly SearchStep[], FoldMeasurements[], readonly FoldMeasurements[]> {
  const groups = trialGroups(plan)
  const steps = folds.flatMap((fold) =>
    groups.map(
      (trials, group): SearchStep => ({
        name: `${fold === undefined ? 'valid' : `fold${fold + 1}`}-${group + 1}`, // each fold has one round
        plan: planOf(plan, trials),
        ...(fold !== undefined && { fold }),
      }),
    ),
  )
  const found = yield steps
  return folds.map((_, place) => {
    const values = new Array<FoldMeasurements['values'][number]>(plan.trials.length)
    for (const [group, trials] of groups.entries())
      for (const [index, trial] of trials.entries()) values[trial] = found[place * groups.length + group].values[index]
    return { values }
  })
}
