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
import { parseMetric } from '../../metrics/metricName.ts'
import type { OptionValue, TunedOption } from '../../models/common/modelCommon.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { unlessValidated } from '../../options/defaultRule.ts'
import type { OptionsOf, OptionTable, ResolvedOn } from '../../options/optionTable.ts'
import { refuseOption } from '../../options/refuseOption.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { earlyStopOptions, featureMapOptions, iterationOptions } from '../../options/sharedOptions.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import type { HeldLists, TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { chooseOn } from '../common/chooseOn.ts'
import { featureMapChoice, recordedMapOptions } from '../common/featureMapChoice.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireWeight } from '../common/requirements.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { heldTrainingRecord, sameDataNotes } from '../common/trainingRecord.ts'
import { type Validation, validationOf } from '../common/validation.ts'
import { directSolver } from './leastSquaresDirect.ts'
import { iterativeSolver } from './leastSquaresIterative.ts'
import type { LeastSquaresFit, LeastSquaresProblem, LeastSquaresSolver } from './leastSquaresProblem.ts'

export const leastSquaresOptions = {
  ...featureMapOptions,
  lambda: { kind: 'number', default: unlessValidated(0.01), atLeast: 0, doc: 'Weight of the penalty ‖w‖².' },
  ...earlyStopOptions,
  solver: {
    kind: 'choice',
    default: 'auto',
    of: ['auto', 'direct', 'iterative'],
    doc: 'Normal equations or conjugate gradients; auto iterates on sparse and very wide features.',
  },
  ...iterationOptions,
} as const satisfies OptionTable

export type LeastSquaresOptions = OptionsOf<typeof leastSquaresOptions> & { readonly valid?: TrainingLists }

/** What is tried on validation data, from the strongest penalty down. */
const lambdaGrid: readonly number[] = [100, 10, 1, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8]

/** More features than this are never put into normal equations, whose matrix has the square of that many entries. */
const directAtMost = 8192
const directByItself = 2048

export function* leastSquares(
  data: TrainingLists,
  { valid: validData, ...options }: LeastSquaresOptions = {},
  runtime: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel>> {
  const resolved = resolveOptionsOn(leastSquaresOptions, options, { valid: validData !== undefined })
  const given = givenOptions(leastSquaresOptions, options)
  const { earlyStop } = resolved
  parseMetric(earlyStop) // a name that is not one should not cost a whole fit
  const { compute } = runtime
  const mark = compute.mark()
  try {
    const lists = heldBy(data, runtime)
    const valid = validData && heldBy(validData, runtime)
    yield* requireWeight(lists)
    const method = solverFor(resolved.solver, lists)
    refuseIdleOptions(given, method, valid)
    const map = yield* fittedMap(lists, featureMapChoice(resolved))
    const means = yield* lists.ask('mappedMeans', { map })
    const problem: LeastSquaresProblem = { lists, map, means }
    const solver = yield* method === 'direct' ? directSolver(problem, runtime) : iterativeSolver(problem, resolved, runtime)
    const chosen =
      resolved.lambda === undefined && valid !== undefined
        ? yield* chooseLambda(solver, yield* validationOf(valid, map, featuresOf(lists), earlyStop))
        : { fit: yield* solver.solve(resolved.lambda!), tuned: [], notes: [] }
    const { fit, objective, optimality } = yield* solver.polish(chosen.fit)
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
        { given, tuned: chosen.tuned, iterations: fit.iterations, objective, optimality },
        runtime,
      ),
    }
    const notes = [...chosen.notes, ...sameDataNotes(model.training)]
    if (method === 'iterative' && fit.iterations >= resolved.iterations) {
      notes.push(
        `stopped after ${fit.iterations} iterations at a relative gradient of ${optimality.toExponential(1)}; allow more with iterations`,
      )
    }
    return { model, iterations: fit.iterations, objective, optimality, notes }
  } finally {
    compute.release(mark)
  }
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
    if (given.includes(option) && method === 'direct') refuseOption(option, 'solver iterative')
  }
  if (!given.includes('earlyStop')) return
  if (valid === undefined) refuseOption('earlyStop', 'validation data')
  if (given.includes('lambda')) refuseOption('earlyStop', 'no lambda')
}

/** The options as they took effect. */
function effectiveOptions(
  { earlyStop, iterations, tolerance }: ResolvedOn<typeof leastSquaresOptions>,
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
  }
}

/** The penalty whose fit orders the validation data best; of equally good ones the strongest. */
function* chooseLambda(
  solver: LeastSquaresSolver,
  { metric, notes, measure }: Validation,
): Training<{ fit: LeastSquaresFit; tuned: readonly TunedOption[]; notes: readonly string[] }> {
  let last: LeastSquaresFit | undefined
  const chosen = yield* chooseOn({ option: 'lambda', on: 'valid', metric }, lambdaGrid, function* (lambda) {
    last = yield* solver.solve(lambda, last)
    return { measured: yield* measure(last.weights), kept: last }
  })
  return { fit: chosen.kept, tuned: [chosen.tuned], notes: [...notes, ...chosen.notes] }
}
