/**
 * RankRLS: the function in the space of a kernel with the least squared error over pairs of items. With φ the bounded feature map,
 * ω the weight of a list and m the number of its items it minimises
 *
 *   F(f) = Σ_q ω_q/Ω · 1/m_q² Σ_{j,k} (yⱼ − yₖ − (f(xⱼ) − f(xₖ)))² + λ ‖f‖²,
 *
 * pairs being taken within lists, or, with global centring, among all rows as if they were one list. Pahikkala et al. 2009, "An
 * efficient algorithm for learning to rank from preference graphs".
 */
import { metricToChooseBy } from '../../metrics/metricToChooseBy.ts'
import type { OptionValue } from '../../models/common/optionValue.ts'
import type { KernelModel } from '../../models/kernel/kernel.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { givenOptions, resolveOptionsOn } from '../../options/resolveOptions.ts'
import { besideOthers, plainRuntime, type Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { TrainingLists } from '../../work/heldLists.ts'
import { heldBy } from '../../work/localLists.ts'
import { recordedMapOptions } from '../common/featureMapChoice.ts'
import { featuresOf } from '../common/featuresOf.ts'
import { requireFinite } from '../common/requireFinite.ts'
import { sizeOf } from '../common/requirements.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { trainingFacts } from '../common/trainingFacts.ts'
import { heldTrainingRecord, sameDataNotes } from '../common/trainingRecord.ts'
import { type ChosenLambda, chooseLambda } from './chooseLambda.ts'
import { kernelPosterior } from './kernelPosterior.ts'
import { type PreparedFit, preparedFit } from './preparedFit.ts'
import { type RankRlsOptions, type ResolvedRankRlsOptions, rankRlsOptions, refuseIdleOptions } from './rankRlsOptions.ts'
import { interceptOf } from './solvers/rankRlsProblem.ts'

export function* rankRls(
  data: TrainingLists,
  { valid: validData, ...options }: RankRlsOptions = {},
  shared: Runtime = plainRuntime,
): Training<TrainerResult<LinearModel | KernelModel>> {
  const runtime = besideOthers(shared)
  const lists = heldBy(data, runtime)
  const valid = validData && heldBy(validData, runtime)
  const { rows } = yield* lists.ask('summary', {})
  const resolved = resolveOptionsOn(rankRlsOptions, options, trainingFacts(rows, valid))
  const given = givenOptions(rankRlsOptions, options)
  const { earlyStop } = resolved
  yield* sizeOf(lists)
  refuseIdleOptions(resolved, given, { rows, ...(valid && { valid }) })
  metricToChooseBy('earlyStop', earlyStop) // a name that is not one should not cost a whole fit

  const { compute } = runtime
  const mark = compute.mark()
  try {
    const prepared = yield* preparedFit(data, resolved, runtime)
    const { problem, kernel, space } = prepared
    const notes = [`solved ${space.solver.description}`]
    const chosen =
      typeof resolved.lambda === 'number'
        ? { lambda: resolved.lambda, tuned: [], notes: [] }
        : yield* chooseLambda(
            prepared,
            { metric: earlyStop, seed: resolved.seed, ...(resolved.lambda !== 'auto' && valid && { valid }) },
            runtime,
          )
    const fit = yield* space.solver.solve(chosen.lambda)
    const { objective, optimality, iterations } = fit
    const intercept = interceptOf(problem, fit.scores)
    const training = yield* heldTrainingRecord(lists, valid, { given, tuned: chosen.tuned, iterations, objective, optimality }, runtime)
    const common = {
      method: 'rankrls',
      options: effectiveOptions(resolved, prepared, chosen),
      features: featuresOf(lists),
      featureMap: problem.map,
      intercept,
      training,
    }
    const coefficients = fit.coefficients.slice()
    requireFinite({ weights: coefficients, objective })
    notes.push(...chosen.notes, ...sameDataNotes(training))
    if (coefficients.every((value) => value === 0))
      notes.push('all coefficients are 0: no list has items of different labels, or no feature separates them')
    const model: LinearModel | KernelModel =
      space.points === undefined || kernel.kind === 'linear'
        ? { kind: 'linear', ...common, weights: coefficients }
        : {
            kind: 'kernel',
            ...common,
            kernel,
            points: space.points,
            coefficients,
            ...(resolved.uncertainty && { posterior: yield* kernelPosterior(prepared, chosen.lambda, fit.scores) }),
          }
    return { model, iterations, objective, optimality, notes }
  } finally {
    compute.release(mark)
  }
}

/** The options as they took effect. */
function effectiveOptions(
  resolved: ResolvedRankRlsOptions,
  { problem, kernel, space }: PreparedFit,
  { lambda, tuned }: ChosenLambda,
): Record<string, OptionValue> {
  return {
    ...recordedMapOptions(problem.map),
    kernel: kernel.kind,
    ...(kernel.kind !== 'linear' && { kernelWidth: kernel.width }),
    ...(kernel.kind === 'polynomial' && { degree: kernel.degree }),
    ...(space.basis !== undefined && { basis: space.basis }),
    centre: resolved.centre,
    lambda,
    ...(tuned.some(({ on }) => on === 'valid') && { earlyStop: resolved.earlyStop }),
    solver: space.kind,
    ...(kernel.kind !== 'linear' && { seed: resolved.seed }),
  }
}
