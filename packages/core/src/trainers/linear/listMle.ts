/** ListMLE: minus the log likelihood of the order of the labels. See losses/listMle.ts. */
import type { LinearModel } from '../../models/linear/linear.ts'
import type { OptionsOf, OptionTable } from '../../options/optionTable.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { lossFrom } from '../common/certifiedLoss.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import type { LinearLists } from './linearLists.ts'
import { linearRanker } from './linearRanker.ts'
import { convexPenaltyOptions, linearRankerOptions } from './linearRankerOptions.ts'
import { type LinearSolver, type SolverOptions, smoothSolver } from './linearSolver.ts'
import { competitionPairs } from './pairDraws.ts'
import { roughly, shortcuts } from './shortcuts.ts'
import type { LinearRankerData } from './startModel.ts'

export const listMleOptions = { ...linearRankerOptions, ...convexPenaltyOptions(() => 1e-2, '0.01') } as const satisfies OptionTable
export type ListMleTrainerOptions = OptionsOf<typeof listMleOptions> & LinearRankerData

const loss = { loss: 'listmle' } as const
export const listMleLoss = lossFrom({}, () => loss)

export function* listMle(
  lists: TrainingLists,
  { valid, start, ...given }: ListMleTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const options = resolveOptionsOn(listMleOptions, given, { valid: valid !== undefined })
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'listmle',
      loss,
      options,
      given: givenOptions(listMleOptions, given),
      own: {},
      lambdas: [10, 3, 1, 0.3, 0.1, 0.03, 1e-2, 1e-3, 1e-4, 1e-5],
      solver: (mapped, on) => listMleSolver(mapped, options, on),
    },
    runtime,
  )
}

export function* listMleSolver(lists: LinearLists, options: SolverOptions, runtime: Runtime): Training<LinearSolver> {
  const onShare = (share: LinearLists) => listMleSolver(share, roughly(options), runtime)
  const short = shortcuts(lists, { spec: () => loss, draws: competitionPairs(), from: 'many lists' }, runtime, onShare)
  return yield* smoothSolver(lists, { steps: 'newton', loss }, options, short)
}
