/**
 * Smoothed DCG, which is not convex: the search starts from the minimiser of ListNet under the same penalty, unless there is a
 * start model, and ends in a minimum near it. See losses/smoothedDcg.ts.
 */
import type { RankingLists } from '../data/rankingLists.ts'
import { smoothedDcg as smoothedDcgLoss } from '../losses/smoothedDcg.ts'
import type { LinearModel } from '../models/linear.ts'
import type { OptionsOf, OptionTable } from '../options/optionTable.ts'
import { givenOptions, resolveOptions } from '../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../runtime.ts'
import { type LinearRankerData, linearRanker } from './linearRanker.ts'
import { linearRankerOptions, numericLambda } from './linearRankerOptions.ts'
import { type LinearSolver, type SolverOptions, smoothSolver, solved } from './linearSolver.ts'
import { listNetSolver } from './listNet.ts'
import type { MappedFeatures } from './mappedFeatures.ts'
import { type GradedLists, rankingPass } from './rankingPass.ts'
import type { TrainerResult, Training } from './training.ts'

export const smoothedDcgOptions = {
  ...linearRankerOptions,
  ...numericLambda,
  sigma: { kind: 'number', default: 1, above: 0, doc: 'Width of the smoothing: small is close to DCG and hard to optimise.' },
  cutoff: { kind: 'integer', default: 1, atLeast: 1, doc: 'Places of the ranking that count.' },
} as const satisfies OptionTable

export type SmoothedDcgTrainerOptions = OptionsOf<typeof smoothedDcgOptions> & LinearRankerData

export function* smoothedDcg(
  lists: RankingLists,
  { valid, start, ...given }: SmoothedDcgTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const options = resolveOptions(smoothedDcgOptions, given)
  const { sigma, cutoff } = options
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'smoothed-dcg',
      loss: smoothedDcgLoss({ sigma, cutoff }),
      options,
      given: givenOptions(smoothedDcgOptions, given),
      own: { sigma, cutoff },
      lambdas: [1, 0.3, 0.1, 0.03, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5],
      defaultLambda: 1e-3,
      solver: (features, data, on) => smoothedDcgSolver(features, data, options, on),
    },
    runtime,
  )
}

function smoothedDcgSolver(
  features: MappedFeatures,
  lists: GradedLists,
  options: SolverOptions & { readonly sigma: number; readonly cutoff: number },
  runtime: Runtime,
): LinearSolver {
  const solver = smoothSolver(rankingPass(features, lists, smoothedDcgLoss(options), runtime), features.width, options, false)
  let first: LinearSolver | undefined
  return {
    ...solver,
    *solve(penalty, start) {
      if (start.some((weight) => weight !== 0)) return yield* solver.solve(penalty, start)
      first ??= listNetSolver(features, lists, { iterations: 50, tolerance: 1e-3 }, runtime)
      return yield* solver.solve(penalty, solved(first, penalty, start))
    },
  }
}
