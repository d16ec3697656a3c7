/**
 * Smoothed DCG, which is not convex: the search starts from the minimiser of ListNet under the same penalty, unless there is a
 * start model, and ends in a minimum near it. See losses/smoothedDcg.ts.
 *
 * Along a path of penalties it starts from where the last one ended if that is better. It need not be: under a strong penalty all weights
 * go to 0, which above one place is a point without slope under every penalty.
 *
 * With a cutoff above 1 the loss has kinks wherever two scores tie, and minima lie on kinks: the gradient there does not vanish, and
 * line searches along it find next to nothing. Such a search ends when the objective hardly falls any more.
 */
import type { ListLossSpec } from '../../losses/lossSpec.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { nextStep } from '../../numeric/optimisers/objective.ts'
import type { OptionsOf, OptionTable, Resolved } from '../../options/optionTable.ts'
import { givenOptions, resolveOptions, resolveOptionsOn, resolveUncheckedOptions } from '../../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { lossFrom } from '../common/certifiedLoss.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import type { UsualOptionsOf } from '../common/usualOptions.ts'
import type { LinearLists } from './linearLists.ts'
import { linearRanker } from './linearRanker.ts'
import { linearRankerOptions, penaltyOptions } from './linearRankerOptions.ts'
import { type LinearSolver, type SolverOptions, smoothSolver, solved } from './linearSolver.ts'
import { listNetSolver } from './listNet.ts'
import type { LinearRankerData } from './startModel.ts'
import { usualPenalty } from './usualPenalty.ts'

/** What the loss depends on. */
const lossOptions = {
  sigma: { kind: 'number', default: 1, above: 0, doc: 'Width of the smoothing: small is close to DCG and hard to optimise.' },
  cutoff: {
    kind: 'integer',
    default: 10,
    atLeast: 1,
    doc: 'Places of the ranking that count. Only for 1 is the loss smooth and are the query-level bounds independent of the length of the lists.',
  },
} as const satisfies OptionTable

export const smoothedDcgLoss = lossFrom(lossOptions, lossWith)

function lossWith({ sigma, cutoff }: Resolved<typeof lossOptions>): ListLossSpec {
  return { loss: 'smoothed-dcg', sigma, cutoff }
}

/** The default penalty, as a share of the penalty scale; docs/decisions/default-options.md has the measurements. */
const SHARE = 3e-5

export const smoothedDcgOptions = {
  ...linearRankerOptions,
  ...penaltyOptions(SHARE),
  ...lossOptions,
} as const satisfies OptionTable

export type SmoothedDcgTrainerOptions = OptionsOf<typeof smoothedDcgOptions> & LinearRankerData

export function* smoothedDcg(
  lists: TrainingLists,
  { valid, start, ...given }: SmoothedDcgTrainerOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const known = resolveOptions(smoothedDcgOptions, given)
  const { sigma, cutoff } = known
  return yield* linearRanker(
    lists,
    { ...(valid && { valid }), ...(start && { start }) },
    {
      method: 'smoothed-dcg',
      loss: lossWith(known),
      known,
      optionsOn: (facts) => resolveOptionsOn(smoothedDcgOptions, given, facts),
      share: SHARE,
      given: givenOptions(smoothedDcgOptions, given),
      own: { sigma, cutoff },
      solver: (mapped, searched, on) => smoothedDcgSolver(mapped, { ...known, ...searched }, start !== undefined, on),
    },
    runtime,
  )
}

export const smoothedDcgUsual: UsualOptionsOf = function* (lists, given, runtime = plainRuntime) {
  const known = resolveUncheckedOptions(smoothedDcgOptions, given)
  return yield* usualPenalty(lists, known, lossWith(known), SHARE, runtime)
}

function* smoothedDcgSolver(
  lists: LinearLists,
  options: SolverOptions & { readonly sigma: number; readonly cutoff: number },
  startGiven: boolean,
  runtime: Runtime,
): Training<LinearSolver> {
  const smooth = yield* smoothSolver(lists, { steps: 'quasi-newton', loss: lossWith(options) }, options)
  const solver = options.cutoff === 1 ? smooth : untilStalled(smooth)
  if (startGiven) return solver
  const first = yield* listNetSolver(lists, { ...options, iterations: 50, tolerance: 1e-3 }, runtime)
  let listNet: Float64Array = new Float64Array(lists.width)
  return {
    ...solver,
    *solve(penalty, start) {
      listNet = yield* solved(first, penalty, listNet)
      const last = yield* solver.assess(penalty, start)
      const fresh = yield* solver.assess(penalty, listNet)
      return yield* solver.solve(penalty, last.objective < fresh.objective ? start : listNet)
    },
  }
}

/** Iterations over which the objective has to fall by this share of itself. */
const STALL_WINDOW = 5
const STALL_SHARE = 1e-5

function untilStalled(solver: LinearSolver): LinearSolver {
  return {
    ...solver,
    *solve(penalty, start) {
      const values: number[] = []
      const steps = solver.solve(penalty, start)
      for (;;) {
        const step = yield* nextStep(steps)
        if (step.done) return step.value
        const { iteration, value } = step.value
        yield step.value
        values.push(value)
        const before = values.at(-1 - STALL_WINDOW)
        if (before === undefined || before - value > STALL_SHARE * Math.abs(value)) continue
        const weights = solver.standing.slice()
        const { objective, optimality } = yield* solver.assess(penalty, weights)
        return { weights, objective, optimality, iterations: iteration, ended: 'kinks' }
      }
    },
  }
}
