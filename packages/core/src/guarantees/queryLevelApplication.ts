/** What each query-level theorem asks of a model and takes from it. */

import type { Constant as LossConstant } from '../losses/loss.ts'
import type { TrainedCommon } from '../models/common/modelCommon.ts'
import { namedOption } from '../problems/namedOption.ts'
import { bound } from '../theory/bound.ts'
import type { BoundedLoss } from '../theory/boundedLoss.ts'
import { theoryLambda } from '../theory/queryLevelExpected.ts'
import { shown } from '../theory/shown.ts'
import { gradientSteps } from '../trainers/linear/gradientSteps.ts'
import { greatestGap } from '../trainers/linear/linearSolver.ts'
import type { Assumption, Constant } from './certificate.ts'
import type { FeatureReach, LossOnLists, TrainingSample, WeightRadius } from './certifiedSetting.ts'
import { fixedBefore } from './fixedBefore.ts'
import type { TheoremOptions } from './theoremStatements.ts'

export const queryLevelTheorems = [
  'q-martingale',
  'q-ogd',
  'q-ogd-smooth',
  'q-t5',
  'q-eq8',
  'q-t6',
  'q-t9',
  'q-t9-excess',
  'q-t12',
  'q-t12-excess',
  'q-t17',
  'q-t17-excess',
  'q-cw',
] as const
export type QueryLevelTheorem = (typeof queryLevelTheorems)[number]
/** Those that are formulas of constants. */
export type FormulaTheorem = Exclude<QueryLevelTheorem, 'q-martingale'>

/** A model, and what is known of it and its training lists. */
export interface QueryLevelCase {
  readonly model: TrainedCommon
  readonly weights: Float64Array
  readonly surrogate: BoundedLoss
  readonly sample: TrainingSample
  readonly weightRadius: WeightRadius
  /** In the dual norms of the L2 and the L1 ball. */
  readonly reach: { readonly l2: FeatureReach; readonly inf: FeatureReach }
  readonly options: TheoremOptions
}

/** What a theorem takes from the case, beyond what all take. */
export interface Application {
  readonly inputs: Readonly<Record<string, Constant>>
  readonly assumptions: readonly Assumption[]
  /** How far from the minimum training may have ended. */
  readonly optimisation?: number
}

/** What goes into the theorem, or why it does not apply. */
export function applyTheorem(theorem: FormulaTheorem, about: QueryLevelCase, loss: LossOnLists): Application | string {
  const { model, surrogate, weightRadius, sample, options } = about
  const chosen = (constant: LossConstant): Constant => ({
    value: options.printed ? (constant.printed ?? constant.value) : constant.value,
    origin: options.printed && constant.printed !== undefined ? 'as printed in the paper' : constant.origin,
  })
  const G = chosen(loss.constants.lipschitz)
  const H = loss.constants.smoothness && chosen(loss.constants.smoothness)
  const empirical: Constant = { value: sample.empirical, origin: 'mean loss of the training lists' }
  const best: Constant = { value: 0, origin: 'not known: the bound is on the excess over it' }
  const convex: Assumption = { text: `${surrogate.loss.name} is convex in the scores.`, holds: surrogate.loss.convex }
  switch (theorem) {
    case 'q-ogd':
      return fixedStep(about, loss, convex)
    case 'q-ogd-smooth':
      return smoothFixedStep(about, loss, convex)
    case 'q-t5':
      if (model.method !== 'ogd') return `It is about online gradient descent; the model was trained by ${model.method}.`
      if (model.options['step'] !== 'theory')
        return `It needs the step of the theory; the model was trained with step ${model.options['step']}.`
      return { inputs: { G, best }, assumptions: [convex, onePass(model)] }
    case 'q-eq8':
      if (model.method !== 'ogd') return `It is about online gradient descent; the model was trained by ${model.method}.`
      if (model.options['step'] !== 'smooth')
        return `It needs the smooth step (7); the model was trained with step ${model.options['step']}.`
      if (typeof model.options['leastLoss'] !== 'number')
        return 'It needs a least loss that was given for the step; here it was guessed by doubling.'
      if (H === undefined) return `${surrogate.loss.name} is not smooth.`
      return {
        inputs: { H, best: { value: model.options['leastLoss'], origin: 'the least loss that the step was made for' } },
        assumptions: [convex, onePass(model), leastLossAssumption(model.options['leastLoss'], about, loss)],
      }
    case 'q-t6':
      return regularised(about, G, best, convex)
    case 'q-t9':
      return { inputs: { G, empirical }, assumptions: weightRadius.ball === 'l1' ? [nested] : [] }
    case 'q-t9-excess':
      return minimiser(about, { G, best }, 'l2')
    case 'q-t12':
      if (weightRadius.ball !== 'l1') return 'It is about weights in an L1 ball.'
      return { inputs: { G, empirical, d: dimension(about) }, assumptions: [] }
    case 'q-t12-excess':
      return minimiser(about, { G, best, d: dimension(about) }, 'l1')
    case 'q-t17-excess':
      if (H === undefined) return `${surrogate.loss.name} is not smooth.`
      if (sample.n < 3) return 'It needs at least three lists.'
      if (options.printed)
        return `The printed formula loses the least loss in the ball, see the errata; leave out ${namedOption('printed')}.`
      return smoothMinimiser(about, H, loss)
    case 'q-t17':
      if (H === undefined) return `${surrogate.loss.name} is not smooth.`
      if (sample.n < 3) return 'It needs at least three lists.'
      return { inputs: { H, empirical }, assumptions: weightRadius.ball === 'l1' ? [nested] : [] }
    case 'q-cw':
      return { inputs: { G2: chosen(loss.constants.lipschitzL2), empirical }, assumptions: weightRadius.ball === 'l1' ? [nested] : [] }
  }
}

/** The sharper Theorem 5, for steps of one length whatever it is. */
function fixedStep({ model, sample, weightRadius, reach }: QueryLevelCase, loss: LossOnLists, convex: Assumption): Application | string {
  const eta = stepLength({ model, sample, weightRadius, reach }, loss)
  if (typeof eta === 'string') return eta
  const { lipschitz } = loss.constants
  const best: Constant = { value: 0, origin: 'not known: the bound is on the excess over it' }
  const G = { value: lipschitz.value, origin: lipschitz.origin }
  return { inputs: { G, best, ...(eta.value > 0 && { eta }) }, assumptions: [convex, onePass(model)] }
}

/** The sharper (8). */
function smoothFixedStep(about: QueryLevelCase, loss: LossOnLists, convex: Assumption): Application | string {
  const { model, sample, weightRadius, reach, surrogate } = about
  const eta = stepLength({ model, sample, weightRadius, reach }, loss)
  if (typeof eta === 'string') return eta
  const { smoothness } = loss.constants
  const { leastLoss } = model.options
  if (smoothness === undefined) return `${surrogate.loss.name} is not smooth.`
  if (typeof leastLoss !== 'number') return `It needs a least loss that was given for the step (${namedOption('leastLoss', 'train')}).`
  if (eta.value * smoothness.value * reach.l2.value ** 2 >= 1) return 'It needs steps shorter than 1/(H R²).'
  return {
    inputs: {
      H: { value: smoothness.value, origin: smoothness.origin },
      best: { value: leastLoss, origin: 'the least loss that the step was made for' },
      ...(eta.value > 0 && { eta }),
    },
    assumptions: [convex, onePass(model), leastLossAssumption(leastLoss, about, loss)],
  }
}

/** No weights of the ball lose less than scores that are all equal by more than G W R, list by list. */
function leastLossAssumption(leastLoss: number, { sample, weightRadius, reach }: QueryLevelCase, { constants }: LossOnLists): Assumption {
  const text = `Some weights of the ball have an expected loss of at most ${leastLoss}`
  const least = sample.equalScores - constants.lipschitz.value * weightRadius.value * reach.l2.value
  if (leastLoss >= least) return { text: `${text}.`, holds: 'unknown' }
  return { text: `${text} (on the training lists none has less than ${shown(least)}; train with a larger radius).`, holds: false }
}

/** The length of all steps of online gradient descent, or why there is none. */
function stepLength(
  { model, sample, weightRadius, reach }: Pick<QueryLevelCase, 'model' | 'sample' | 'weightRadius' | 'reach'>,
  { constants }: LossOnLists,
): Constant | string {
  if (model.method !== 'ogd') return `It is about online gradient descent; the model was trained by ${model.method}.`
  const { step, leastLoss } = model.options
  if (typeof step === 'number') return { value: step, origin: 'the step, given by hand' }
  if (step === 'smooth' && leastLoss === undefined)
    return 'It needs steps of one length; the smooth step with a guessed least loss changes it.'
  const rule = { step: step as 'theory' | 'sharp' | 'smooth', ...(typeof leastLoss === 'number' && { leastLoss }) }
  const setting = { constants, n: sample.n, heaviest: 1, radius: weightRadius.value, reach: reach.l2.value }
  return { value: gradientSteps(rule, setting)(0), origin: `the length of the step ${step}` }
}

const nested: Assumption = { text: 'The L1 ball lies in the L2 ball of the same radius.', holds: true }
function onePass({ training }: TrainedCommon): Assumption {
  const text = 'Each list was used once, the result is the average of all weights, and training started at zero weights'
  if (training.start === undefined) return { text: `${text}: that is how this trainer works.`, holds: true }
  return { text: `${text} (it started from another model, ${training.start.slice(0, 8)}).`, holds: false }
}

function dimension({ weights }: QueryLevelCase): Constant {
  return { value: weights.length, origin: 'features' }
}

/** Theorem 6, with the λ that was used; where that is the theory's, as printed. */
function regularised(about: QueryLevelCase, G: Constant, best: Constant, convex: Assumption): Application | string {
  const { model, weightRadius, sample, reach } = about
  const { lambda } = model.options
  if (model.method === 'ogd') return 'It is about minimisers with a penalty; the model was trained by online gradient descent.'
  if (typeof lambda !== 'number' || lambda <= 0) return 'It is about minimisers with a penalty; lambda is 0.'
  if (!convex.holds) return 'It is about convex losses.'
  if (weightRadius.ball !== 'l2') return 'It is about weights in an L2 ball.'
  const theory = theoryLambda({ G: G.value, W: weightRadius.value, R: reach.l2.value, n: sample.n })
  const isTheory = Math.abs(lambda - theory) <= 1e-9 * theory
  return {
    inputs: {
      G,
      best,
      ...(!isTheory && { lambda: { value: lambda, origin: `used in training; the theory’s would be ${Number(theory.toPrecision(4))}` } }),
    },
    assumptions: [convex, ...penaltyAssumptions(about, isTheory), reached(model)],
  }
}

/** When the penalty was chosen; if it takes the place of the ball, the radius covers it. */
function penaltyAssumptions({ model, weightRadius }: QueryLevelCase, isTheory: boolean): readonly Assumption[] {
  if (isTheory) return [{ text: 'The penalty lambda is the one of the theory.', holds: true }]
  if (weightRadius.by === 'lambda') return []
  const { tried, assumption } = fixedBefore(model, 'lambda', 'The penalty lambda')
  if (tried === 1) return [assumption]
  return [{ text: 'The penalty lambda was fixed before the training lists were seen (it was tuned).', holds: false }]
}

/** The second halves: the model has to be the minimiser over the ball, up to a known gap. */
function minimiser(
  { model, weightRadius, surrogate, sample }: QueryLevelCase,
  inputs: Readonly<Record<string, Constant>>,
  ball: 'l1' | 'l2',
): Application | string {
  const { lambda } = model.options
  if (model.method === 'ogd') return 'Its second half is about minimisers; the model was trained by online gradient descent.'
  if (weightRadius.by !== 'ball' || (typeof lambda === 'number' && lambda > 0))
    return 'Its second half is about minimisers over a ball without a penalty.'
  if (weightRadius.ball !== ball) return `Its second half is about minimisers over the ${ball.toUpperCase()} ball.`
  if (!surrogate.loss.convex) return `Whether the least loss was found is not known: ${surrogate.loss.name} is not convex.`
  const { optimality, objective } = model.training
  return { inputs, assumptions: [], optimisation: greatestGap(optimality, objective, sample.equalScores) }
}

/**
 * Theorem 17's second half grows with the least loss L* in the ball, which is not known. But L* is at most the loss of the model,
 * which the first half bounds on the very draws that the second half speaks of.
 */
function smoothMinimiser(about: QueryLevelCase, H: Constant, loss: LossOnLists): Application | string {
  const found = minimiser(about, {}, 'l2')
  if (typeof found === 'string') return found
  const { weightRadius, reach, sample, options } = about
  const inputs = {
    H: H.value,
    W: weightRadius.value,
    R: reach.l2.value,
    B: loss.ceiling.value,
    m: sample.longestList,
    n: sample.n,
    delta: options.delta / weightRadius.tried / 2,
    empirical: sample.empirical,
  }
  if (!Object.values(inputs).every(Number.isFinite)) return 'Its first half does not hold: a constant is not finite.'
  const most = Math.min(bound('q-t17', inputs).value, loss.ceiling.value)
  return {
    inputs: {
      H,
      best: { value: most, origin: 'the least loss is at most that of the model, which Theorem 17 bounds on the same draws' },
      gap: { value: found.optimisation ?? 0, origin: 'how far training may have ended from the minimum' },
    },
    assumptions: found.assumptions,
  }
}

/** Below this, the relative gradient or gap counts as a minimum. */
const closeEnough = 1e-3

function reached({ training: { optimality } }: TrainedCommon): Assumption {
  return { text: `The model is the minimiser (it ended at ${optimality.toExponential(1)} from optimal).`, holds: optimality <= closeEnough }
}
