/**
 * ListNet: the cross entropy between the softmax of the labels and the softmax of the scores, list by list. On dense features a
 * pass is one call of a fused compute primitive. See losses/listNet.ts.
 */
import type { ListLossSpec } from '../../losses/lossSpec.ts'
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
import { softmaxPairs } from './pairDraws.ts'
import { roughly, shortcuts } from './shortcuts.ts'
import type { LinearRankerData } from './startModel.ts'

export const listNetOptions = { ...linearRankerOptions, ...convexPenaltyOptions(() => 1e-4, '0.0001') } as const satisfies OptionTable
export type ListNetTrainerOptions = OptionsOf<typeof listNetOptions> & LinearRankerData

const loss: ListLossSpec = { loss: 'listnet' }
export const listNetLoss = lossFrom({}, () => loss)

export function* listNet(
  lists: TrainingLists,
  { valid, start, ...given }: ListNetTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const options = resolveOptionsOn(listNetOptions, given, { valid: valid !== undefined })
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'listnet',
      loss,
      options,
      given: givenOptions(listNetOptions, given),
      own: {},
      lambdas: [1, 0.3, 0.1, 0.03, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6],
      solver: (mapped, on) => listNetSolver(mapped, options, on),
    },
    runtime,
  )
}

export function* listNetSolver(lists: LinearLists, options: SolverOptions, runtime: Runtime): Training<LinearSolver> {
  const onShare = (share: LinearLists) => listNetSolver(share, roughly(options), runtime)
  const short = shortcuts(lists, { spec: () => loss, draws: softmaxPairs(), from: 'few lists' }, runtime, onShare)
  return yield* smoothSolver(lists, { steps: 'quasi-newton', loss }, options, short)
}
