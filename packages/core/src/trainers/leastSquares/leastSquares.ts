/**
 * Least squares on the grades: the pointwise linear baseline. With φ the bounded feature map and ω the weight of a row's
 * list it minimises
 *
 *   F(w, b) = Σ ωᵢ (yᵢ − w · φ(xᵢ) − b)² / Σ ωᵢ + λ ‖w‖²,
 *
 * which has a closed form. Dense features: normal equations and Cholesky. Sparse or very wide ones: conjugate gradients, at
 * the cost of the stored values.
 */

import type { FeatureMap } from '../../data/features/featureMap.ts'
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import type { TunedOption } from '../../models/common/modelCommon.ts'
import type { OptionValue } from '../../models/common/optionValue.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { twoDigits } from '../../numeric/twoDigits.ts'
import { byData } from '../../options/defaultRule.ts'
import type { OptionsOf, OptionTable, ResolvedOn } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptions, resolveOptionsOn, resolveUncheckedOptions } from '../../options/resolveOptions.ts'
import { earlyStopOptions, featureMapOptions, iterationOptions, seedOptions } from '../../options/sharedOptions.ts'
import { namedOption } from '../../problems/namedOption.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import type { HeldLists, TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { chooseOn } from '../common/chooseOn.ts'
import { featureMapChoice, recordedMapOptions } from '../common/featureMapChoice.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { penaltyGrid } from '../common/penaltyGrid.ts'
import { requireFinite } from '../common/requireFinite.ts'
import { requireSquares, requireWeight, sizeOf } from '../common/requirements.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { heldTrainingRecord, sameDataNotes } from '../common/trainingRecord.ts'
import type { UsualOptionsOf } from '../common/usualOptions.ts'
import { type Validation, validationOf } from '../common/validation.ts'
import { CLOSE } from '../linear/endNotes.ts'
import { directSolver } from './leastSquaresDirect.ts'
import { iterativeSolver } from './leastSquaresIterative.ts'
import type { LeastSquaresFit, LeastSquaresProblem, LeastSquaresSolver } from './leastSquaresProblem.ts'

/** The default penalty as a multiple of that; docs/decisions/default-options.md has the measurements. */
const PER_ROW = 20

/** What the default penalty follows from. */
export interface LeastSquaresFacts {
  readonly valid: boolean
  /** The sum of the variances of the mapped features / rows: the more rows there are, the less a fit needs to be held back. */
  readonly variancePerRow: number
}

export const leastSquaresOptions = {
  ...featureMapOptions,
  lambda: {
    kind: 'number',
    default: byData(
      `${PER_ROW} × the sum of the variances of the mapped features / rows; with validation data, chosen on it`,
      (_, { valid, variancePerRow }: LeastSquaresFacts) => (valid ? undefined : twoDigits(PER_ROW * variancePerRow)),
    ),
    atLeast: 0,
    doc: 'Weight of the penalty ‖w‖².',
  },
  ...earlyStopOptions,
  solver: {
    kind: 'choice',
    default: 'auto',
    of: ['auto', 'direct', 'iterative'],
    doc: 'Normal equations or conjugate gradients; auto iterates on sparse and very wide features.',
  },
  ...iterationOptions,
  ...seedOptions,
} as const satisfies OptionTable

export type LeastSquaresOptions = OptionsOf<typeof leastSquaresOptions> & { readonly valid?: TrainingLists }

/** More features than this are never put into normal equations, whose matrix has the square of that many entries. */
const directAtMost = 8192
const directByItself = 2048

export function* leastSquares(
  data: TrainingLists,
  { valid: validData, ...options }: LeastSquaresOptions = {},
  shared: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const runtime = besideOthers(shared)
  const known = resolveOptions(leastSquaresOptions, options)
  const given = givenOptions(leastSquaresOptions, options)
  const { earlyStop } = known
  metricToChooseBy('earlyStop', earlyStop) // a name that is not one should not cost a whole fit
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const lists = heldBy(data, runtime)
    const valid = validData && heldBy(validData, runtime)
    yield* requireWeight(lists)
    requireSquares(yield* sizeOf(lists))
    const method = solverFor(known.solver, lists)
    refuseIdleOptions(given, method, valid)
    const map = yield* fittedMap(lists, featureMapChoice(known))
    const means = yield* lists.ask('mappedMeans', { map })
    const problem: LeastSquaresProblem = { lists, map, means }
    const solver = yield* method === 'direct' ? directSolver(problem, runtime) : iterativeSolver(problem, known, runtime)
    const variancePerRow = yield* variancePerRowOf(solver, lists)
    const resolved = resolveOptionsOn(leastSquaresOptions, options, { valid: valid !== undefined, variancePerRow })
    const chosen =
      resolved.lambda === undefined && valid !== undefined
        ? yield* chooseLambda(solver, penaltyGrid(PER_ROW * variancePerRow), yield* validationOf(valid, map, featuresOf(lists), earlyStop))
        : { fit: yield* solver.solve(resolved.lambda!), tuned: [], notes: [] }
    const { fit, objective, optimality } = yield* solver.polish(chosen.fit)
    requireFinite({ weights: fit.weights, objective })
    const model: LinearModel = {
      kind: 'linear',
      method: 'least-squares',
      options: effectiveOptions(resolved, map, method, fit.lambda, chosen.tuned.length > 0),
      features: featuresOf(lists),
      featureMap: map,
      weights: fit.weights.slice(),
      intercept: fit.intercept,
      training: yield* heldTrainingRecord(
        lists,
        valid,
        {
          given,
          ...(chosen.tuned.length === 0 && !given.includes('lambda') && { fitted: ['lambda'] }),
          tuned: chosen.tuned,
          iterations: fit.iterations,
          objective,
          optimality,
        },
        runtime,
      ),
    }
    const notes = [...chosen.notes, ...sameDataNotes(model.training)]
    if (method === 'iterative' && fit.iterations >= resolved.iterations) {
      notes.push(
        `stopped after ${fit.iterations} iterations at a relative gradient of ${optimality.toExponential(1)}; allow more with ${namedOption('iterations')}`,
      )
    } else if (optimality > CLOSE) {
      notes.push(
        `the weights are at ${optimality.toExponential(1)} from optimal: rounding hides what is left to gain where features depend on each other; a greater lambda helps, or features of similar size (scale min-max or standard)`,
      )
    }
    return { model, iterations: fit.iterations, objective, optimality, notes }
  } finally {
    compute.release(mark)
  }
}

export const leastSquaresUsual: UsualOptionsOf = function* (data, given, shared = plainRuntime) {
  const runtime = besideOthers(shared)
  const known = resolveUncheckedOptions(leastSquaresOptions, given)
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const lists = heldBy(data, runtime)
    const map = yield* fittedMap(lists, featureMapChoice(known))
    const problem: LeastSquaresProblem = { lists, map, means: yield* lists.ask('mappedMeans', { map }) }
    const direct = solverFor(known.solver, lists) === 'direct'
    const solver = yield* direct ? directSolver(problem, runtime) : iterativeSolver(problem, known, runtime)
    return { lambda: twoDigits(PER_ROW * (yield* variancePerRowOf(solver, lists))) }
  } finally {
    compute.release(mark)
  }
}

function* variancePerRowOf({ featureVariance }: LeastSquaresSolver, lists: HeldLists): Training<number> {
  const { rows } = yield* sizeOf(lists)
  const each = featureVariance / rows
  return each > 0 && each < Number.POSITIVE_INFINITY ? each : 1 // where features do not vary, every penalty has the same effect
}

function solverFor(wanted: 'auto' | 'direct' | 'iterative', { layout, width }: HeldLists): 'direct' | 'iterative' {
  if (wanted === 'auto') return layout === 'sparse' || width > directByItself ? 'iterative' : 'direct'
  if (wanted === 'direct' && width > directAtMost) {
    const allowed = `iterative for more than ${directAtMost} features (there are ${width})`
    throw new RankwrightError({ area: 'option', code: 'option-out-of-range', option: 'solver', found: wanted, allowed })
  }
  return wanted
}

function refuseIdleOptions(given: readonly string[], method: 'direct' | 'iterative', valid: HeldLists | undefined): void {
  for (const option of ['iterations', 'tolerance']) {
    if (given.includes(option) && method === 'direct') refuseOption(option, namedOption({ solver: 'iterative' }))
  }
  if (!given.includes('earlyStop')) return
  if (valid === undefined) refuseOption('earlyStop', 'validation data')
  if (given.includes('lambda')) refuseOption('earlyStop', `no ${namedOption('lambda')}`)
}

/** The options as they took effect. */
function effectiveOptions(
  { earlyStop, iterations, tolerance, seed }: ResolvedOn<typeof leastSquaresOptions>,
  map: FeatureMap,
  solver: 'direct' | 'iterative',
  lambda: number,
  tuned: boolean,
): Record<string, OptionValue> {
  return {
    ...recordedMapOptions(map),
    lambda,
    ...(tuned && { earlyStop }),
    solver,
    ...(solver === 'iterative' && { iterations, tolerance }),
    seed,
  }
}

/** The penalty whose fit orders the validation data best; of equally good ones the strongest. */
function* chooseLambda(
  solver: LeastSquaresSolver,
  grid: readonly number[],
  { metric, notes, measure }: Validation,
): Training<{ fit: LeastSquaresFit; tuned: readonly TunedOption[]; notes: readonly string[] }> {
  let last: LeastSquaresFit | undefined
  const chosen = yield* chooseOn({ option: 'lambda', on: 'valid', metric, triedFrom: 'fitted' }, grid, function* (lambda) {
    last = yield* solver.solve(lambda, last)
    return { measured: yield* measure(last.weights), kept: last }
  })
  return { fit: chosen.kept, tuned: [chosen.tuned], notes: [...notes, ...chosen.notes] }
}
