/**
 * RankSVM: hinges, plain or squared, over the pairs of a list with different labels. Squared hinges are minimised by L-BFGS along
 * a sampled curvature (see shortcuts.ts), or where the features are many and the rows few by truncated Newton steps (Chapelle &
 * Keerthi 2010, "Efficient algorithms for ranking with SVMs"); plain ones through smoothed hinges up to a duality gap: see hingeSolver.ts.
 */
import type { ListLossSpec } from '../../losses/lossSpec.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { lossFrom } from '../common/certifiedLoss.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { hingeSolver } from './hingeSolver.ts'
import type { LinearLists } from './linearLists.ts'
import { linearRanker } from './linearRanker.ts'
import { convexPenaltyOptions, linearRankerOptions } from './linearRankerOptions.ts'
import { type LinearSolver, type SolverOptions, smoothSolver } from './linearSolver.ts'
import { marginPairs } from './pairDraws.ts'
import { roughly, shortcuts } from './shortcuts.ts'
import type { LinearRankerData } from './startModel.ts'

/** What the loss depends on. */
const lossOptions = {
  hinge: {
    kind: 'choice',
    default: 'squared',
    of: ['plain', 'squared'],
    doc: 'Whether hinges are squared, which makes the loss smooth and fast to minimise.',
  },
  pairs: {
    kind: 'choice',
    default: 'sum',
    of: ['sum', 'mean'],
    doc: 'Whether each list counts with the sum over its pairs, as in the literature, or with their mean, which is needed for bounds that do not depend on the length of the lists.',
  },
} as const satisfies OptionTable

export const rankSvmLoss = lossFrom(lossOptions, lossWith)

function lossWith({ hinge, pairs }: Resolved<typeof lossOptions>): ListLossSpec {
  return { loss: 'ranksvm', hinge, pairs }
}

export const rankSvmOptions = {
  ...linearRankerOptions,
  tolerance: {
    ...linearRankerOptions.tolerance,
    doc: 'Ends the iterations: squared hinge, as for the other methods; plain hinge, the duality gap relative to the objective.',
  },
  ...convexPenaltyOptions(({ pairs }) => (pairs === 'sum' ? 10 : 0.01), '10 for pairs sum, 0.01 for pairs mean'),
  ...lossOptions,
} as const satisfies OptionTable

/** A sum over pairs asks for penalties in proportion to their number, which goes from tens to hundreds of thousands for a list. */
const lambdas = {
  mean: [1, 0.3, 0.1, 0.03, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6],
  sum: [1e4, 3e3, 1e3, 300, 100, 30, 10, 3, 1, 0.3, 0.1, 0.03, 0.01],
} as const

export type RankSvmTrainerOptions = OptionsOf<typeof rankSvmOptions> & LinearRankerData

export function* rankSvm(
  lists: TrainingLists,
  { valid, start, ...given }: RankSvmTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const options = resolveOptionsOn(rankSvmOptions, given, { valid: valid !== undefined })
  const { hinge, pairs } = options
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'ranksvm',
      loss: lossWith(options),
      options,
      given: givenOptions(rankSvmOptions, given),
      own: { hinge, pairs },
      lambdas: lambdas[pairs],
      needsPenalty: hinge === 'plain',
      solver: (mapped, on) => (hinge === 'plain' ? hingeSolver : squaredHingeSolver)(mapped, pairs, options, on),
    },
    runtime,
  )
}

export function* squaredHingeSolver(
  lists: LinearLists,
  pairs: 'sum' | 'mean',
  options: SolverOptions,
  runtime: Runtime,
): Training<LinearSolver> {
  const loss = { loss: 'ranksvm', hinge: 'squared', pairs } as const
  const bend = marginPairs(pairs, (margin) => (margin < 1 ? 2 : 0))
  const onShare = (share: LinearLists) => squaredHingeSolver(share, pairs, roughly(options), runtime)
  const short = shortcuts(lists, { spec: () => loss, draws: bend, from: 'many lists' }, runtime, onShare)
  return yield* smoothSolver(lists, { steps: 'newton', loss }, options, short)
}
