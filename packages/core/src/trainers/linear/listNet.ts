/**
 * ListNet: the cross entropy between the softmax of the labels and the softmax of the scores, list by list. On dense features a
 * pass is one call of a fused compute primitive. See losses/listNet.ts.
 */
import type { ListLossSpec } from '../../losses/lossSpec.ts'
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
import { softmaxPairs } from './pairDraws.ts'
import { roughly, shortcuts } from './shortcuts.ts'
import type { LinearRankerData } from './startModel.ts'
import { usualPenalty } from './usualPenalty.ts'

/** The default penalty, as a share of the penalty scale; docs/decisions/default-options.md has the measurements. */
const SHARE = 0.005

export const listNetOptions = { ...linearRankerOptions, ...convexPenaltyOptions(SHARE) } as const satisfies OptionTable
export type ListNetTrainerOptions = OptionsOf<typeof listNetOptions> & LinearRankerData

const loss: ListLossSpec = { loss: 'listnet' }
export const listNetLoss = lossFrom({}, () => loss)

export function* listNet(
  lists: TrainingLists,
  { valid, start, ...given }: ListNetTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const known = resolveOptions(listNetOptions, given)
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'listnet',
      loss,
      known,
      optionsOn: (facts) => resolveOptionsOn(listNetOptions, given, facts),
      share: SHARE,
      given: givenOptions(listNetOptions, given),
      own: {},
      solver: (mapped, searched, on) => listNetSolver(mapped, searched, on),
    },
    runtime,
  )
}

export const listNetUsual: UsualOptionsOf = function* (lists, given, runtime = plainRuntime) {
  const known = resolveUncheckedOptions(listNetOptions, given)
  return yield* usualPenalty(lists, known, loss, SHARE, runtime)
}

export function* listNetSolver(lists: LinearLists, options: SolverOptions, runtime: Runtime): Training<LinearSolver> {
  const onShare = (share: LinearLists) => listNetSolver(share, roughly(options), runtime)
  const short = shortcuts(lists, { spec: () => loss, draws: softmaxPairs(), from: 'few lists' }, options, runtime, onShare)
  return yield* smoothSolver(lists, { steps: 'quasi-newton', loss }, options, short)
}
