/**
 * ListNet: the cross entropy between the softmax of the labels and the softmax of the scores, list by list. On dense features a
 * pass is one call of the fused kernel. See losses/listNet.ts.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { listNet as listNetLoss } from '../../losses/listNet.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { OptionsOf, OptionTable } from '../../options/optionTable.ts'
import { givenOptions, resolveOptions } from '../../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { MappedFeatures } from '../common/mappedFeatures.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { linearRanker } from './linearRanker.ts'
import { convexPenaltyOptions, linearRankerOptions } from './linearRankerOptions.ts'
import { type LinearSolver, type SolverOptions, smoothSolver } from './linearSolver.ts'
import { listNetRankingPass } from './listNetRankingPass.ts'
import { softmaxPairs } from './pairDraws.ts'
import { type GradedLists, rankingPass } from './rankingPass.ts'
import { roughly, shortcuts } from './shortcuts.ts'
import type { LinearRankerData } from './startModel.ts'

export const listNetOptions = { ...linearRankerOptions, ...convexPenaltyOptions } as const satisfies OptionTable
export type ListNetTrainerOptions = OptionsOf<typeof listNetOptions> & LinearRankerData

export function* listNet(
  lists: RankingLists,
  { valid, start, ...given }: ListNetTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const options = resolveOptions(listNetOptions, given)
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'listnet',
      loss: listNetLoss(),
      options,
      given: givenOptions(listNetOptions, given),
      own: {},
      lambdas: [1, 0.3, 0.1, 0.03, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6],
      defaultLambda: 1e-4,
      solver: (features, data, on) => listNetSolver(features, data, options, on),
    },
    runtime,
  )
}

export function listNetSolver(features: MappedFeatures, lists: GradedLists, options: SolverOptions, runtime: Runtime): LinearSolver {
  const { dense } = features
  const pass =
    dense === undefined ? rankingPass(features, lists, listNetLoss(), runtime) : listNetRankingPass({ ...features, dense }, lists, runtime)
  const onShare = (share: MappedFeatures, of: GradedLists) => listNetSolver(share, of, roughly(options), runtime)
  return smoothSolver(pass, features.width, options, false, shortcuts(features, lists, softmaxPairs(), runtime, onShare))
}
