/** `tune` on lists that somebody else holds: folds are chosen here, fitted and scored there, and measured here. */
import { requireArguments } from '../arguments/shapes.ts'
import { joined } from '../data/lists/folds.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime, runtimeShape } from '../runtime/runtime.ts'
import { awaitedAnswer, type Progress, type Training, type Waiting } from '../runtime/training.ts'
import { type HeldLists, requireHeldLists } from '../work/heldLists.ts'
import type { FoldMeasurements } from './foldMeasurements.ts'
import { leftOutTrials, roundAfterRound, type TuneResult, trialsOnHeld } from './tune.ts'
import { planning, type TuneOptions, type TunePlan } from './tunePlan.ts'

/**
 * What `tunePlan` and `tune` give for the same lists in memory, for `finishLater`. Encoders need the cells in this process, as they are fitted anew in every
 * fold.
 */
export function* tuneHeld(
  lists: HeldLists,
  options: TuneOptions,
  runtime: Runtime = plainRuntime,
): Training<{ readonly plan: TunePlan; readonly result: TuneResult }> {
  requireHeldLists('lists', lists)
  requireArguments({ runtime }, { runtime: runtimeShape })
  if (lists.encoders !== undefined) throw new RankwrightError({ area: 'model', code: 'tuning-needs-cells' })
  const plan = yield* planning(lists, options, runtime)
  const { weights } = yield* lists.ask('listWeights', {})
  const count = plan.folds.reduce((sum, fold) => sum + fold.length, 0)
  const rounds = roundAfterRound({ count, ...(weights && { listWeights: weights }) }, plan)
  let round = rounds.next([])
  while (round.done !== true) {
    const { plan: own, folds, done, total } = round.value
    const measured: FoldMeasurements[] = []
    for (const [place, fold] of folds.entries()) {
      const before = done + place * own.trials.length
      measured.push(yield* asTrials(foldOfHeld(lists, own, fold, runtime), before, total))
    }
    round = rounds.next(measured)
  }
  return { plan, result: round.value }
}

function* foldOfHeld(lists: HeldLists, plan: TunePlan, fold: number, runtime: Runtime): Training<FoldMeasurements> {
  if (plan.leavesListsOut) return yield* leftOutTrials(lists, plan, runtime)
  const train = lists.someLists(joined(plan.folds.filter((_, other) => other !== fold)))
  const test = lists.someLists(plan.folds[fold])
  try {
    return yield* trialsOnHeld(train, test, plan, runtime)
  } finally {
    yield* awaitedAnswer(train.close?.())
    yield* awaitedAnswer(test.close?.())
  }
}

/** Steps of one fold as steps of all of them. */
function* asTrials<Result>(fold: Training<Result>, before: number, total: number): Training<Result> {
  let done = before
  let step = fold.next()
  while (step.done !== true) {
    const told: Progress | Waiting = step.value
    if ('stage' in told && told.stage === 'trial') done = before + told.done
    const within = 'stage' in told && told.stage !== 'trial' ? { within: told } : {}
    try {
      const answer = yield 'waitingFor' in told ? told : { stage: 'trials', done, total, ...within }
      step = fold.next(answer)
    } catch (error) {
      step = fold.throw(error)
    }
  }
  return step.value
}
