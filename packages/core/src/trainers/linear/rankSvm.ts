/**
 * RankSVM: hinges, plain or squared, over the pairs of a list with different labels. Squared hinges are minimised by L-BFGS along
 * a sampled curvature (see shortcuts.ts), or where the features are many and the rows few by truncated Newton steps (Chapelle &
 * Keerthi 2010, "Efficient algorithms for ranking with SVMs"); plain ones through smoothed hinges up to a duality gap: see hingeSolver.ts.
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
import { hingeSolver } from './hingeSolver.ts'
import type { LinearLists } from './linearLists.ts'
import { linearRanker } from './linearRanker.ts'
import { convexPenaltyOptions, linearRankerOptions } from './linearRankerOptions.ts'
import { type LinearSolver, type SolverOptions, smoothSolver } from './linearSolver.ts'
import { marginPairs } from './pairDraws.ts'
import { roughly, shortcuts } from './shortcuts.ts'
import type { LinearRankerData } from './startModel.ts'
import { usualPenalty } from './usualPenalty.ts'

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

/** The default penalty, as a share of the penalty scale; docs/decisions/default-options.md has the measurements. */
const shares = { squared: 0.05, plain: 0.01 } as const

export const rankSvmOptions = {
  ...linearRankerOptions,
  tolerance: {
    ...linearRankerOptions.tolerance,
    doc: 'Ends the iterations: squared hinge, as for the other methods; plain hinge, the duality gap relative to the objective, or to what zero weights leave to gain if that is less.',
  },
  ...convexPenaltyOptions(
    {
      says: `${shares.squared} (plain hinges: ${shares.plain})`,
      of: ({ hinge }) => (hinge === 'plain' ? shares.plain : shares.squared),
    },
    { says: ', for squared hinges and', of: ({ hinge }) => hinge === 'squared' },
  ),
  ...lossOptions,
} as const satisfies OptionTable

export type RankSvmTrainerOptions = OptionsOf<typeof rankSvmOptions> & LinearRankerData

export function* rankSvm(
  lists: TrainingLists,
  { valid, start, ...given }: RankSvmTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const known = resolveOptions(rankSvmOptions, given)
  const { hinge, pairs } = known
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'ranksvm',
      loss: lossWith(known),
      known,
      optionsOn: (facts) => resolveOptionsOn(rankSvmOptions, given, facts),
      share: shares[hinge],
      given: givenOptions(rankSvmOptions, given),
      own: { hinge, pairs },
      needsPenalty: hinge === 'plain',
      solver: (mapped, searched, on) => (hinge === 'plain' ? hingeSolver : squaredHingeSolver)(mapped, pairs, searched, on),
    },
    runtime,
  )
}

export const rankSvmUsual: UsualOptionsOf = function* (lists, given, runtime = plainRuntime) {
  const known = resolveUncheckedOptions(rankSvmOptions, given)
  return yield* usualPenalty(lists, known, lossWith(known), shares[known.hinge], runtime)
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
  const short = shortcuts(lists, { spec: () => loss, draws: bend, from: 'many lists' }, options, runtime, onShare)
  return yield* smoothSolver(lists, { steps: 'newton', loss }, options, short)
}
