import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { hingeSolver } from '../linear/hingeSolver.ts'
import { linearRanker } from '../linear/linearRanker.ts'
import { smoothSolver } from '../linear/linearSolver.ts'
import { type ChosenAbstainingOptions, commonOptions } from './abstainingOptions.ts'
import { surrogateLoss } from './surrogates.ts'
import { dualBall, mapChoice } from './unitBall.ts'

/** Linear scorers with ‖w‖ ≤ W in the dual norm. */
export function* abstainingLinear(
  lists: RankingLists,
  data: { readonly valid?: RankingLists; readonly start?: LinearModel },
  options: ChosenAbstainingOptions,
  given: readonly string[],
  runtime: Runtime,
): Training<TrainerResult<LinearModel>> {
  const { surrogate, norm, earlyStop, iterations, seed } = options
  const tolerance = options.tolerance! // linear scores have one
  const loss = surrogateLoss(options)
  const known = { ...mapChoice(lists, options), ball: dualBall[norm], earlyStop, iterations, tolerance, seed }
  return yield* linearRanker(
    lists,
    data,
    {
      method: 'abstaining',
      loss,
      known,
      optionsOn: () => ({ ...known, ...(options.radius !== undefined && { radius: options.radius }), lambda: 0 }),
      given,
      own: commonOptions(options),
      solver: (mapped, searched, on) =>
        surrogate === 'hinge' ? hingeSolver(mapped, 'mean', searched, on) : smoothSolver(mapped, { steps: 'quasi-newton', loss }, searched),
    },
    runtime,
  )
}
