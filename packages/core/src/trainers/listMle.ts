/** ListMLE: minus the log likelihood of the order of the labels. See losses/listMle.ts. */
import type { RankingLists } from '../data/rankingLists.ts'
import { listMle as listMleLoss } from '../losses/listMle.ts'
import type { LinearModel } from '../models/linear.ts'
import type { OptionsOf, OptionTable } from '../options/optionTable.ts'
import { givenOptions, resolveOptions } from '../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../runtime.ts'
import { type LinearRankerData, linearRanker } from './linearRanker.ts'
import { linearRankerOptions, theoryLambda } from './linearRankerOptions.ts'
import { smoothSolver } from './linearSolver.ts'
import { rankingPass } from './rankingPass.ts'
import type { TrainerResult, Training } from './training.ts'

export const listMleOptions = { ...linearRankerOptions, ...theoryLambda } as const satisfies OptionTable
export type ListMleTrainerOptions = OptionsOf<typeof listMleOptions> & LinearRankerData

export function* listMle(
  lists: RankingLists,
  { valid, start, ...given }: ListMleTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const options = resolveOptions(listMleOptions, given)
  const loss = listMleLoss()
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
      defaultLambda: 1e-2,
      solver: (features, data, on) => smoothSolver(rankingPass(features, data, loss, on), features.width, options, false),
    },
    runtime,
  )
}
