/** ListMLE: minus the log likelihood of the order of the labels. See losses/listMle.ts. */
import type { LinearModel } from '../../models/linear/linear.ts'
import type { OptionsOf, OptionTable } from '../../options/optionTable.ts'
import { givenOptions, resolveOptions, resolveOptionsOn, resolveUncheckedOptions } from '../../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { lossFrom } from '../common/certifiedLoss.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import type { UsualOptionsOf } from '../common/usualOptions.ts'
import type { LinearLists } from './linearLists.ts'
import { linearRanker } from './linearRanker.ts'
import { convexPenaltyOptions, linearRankerOptions } from './linearRankerOptions.ts'
import { type LinearSolver, type SolverOptions, smoothSolver } from './linearSolver.ts'
import { competitionPairs } from './pairDraws.ts'
import { roughly, shortcuts } from './shortcuts.ts'
import type { LinearRankerData } from './startModel.ts'
import { usualPenalty } from './usualPenalty.ts'

/** The default penalty, as a share of the penalty scale; docs/decisions/default-options.md has the measurements. */
const SHARE = 0.005

export const listMleOptions = { ...linearRankerOptions, ...convexPenaltyOptions(SHARE) } as const satisfies OptionTable
export type ListMleTrainerOptions = OptionsOf<typeof listMleOptions> & LinearRankerData

const loss = { loss: 'listmle' } as const
export const listMleLoss = lossFrom({}, () => loss)

export function* listMle(
  lists: TrainingLists,
  { valid, start, ...given }: ListMleTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const known = resolveOptions(listMleOptions, given)
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'listmle',
      loss,
      known,
      optionsOn: (facts) => resolveOptionsOn(listMleOptions, given, facts),
      share: SHARE,
      given: givenOptions(listMleOptions, given),
      own: {},
      solver: (mapped, searched, on) => listMleSolver(mapped, searched, on),
    },
    runtime,
  )
}

export const listMleUsual: UsualOptionsOf = function* (lists, given, runtime = plainRuntime) {
  const known = resolveUncheckedOptions(listMleOptions, given)
  return yield* usualPenalty(lists, known, loss, SHARE, runtime)
}

export function* listMleSolver(lists: LinearLists, options: SolverOptions, runtime: Runtime): Training<LinearSolver> {
  const onShare = (share: LinearLists) => listMleSolver(share, roughly(options), runtime)
  const short = shortcuts(lists, { spec: () => loss, draws: competitionPairs(), from: 'many lists' }, options, runtime, onShare)
  return yield* smoothSolver(lists, { steps: 'newton', loss }, options, short)
}
