/**
 * RankNet: logistic losses over the pairs of a list with different labels; with `lambdaWeights`, LambdaRank's weights, which make
 * it neither convex nor continuous, as does a cutoff. See losses/rankNet.ts and jumpingSolver.ts.
 */
import type { ListLossSpec } from '../../losses/lossSpec.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { givenOptions, resolveOptions, resolveOptionsOn, resolveUncheckedOptions } from '../../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { lossFrom } from '../common/certifiedLoss.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import type { UsualOptionsOf } from '../common/usualOptions.ts'
import { jumpingSolver } from './jumpingSolver.ts'
import type { LinearLists } from './linearLists.ts'
import { linearRanker } from './linearRanker.ts'
import { convexPenaltyOptions, linearRankerOptions } from './linearRankerOptions.ts'
import { type LinearSolver, type SolverOptions, smoothSolver } from './linearSolver.ts'
import { logisticPairs } from './pairDraws.ts'
import { roughly, shortcuts } from './shortcuts.ts'
import type { LinearRankerData } from './startModel.ts'
import { usualPenalty } from './usualPenalty.ts'

/** What the loss depends on. */
const lossOptions = {
  cutoff: { kind: 'integer', atLeast: 1, leftOut: 'all pairs count', doc: 'Only pairs with an item among this many leading places count.' },
  lambdaWeights: {
    kind: 'choice',
    default: 'none',
    of: ['none', 'ndcg'],
    doc: 'Weight of a pair: 1, or by how much exchanging its two items would change NDCG (LambdaRank).',
  },
  pairs: {
    kind: 'choice',
    default: 'sum',
    of: ['sum', 'mean'],
    doc: 'Whether each list counts with the sum over its pairs, as in the literature, or with their mean, which is needed for bounds that do not depend on the length of the lists.',
  },
} as const satisfies OptionTable

export const rankNetLoss = lossFrom(lossOptions, lossWith)

function lossWith({ cutoff, lambdaWeights, pairs }: Resolved<typeof lossOptions>): ListLossSpec {
  return { loss: 'ranknet', ...(cutoff !== undefined && { cutoff }), lambdaWeights, pairs }
}

/** The default penalty, as a share of the penalty scale; docs/decisions/default-options.md has the measurements. */
const SHARE = 0.005

export const rankNetOptions = {
  ...linearRankerOptions,
  ...convexPenaltyOptions(SHARE, {
    says: ', for pairs that all count the same and',
    of: ({ cutoff, lambdaWeights }) => cutoff === undefined && lambdaWeights === 'none',
  }),
  ...lossOptions,
} as const satisfies OptionTable

export type RankNetTrainerOptions = OptionsOf<typeof rankNetOptions> & LinearRankerData

export function* rankNet(
  lists: TrainingLists,
  { valid, start, ...given }: RankNetTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const known = resolveOptions(rankNetOptions, given)
  const { cutoff, lambdaWeights, pairs } = known
  const loss = lossWith(known)
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'ranknet',
      loss,
      known,
      optionsOn: (facts) => resolveOptionsOn(rankNetOptions, given, facts),
      share: SHARE,
      given: givenOptions(rankNetOptions, given),
      own: { ...(cutoff !== undefined && { cutoff }), lambdaWeights, pairs },
      *solver(mapped, searched, on) {
        if (cutoff === undefined && lambdaWeights === 'none') return yield* everyPairSolver(mapped, pairs, searched, on)
        const solver = yield* smoothSolver(mapped, { steps: 'quasi-newton', loss }, searched)
        const first = lambdaWeights === 'none' ? pairs : 'mean'
        return jumpingSolver(
          solver,
          yield* everyPairSolver(mapped, first, { ...searched, iterations: 100, tolerance: 1e-3 }, on),
          searched.iterations,
        )
      },
    },
    runtime,
  )
}

export const rankNetUsual: UsualOptionsOf = function* (lists, given, runtime = plainRuntime) {
  const known = resolveUncheckedOptions(rankNetOptions, given)
  return yield* usualPenalty(lists, known, lossWith(known), SHARE, runtime)
}

/** The loss over every pair is smooth and convex. */
export function* everyPairSolver(
  lists: LinearLists,
  pairs: 'sum' | 'mean',
  options: SolverOptions,
  runtime: Runtime,
): Training<LinearSolver> {
  const loss = { loss: 'ranknet', lambdaWeights: 'none', pairs } as const
  const onShare = (share: LinearLists) => everyPairSolver(share, pairs, roughly(options), runtime)
  const short = shortcuts(lists, { spec: () => loss, draws: logisticPairs(pairs), from: 'many lists' }, options, runtime, onShare)
  return yield* smoothSolver(lists, { steps: 'newton', loss }, options, short)
}
