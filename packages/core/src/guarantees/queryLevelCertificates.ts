/**
 * Which of the query-level theorems apply to a model, and what each then says. The choice is Table 1 of Tewari & Chaudhuri 2015:
 * Theorem 5 for online gradient descent, Theorem 6 for regularised minimisers, both for convex losses and in expectation; Theorems
 * 9, 12 and 17 for any weights in a ball, convex or not, and their second halves for minimisers over it.
 */
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { Constant as LossConstant } from '../losses/loss.ts'
import type { TrainedCommon } from '../models/common/modelCommon.ts'
import { isMapped, kindOf } from '../models/kinds.ts'
import type { ListModel } from '../models/model.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { bound } from '../theory/bound.ts'
import { theoryLambda } from '../theory/queryLevelExpected.ts'
import { type Assumption, type Certificate, type Constant, verdictOf } from './certificate.ts'
import {
  beforehand,
  type CertifiedLoss,
  certifiedLoss,
  type FeatureReach,
  featureReach,
  longestAssumption,
  type TrainingSample,
  trainingSample,
  type WeightRadius,
  weightRadius,
} from './certifiedSetting.ts'
import { type Surrogate, surrogateOf } from './surrogate.ts'

/** A theorem that does not apply to the model, and why. */
export interface NotApplicable {
  readonly theorem: string
  readonly reason: string
}

export interface TheoremStatements {
  readonly certificates: readonly Certificate[]
  readonly notApplicable: readonly NotApplicable[]
}

export interface TheoremOptions {
  readonly delta: number
  readonly printed: boolean
}

const theorems = ['q-t5', 'q-eq8', 'q-t6', 'q-t9', 'q-t9-excess', 'q-t12', 'q-t12-excess', 'q-t17', 'q-t17-excess', 'q-cw'] as const
type Theorem = (typeof theorems)[number]

export function queryLevelCertificates(
  model: ListModel,
  train: RankingLists | undefined,
  options: TheoremOptions,
  runtime: Runtime,
): TheoremStatements {
  const surrogate = surrogateOf(model)
  const weights = kindOf(model).certifiable?.weights?.(model)
  if (!isMapped(model) || weights === undefined || surrogate === undefined)
    return none(`${model.method} minimises no loss of whole lists, which the query-level theorems are about.`)
  if (train === undefined) return none('The training lists were not given.')
  if (train.listIds.length === 0) return none('There are no training lists.')
  const sample = trainingSample(model, surrogate, train, runtime)
  const { greatestLabel, labelRange, longestList } = sample
  const atZero = surrogate.ceiling({ greatestLabel, labelRange, longestList, scoreBound: 0 }).value
  const radius = weightRadius(model, weights, atZero)
  if (radius === undefined) {
    return none('Neither a ball nor a penalty bounds the weights. Train with a ball and a radius, or with a lambda above 0.')
  }
  const reach = { l2: featureReach(model, sample.matched, 'l2'), inf: featureReach(model, sample.matched, 'inf') }
  const statements = theorems.map((theorem) => state(theorem, { model, weights, surrogate, sample, radius, reach, options }))
  return {
    certificates: statements.filter((statement): statement is Certificate => 'verdict' in statement),
    notApplicable: statements.filter((statement): statement is NotApplicable => 'reason' in statement),
  }
}

function none(reason: string): TheoremStatements {
  return { certificates: [], notApplicable: theorems.map((theorem) => ({ theorem, reason })) }
}

interface Case {
  readonly model: TrainedCommon
  readonly weights: Float64Array
  readonly surrogate: Surrogate
  readonly sample: TrainingSample
  readonly radius: WeightRadius
  /** In the dual norms of the L2 and the L1 ball. */
  readonly reach: { readonly l2: FeatureReach; readonly inf: FeatureReach }
  readonly options: TheoremOptions
}

/** What a theorem takes from the case, beyond what all take. */
interface Application {
  readonly inputs: Readonly<Record<string, Constant>>
  readonly assumptions: readonly Assumption[]
  /** How far from the minimum training may have ended. */
  readonly optimisation?: number
}

function state(theorem: Theorem, about: Case): Certificate | NotApplicable {
  const { model, surrogate, sample, radius, options } = about
  const reach = theorem.startsWith('q-t12') ? about.reach.inf : about.reach.l2
  const loss = certifiedLoss(surrogate, sample, radius.value * reach.value)
  const application = apply(theorem, about, loss)
  if (typeof application === 'string') return { theorem, reason: application }
  const { assumptions, optimisation } = application
  const inExpectation = theorem === 'q-t5' || theorem === 'q-eq8' || theorem === 'q-t6'
  const share = options.delta / radius.tried / (theorem.endsWith('-excess') ? 2 : 1)
  const constants: Record<string, Constant> = {
    ...application.inputs,
    W: { value: radius.value, origin: radius.origin },
    R: { value: reach.value, origin: reach.origin },
    n: { value: sample.n, origin: 'training lists' },
    ...(inExpectation
      ? {}
      : {
          B: loss.ceiling,
          m: { value: sample.longestList, origin: 'longest training list' },
          delta: { value: share, origin: deltaOrigin(options.delta, radius.tried, theorem.endsWith('-excess')) },
        }),
  }
  const tooLarge = Object.entries(constants).find(([, { value }]) => !Number.isFinite(value))
  if (tooLarge !== undefined) return { theorem, reason: `${tooLarge[0]} is not finite: ${tooLarge[1].origin}.` }
  const numbers = Object.fromEntries(Object.entries(constants).map(([name, { value }]) => [name, value]))
  const computed = bound(theorem, numbers, { printed: options.printed })
  const { best, ...others } = computed.terms
  // If the bound contains a limit of the least loss, the excess is reported.
  const limited = theorem === 'q-t17-excess'
  const terms = { ...(limited ? others : computed.terms), ...(optimisation !== undefined && { optimisation }) }
  const value = computed.value - (limited ? best : 0) + (optimisation ?? 0)
  const all = [
    ...sample.assumptions,
    ...reach.assumptions,
    ...(inExpectation ? [expectedRadius(model, radius)] : radius.assumptions),
    theorem === 'q-cw' ? longestAssumption(sample) : loss.lengthAssumption,
    ...assumptions,
  ]
  const statement = sentence(theorem, surrogate.loss.name, value, sample, options.delta)
  const met = all.every(({ holds }) => holds !== false)
  return {
    theorem,
    statement: met ? statement : `Were its assumptions met: ${statement}`,
    assumptions: all,
    constants,
    terms,
    bound: value,
    side: 'below',
    trivial: loss.ceiling.value,
    delta: inExpectation ? 0 : options.delta,
    verdict: verdictOf({ bound: value, side: 'below', trivial: loss.ceiling.value }),
  }
}

function deltaOrigin(delta: number, tried: number, excess: boolean): string {
  const parts = [...(tried > 1 ? [`the ${tried} values tried`] : []), ...(excess ? ['the two inequalities it joins'] : [])]
  return parts.length === 0 ? 'given' : `${delta} divided among ${parts.join(' and ')}`
}

/** A bound on an average cannot be divided among choices: what was chosen on data is not covered. */
function expectedRadius(model: TrainedCommon, radius: WeightRadius): Assumption {
  if (radius.tried === 1) return radius.assumptions[0]
  const option = radius.by === 'ball' ? 'radius' : 'lambda'
  return {
    text: `The ${option} was fixed before the training lists were seen (it was tuned on ${model.training.tuned[0].on}).`,
    holds: false,
  }
}

/** What goes into the theorem, or why it does not apply. */
function apply(theorem: Theorem, about: Case, loss: CertifiedLoss): Application | string {
  const { model, surrogate, radius, sample, options } = about
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
        assumptions: [
          convex,
          onePass(model),
          { text: `Some weights of the ball have an expected loss of at most ${model.options['leastLoss']}.`, holds: 'unknown' },
        ],
      }
    case 'q-t6':
      return regularised(about, G, best, convex)
    case 'q-t9':
      return { inputs: { G, empirical }, assumptions: radius.ball === 'l1' ? [nested] : [] }
    case 'q-t9-excess':
      return minimiser(about, { G, best }, 'l2')
    case 'q-t12':
      if (radius.ball !== 'l1') return 'It is about weights in an L1 ball.'
      return { inputs: { G, empirical, d: dimension(about) }, assumptions: [] }
    case 'q-t12-excess':
      return minimiser(about, { G, best, d: dimension(about) }, 'l1')
    case 'q-t17-excess':
      if (H === undefined) return `${surrogate.loss.name} is not smooth.`
      if (sample.n < 3) return 'It needs at least three lists.'
      if (options.printed)
        return 'As printed it loses the least loss in the ball on the way, see the errata; without --printed it is reported.'
      return smoothMinimiser(about, H, loss)
    case 'q-t17':
      if (H === undefined) return `${surrogate.loss.name} is not smooth.`
      if (sample.n < 3) return 'It needs at least three lists.'
      return { inputs: { H, empirical }, assumptions: radius.ball === 'l1' ? [nested] : [] }
    case 'q-cw':
      return { inputs: { G2: chosen(loss.constants.lipschitzL2), empirical }, assumptions: radius.ball === 'l1' ? [nested] : [] }
  }
}

const nested: Assumption = { text: 'The L1 ball lies in the L2 ball of the same radius.', holds: true }
function onePass({ training }: TrainedCommon): Assumption {
  const text = 'Each list was met once, the average of all weights on the way was kept, and the way began at zero weights'
  if (training.start === undefined) return { text: `${text}: that is how this trainer works.`, holds: true }
  return { text: `${text} (it began at another model, ${training.start.slice(0, 8)}).`, holds: false }
}

function dimension({ weights }: Case): Constant {
  return { value: weights.length, origin: 'features' }
}

/** Theorem 6, with the λ that was used; where that is the theory's, as printed. */
function regularised(about: Case, G: Constant, best: Constant, convex: Assumption): Application | string {
  const { model, radius, sample, reach } = about
  const { lambda } = model.options
  if (model.method === 'ogd') return 'It is about minimisers with a penalty; the model was trained by online gradient descent.'
  if (typeof lambda !== 'number' || lambda <= 0) return 'It is about minimisers with a penalty; lambda is 0.'
  if (!convex.holds) return 'It is about convex losses.'
  if (radius.ball !== 'l2') return 'It is about weights in an L2 ball.'
  const theory = theoryLambda({ G: G.value, W: radius.value, R: reach.l2.value, n: sample.n })
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
function penaltyAssumptions({ model, radius }: Case, isTheory: boolean): readonly Assumption[] {
  if (isTheory) return [{ text: 'The penalty lambda is the one of the theory.', holds: true }]
  if (radius.by === 'lambda') return []
  const { tried, assumption } = beforehand(model, 'lambda', 'The penalty lambda')
  if (tried === 1) return [assumption]
  return [{ text: 'The penalty lambda was fixed before the training lists were seen (it was tuned).', holds: false }]
}

/** The second halves: the model has to be the minimiser over the ball, up to a known gap. */
function minimiser(
  { model, radius, surrogate }: Case,
  inputs: Readonly<Record<string, Constant>>,
  ball: 'l1' | 'l2',
): Application | string {
  const { lambda } = model.options
  if (model.method === 'ogd') return 'Its second half is about minimisers; the model was trained by online gradient descent.'
  if (radius.by !== 'ball' || (typeof lambda === 'number' && lambda > 0))
    return 'Its second half is about minimisers over a ball without a penalty.'
  if (radius.ball !== ball) return `Its second half is about minimisers over the ${ball.toUpperCase()} ball.`
  if (!surrogate.loss.convex) return `Whether the least loss was found is not known: ${surrogate.loss.name} is not convex.`
  const { optimality, objective } = model.training
  return { inputs, assumptions: [], optimisation: optimality * objective }
}

/**
 * Theorem 17's second half grows with the least loss L* in the ball, which is not known. But L* is at most the loss of the model,
 * which the first half bounds on the very draws that the second half speaks of.
 */
function smoothMinimiser(about: Case, H: Constant, loss: CertifiedLoss): Application | string {
  const found = minimiser(about, {}, 'l2')
  if (typeof found === 'string') return found
  const { radius, reach, sample, options } = about
  const inputs = {
    H: H.value,
    W: radius.value,
    R: reach.l2.value,
    B: loss.ceiling.value,
    m: sample.longestList,
    n: sample.n,
    delta: options.delta / radius.tried / 2,
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

function sentence(theorem: Theorem, loss: string, value: number, { n, empirical }: TrainingSample, delta: number): string {
  const amount = Number(value.toPrecision(4))
  const chance = `except with probability ${delta} over the draw of the ${n} training lists`
  switch (theorem) {
    case 'q-t5':
    case 'q-t6':
      return `The expected ${loss} loss lies at most ${amount} above the least in the ball, on average over the draw of the ${n} training lists.`
    case 'q-eq8':
      return `The expected ${loss} loss is at most ${amount}, on average over the draw of the ${n} training lists.`
    case 'q-t9-excess':
    case 'q-t12-excess':
    case 'q-t17-excess':
      return `The expected ${loss} loss lies at most ${amount} above the least in the ball, ${chance}.`
    case 'q-t9':
    case 'q-t12':
    case 'q-t17':
    case 'q-cw':
      return `The expected ${loss} loss is at most ${amount}, ${chance}; on those it is ${Number(empirical.toPrecision(4))}.`
  }
}
