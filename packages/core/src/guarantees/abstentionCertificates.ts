/**
 * What the H-consistency theorems say of a model that was trained to abstain. They turn the gap of the surrogate into one of the
 * abstention loss. The gap itself cannot be computed from data, but a bound of it can: Γ of that bound limits how much more than the least possible
 * the model errs on pairs beyond the radius.
 */

import { distanceNormOf } from '../abstention/modelPoints.ts'
import { fingerprint } from '../data/lists/fingerprint.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { isMapped, kindOf } from '../models/kinds.ts'
import { matchLists } from '../models/matchLists.ts'
import type { ListModel } from '../models/model.ts'
import type { OptionTable } from '../options/optionTable.ts'
import { namedOption } from '../problems/namedOption.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { bound } from '../theory/bound.ts'
import { abstentionBounds, type ConsistencyCase } from '../theory/hConsistency.ts'
import { shownAtMost } from '../theory/shown.ts'
import { abstainingOptions } from '../trainers/abstaining/abstainingOptions.ts'
import { surrogateOptions } from '../trainers/abstaining/surrogates.ts'
import { unitBall } from '../trainers/abstaining/unitBall.ts'
import { recordedOptions } from '../trainers/common/recordedOptions.ts'
import { type Assumption, type Constant, verdictOf } from './certificate.ts'
import { unitBallAssumption } from './certifiedSetting.ts'
import { printedSaysTooMuch } from './lossStatements.ts'
import { surrogateGap } from './surrogateGap.ts'
import type { TheoremStatements } from './theoremStatements.ts'

const theorems = abstentionBounds.map(({ name }) => name)

/** The options of a model that the theorems depend on. */
const theoremOptions = {
  setting: abstainingOptions.setting,
  ...surrogateOptions,
  radius: { kind: 'number', above: 0, required: true, doc: abstainingOptions.radius.doc },
} as const satisfies OptionTable

export interface AbstentionTheoremOptions {
  readonly abstainRadius?: number
  readonly printed: boolean
}

export function abstentionCertificates(
  model: ListModel,
  train: RankingLists | undefined,
  { abstainRadius, printed }: AbstentionTheoremOptions,
  runtime: Runtime,
): TheoremStatements {
  const balls = kindOf(model).certifiable?.balls?.(model)
  if (!isMapped(model) || balls === undefined || model.method !== 'abstaining') {
    const reason = `It is about scorers in the balls of ranking with abstention, trained by their surrogate; the model was trained by ${model.method}.`
    return { certificates: [], notApplicable: theorems.map((theorem) => ({ theorem, reason })) }
  }
  const { setting, surrogate, steepness, radius: W } = recordedOptions(theoremOptions, model.options)
  const theorem = `a-${setting}-${surrogate}`
  const others = theorems
    .filter((each) => each !== theorem)
    .map((each) => ({ theorem: each, reason: `It is about another surrogate or setting; the model was trained for ${theorem}.` }))
  const not = (reason: string): TheoremStatements => ({ certificates: [], notApplicable: [{ theorem, reason }, ...others] })
  if (train === undefined) return not('The training lists were not given.')
  if (abstainRadius === undefined)
    return not(`It is about a ranking that abstains: give the abstention radius, ${namedOption('abstainRadius')}.`)
  if (abstainRadius === 0) return not('Without abstention there is no such bound: Theorems 4.1 and 4.3.')
  if (balls.refusal !== undefined) return not(balls.refusal)
  const about: ConsistencyCase = { setting, surrogate, ...(steepness !== undefined && { steepness }) }
  const steepest = W * (balls.outputRadius ?? 1)
  const answered = { abstainRadius, norm: distanceNormOf(model), steepest }
  const { risk, gap, answered: share, wholeLists } = surrogateGap(model, train, about, answered, runtime)
  const constants: Record<string, Constant> = {
    t: { value: gap, origin: gapOrigin(setting === 'bipartite', risk, wholeLists) },
    W: { value: W, origin: balls.weights },
    gamma: { value: abstainRadius, origin: 'abstention radius' },
    ...(balls.outputRadius !== undefined && { Lambda: { value: balls.outputRadius, origin: 'radius of the output weights' } }),
    ...(steepness !== undefined && { k: { value: steepness, origin: 'steepness of the sigmoid' } }),
  }
  const numbers = Object.fromEntries(Object.entries(constants).map(([name, { value }]) => [name, value]))
  const tooMuch = printed ? printedSaysTooMuch(theorem, numbers) : undefined
  if (tooMuch !== undefined) return not(tooMuch)
  const { value, terms } = bound(theorem, numbers, { printed })
  const certificate = {
    theorem,
    statement: `The expected share of pairs that are further apart than ${abstainRadius} and answered wrong exceeds the least possible for each pair by at most ${shownAtMost(value)}, if their surrogate loss exceeds its least by no more than ${short(gap)}. ${short(share)} of the pairs are further apart; all-equal scores get half of these wrong.`,
    assumptions: [
      balls.inside,
      unitBallAssumption(model, matchLists(model, train).lists, unitBall[answered.norm]),
      {
        text: 'The training lists given are those that the model was trained on, by their fingerprint.',
        holds: fingerprint(train) === model.training.data,
      },
      { text: 'The surrogate gap on future pairs is no more than on the training lists.', holds: 'unknown' },
      {
        text: 'The minimisability gap is unknown, because the probabilities of the labels are. The bound of the gap covers it: each pair is taken to have the least loss that any scorer of the set can give it.',
        holds: true,
      },
    ] satisfies Assumption[],
    constants,
    terms,
    bound: value,
    side: 'below',
    trivial: share / 2,
    trivialIs: 'all-equal scores get wrong',
    delta: 0,
  } as const
  return { certificates: [{ ...certificate, verdict: verdictOf(certificate) }], notApplicable: others }
}

function gapOrigin(ofItems: boolean, risk: number, wholeLists: number): string {
  const pairs = ofItems ? 'all pairs' : 'pairs of different grades'
  const origin = `surrogate loss beyond the radius minus the least possible there, mean over ${pairs} of the training lists; the whole loss is ${short(risk)}`
  return wholeLists === 0 ? origin : `${origin}, which is used for ${wholeLists} lists with too many pairs`
}

function short(value: number): number {
  return Number(value.toPrecision(4))
}
