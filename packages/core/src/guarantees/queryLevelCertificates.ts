/**
 * Which of the query-level theorems apply to a model, and what each then says. The choice is Table 1 of Tewari & Chaudhuri 2015:
 * Theorem 5 for online gradient descent, Theorem 6 for regularised minimisers, both for convex losses and in expectation; Theorems
 * 9, 12 and 17 for any weights in a ball, convex or not, and their second halves for minimisers over it. Before them come our own for
 * online gradient descent: from the losses it met, and sharper than Theorem 5 and (8).
 */

import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { TrainedCommon } from '../models/common/modelCommon.ts'
import { isMapped, kindOf } from '../models/kinds.ts'
import type { ListModel } from '../models/model.ts'
import { namedOption } from '../problems/namedOption.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { bound, isPrinted, printedRefusal } from '../theory/bound.ts'
import { shownAtMost, shownChance } from '../theory/shown.ts'
import { type Assumption, type Certificate, type Constant, lossCertificate, numbersOf } from './certificate.ts'
import { certifiedLoss } from './certifiedLoss.ts'
import {
  type FeatureReach,
  featureReach,
  type LossOnLists,
  longestAssumption,
  lossOnLists,
  type TrainingSample,
  trainingSample,
  type WeightRadius,
  weightRadiusOf,
} from './certifiedSetting.ts'
import { othersFixedBefore } from './fixedBefore.ts'
import { deltaOrigin, equalScoresExceed, equalScoresLose } from './lossStatements.ts'
import { martingaleCertificate } from './martingaleCertificate.ts'
import {
  type Application,
  applyTheorem,
  type FormulaTheorem,
  type QueryLevelCase,
  type QueryLevelTheorem,
  queryLevelTheorems,
} from './queryLevelApplication.ts'
import type { NotApplicable, TheoremOptions, TheoremStatements } from './theoremStatements.ts'

export function queryLevelCertificates(
  model: ListModel,
  train: RankingLists | undefined,
  options: TheoremOptions,
  runtime: Runtime,
): TheoremStatements {
  const surrogate = certifiedLoss(model)
  if (typeof surrogate === 'string') return none(surrogate)
  const weights = kindOf(model).certifiable?.weights?.(model)
  if (!isMapped(model) || weights === undefined) return none('It is about scores that are weighted sums of features.')
  if (train === undefined) return none('The training lists were not given.')
  if (train.listIds.length === 0) return none('There are no training lists.')
  const sample = trainingSample(model, surrogate, train, runtime)
  const { greatestLabel, labelRange, longestList } = sample
  const atZero = surrogate.ceiling({ greatestLabel, labelRange, longestList, scoreBound: 0 }).value
  const weightRadius = weightRadiusOf(model, weights, atZero)
  if (weightRadius === undefined) {
    return none('Neither a ball nor a penalty bounds the weights. Train with a ball and a radius, or with a lambda above 0.')
  }
  const reach = { l2: featureReach(model, sample.matched, 'l2'), inf: featureReach(model, sample.matched, 'inf') }
  const statements = queryLevelTheorems.map((theorem) =>
    state(theorem, { model, weights, surrogate, sample, weightRadius, reach, options }),
  )
  return {
    certificates: statements.filter((statement): statement is Certificate => 'verdict' in statement),
    notApplicable: statements.filter((statement): statement is NotApplicable => 'reason' in statement),
  }
}

function none(reason: string): TheoremStatements {
  return { certificates: [], notApplicable: queryLevelTheorems.map((theorem) => ({ theorem, reason })) }
}

function state(theorem: QueryLevelTheorem, about: QueryLevelCase): Certificate | NotApplicable {
  const { surrogate, sample, weightRadius, options } = about
  const reach = theorem.startsWith('q-t12') ? about.reach.inf : about.reach.l2
  const loss = lossOnLists(surrogate, sample, weightRadius.value * reach.value)
  if (theorem === 'q-martingale') return martingaleCertificate(about, loss)
  const application = applyTheorem(theorem, about, loss)
  if (typeof application === 'string') return { theorem, reason: application }
  const inExpectation = onAverage.has(theorem)
  const constants = constantsOf(theorem, about, application, reach, loss, inExpectation)
  const tooLarge = Object.entries(constants).find(([, { value }]) => !Number.isFinite(value))
  if (tooLarge !== undefined) return { theorem, reason: `${tooLarge[0]} is not finite: ${tooLarge[1].origin}.` }
  const refusal = options.printed ? printedRefusal(theorem, numbersOf(constants)) : undefined
  if (refusal !== undefined)
    return { theorem, reason: `The printed formula does not hold here. ${refusal} Leave out ${namedOption('printed')}.` }
  const { value, terms } = boundOf(theorem, constants, application, options)
  const assumptions = assumptionsOf(theorem, about, application, reach, loss, inExpectation)
  const statement = sentence(theorem, surrogate.loss.name, value, sample, options.delta)
  const delta = inExpectation ? 0 : options.delta
  const without = ofExcess.has(theorem) ? equalScoresExceed(sample) : equalScoresLose(sample)
  return lossCertificate({ theorem, statement, assumptions, constants, terms, bound: value, ...without, delta })
}

/** Those about the excess over the least loss in the ball, not about the loss. */
const ofExcess: ReadonlySet<QueryLevelTheorem> = new Set<QueryLevelTheorem>([
  'q-ogd',
  'q-t5',
  'q-t6',
  'q-t9-excess',
  'q-t12-excess',
  'q-t17-excess',
])

/** Those about the average over the draw of the training lists. */
const onAverage: ReadonlySet<QueryLevelTheorem> = new Set<QueryLevelTheorem>(['q-ogd', 'q-ogd-smooth', 'q-t5', 'q-eq8', 'q-t6'])

function constantsOf(
  theorem: QueryLevelTheorem,
  { sample, weightRadius, options }: QueryLevelCase,
  { inputs }: Application,
  reach: FeatureReach,
  loss: LossOnLists,
  inExpectation: boolean,
): Record<string, Constant> {
  const excess = theorem.endsWith('-excess')
  const share = options.delta / weightRadius.tried / (excess ? 2 : 1)
  return {
    ...inputs,
    W: { value: weightRadius.value, origin: weightRadius.origin },
    R: { value: reach.value, origin: reach.origin },
    n: { value: sample.n, origin: 'training lists' },
    ...(!inExpectation && {
      B: loss.ceiling,
      m: { value: sample.longestList, origin: 'longest training list' },
      delta: { value: share, origin: deltaOrigin(options.delta, weightRadius.tried, excess) },
    }),
  }
}

/** The right-hand side of the theorem, with what optimisation may have left. */
function boundOf(
  theorem: QueryLevelTheorem,
  constants: Readonly<Record<string, Constant>>,
  { optimisation }: Application,
  { printed }: TheoremOptions,
): { value: number; terms: Record<string, number> } {
  const computed = bound(theorem, numbersOf(constants), { printed: printed && isPrinted(theorem) })
  const { best, ...others } = computed.terms
  // If the bound contains a limit of the least loss, the excess is reported.
  const limited = theorem === 'q-t17-excess'
  return {
    value: computed.value - (limited ? best : 0) + (optimisation ?? 0),
    terms: { ...(limited ? others : computed.terms), ...(optimisation !== undefined && { optimisation }) },
  }
}

function assumptionsOf(
  theorem: QueryLevelTheorem,
  { model, sample, weightRadius }: QueryLevelCase,
  { assumptions }: Application,
  reach: FeatureReach,
  loss: LossOnLists,
  inExpectation: boolean,
): readonly Assumption[] {
  return [
    ...sample.assumptions,
    ...reach.assumptions,
    ...(inExpectation ? [expectedRadius(model, weightRadius)] : weightRadius.assumptions),
    ...othersFixedBefore(model, inExpectation ? ballOptions : [...ballOptions, ...pathOptions]),
    theorem === 'q-cw' ? longestAssumption(sample) : loss.lengthAssumption,
    ...assumptions,
  ]
}

/** Options with sentences of their own. */
const ballOptions = ['radius', 'lambda'] as const
/** Options that decide how weights are found, which is nothing to a statement about all weights of a ball. */
const pathOptions = ['step', 'leastLoss', 'seed'] as const

/** A bound on an average cannot be divided among choices: what was chosen on data is not covered. */
function expectedRadius(model: TrainedCommon, weightRadius: WeightRadius): Assumption {
  if (weightRadius.tried === 1) return weightRadius.assumptions[0]
  const option = weightRadius.by === 'ball' ? 'radius' : 'lambda'
  return {
    text: `The ${option} was fixed before the training lists were seen (it was tuned on ${model.training.tuned[0].on}).`,
    holds: false,
  }
}

function sentence(theorem: FormulaTheorem, loss: string, value: number, { n, empirical }: TrainingSample, delta: number): string {
  const amount = shownAtMost(value)
  const chance = `except with probability ${shownChance(delta)} over the draw of the ${n} training lists`
  switch (theorem) {
    case 'q-ogd':
    case 'q-t5':
    case 'q-t6':
      return `The expected ${loss} loss lies at most ${amount} above the least in the ball, on average over the draw of the ${n} training lists.`
    case 'q-ogd-smooth':
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
