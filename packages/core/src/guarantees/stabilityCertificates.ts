/** Certificates from the stability of least-squares ranking. */
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { FunctionSpace } from '../models/common/certifiable.ts'
import type { TrainedCommon } from '../models/common/modelCommon.ts'
import { isMapped, kindOf } from '../models/kinds.ts'
import type { ListModel, MappedModel } from '../models/model.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { bound } from '../theory/bound.ts'
import { shown, shownAtMost, shownChance } from '../theory/shown.ts'
import { pairConstants } from '../theory/stabilityBounds.ts'
import { type Assumption, type Certificate, type Constant, lossCertificate, numbersOf } from './certificate.ts'
import { featureReach, trainingSample } from './certifiedSetting.ts'
import { type FixedBefore, fixedBefore, othersFixedBefore } from './fixedBefore.ts'
import { equalScoresLose } from './lossStatements.ts'
import type { NotApplicable, TheoremOptions, TheoremStatements } from './theoremStatements.ts'

const theorems = ['e-stability', 'e-stability-item'] as const
type Theorem = (typeof theorems)[number]

export function stabilityCertificates(
  model: ListModel,
  train: RankingLists | undefined,
  { delta }: TheoremOptions,
  runtime: Runtime,
): TheoremStatements {
  const none = (reason: string): TheoremStatements => ({
    certificates: [],
    notApplicable: theorems.map((theorem) => ({ theorem, reason })),
  })
  const { lambda, centre, pairs } = model.options
  const space = kindOf(model).certifiable?.functionSpace?.(model)
  if (!isMapped(model) || space === undefined || (model.method !== 'rankrls' && model.method !== 'elmrank'))
    return none(`It is about least squares over pairs; the model was trained by ${model.method}.`)
  if (typeof lambda !== 'number' || lambda <= 0) return none('It is about minimisers with a penalty; lambda is 0.')
  if (train === undefined) return none('The training lists were not given.')
  const lists = train.listIds.length
  if (lists === 0) return none('There are no training lists.')
  if (centre === 'global' && lists > 1)
    return none('It is about pairs within lists; the model was trained on pairs of all items (centre global).')
  if (pairs === 'sum') return none('It is about the mean over the pairs of each list; the model was trained on their sum.')
  const theorem: Theorem = lists === 1 ? 'e-stability-item' : 'e-stability'
  const other: NotApplicable =
    lists === 1
      ? { theorem: 'e-stability', reason: 'It is about many lists; there is one.' }
      : { theorem: 'e-stability-item', reason: `It is about a single list; there are ${lists}.` }
  return { certificates: [certificate(theorem, { model, space, train, lambda }, delta, runtime)], notApplicable: [other] }
}

interface Case {
  readonly model: MappedModel
  readonly space: FunctionSpace
  readonly train: RankingLists
  readonly lambda: number
}

function certificate(theorem: Theorem, { model, space, train, lambda }: Case, delta: number, runtime: Runtime): Certificate {
  const sample = trainingSample(model, { loss: { evaluate: pairSquares } }, train, runtime)
  const single = theorem === 'e-stability-item'
  const items = train.labels.length
  const n = single ? items : sample.n
  // The loss counts each item against itself too, at no cost; the theorem of items does not.
  const empirical = single ? (items / Math.max(1, items - 1)) * sample.empirical : sample.empirical
  const equal = { equalScores: single ? (items / Math.max(1, items - 1)) * sample.equalScores : sample.equalScores }
  const kappa = greatestKernel(model, space, sample.matched)
  const { sigma, B } = pairConstants(sample.labelRange, kappa.value, lambda)
  const chosen = chosenLambda(model, space)
  const share = delta / chosen.tried
  const constants: Record<string, Constant> = {
    sigma: { value: sigma, origin: '2 Y (1 + κ √(2/λ)), Y the range of the labels' },
    kappa: { value: kappa.value, origin: kappa.origin },
    lambda: { value: lambda, origin: 'used in training' },
    n: { value: n, origin: single ? 'items of the training list' : 'training lists' },
    B: { value: B, origin: 'Y² (1 + κ √(2/λ))²' },
    delta: { value: share, origin: chosen.tried === 1 ? 'given' : `${delta} divided among the ${chosen.tried} values tried` },
    empirical: { value: empirical, origin: single ? 'mean over the pairs of the training list' : 'mean loss of the training lists' },
  }
  const { value, terms } = bound(theorem, numbersOf(constants))
  const assumptions = [
    ...(single
      ? [
          {
            text: 'The items of the training list, and future ones, are drawn independently from one distribution.',
            holds: 'unknown' as const,
          },
        ]
      : [sample.assumptions[0]]),
    ...sample.assumptions.slice(1),
    ...kappa.assumptions,
    chosen.assumption,
    ...spaceAssumptions(model, space),
    ...othersFixedBefore(model, ['lambda', ...space.options.map(({ option }) => option)]),
    minimised(model),
  ]
  const about = single ? `pairs of items like those of the ${items} in training` : 'new lists'
  const over = single ? `the ${items} training items` : `the ${sample.n} training lists`
  const statement = `The expected squared error over pairs is at most ${shownAtMost(value)} on ${about}, except with probability ${shownChance(delta)} over the draw of ${over}; on those it is ${shown(empirical)}.`
  return lossCertificate({ theorem, statement, assumptions, constants, terms, bound: value, ...equalScoresLose(equal), delta })
}

/** 1/m² Σ (yⱼ − yₖ − (sⱼ − sₖ))² over all pairs of a list, which is 2/m times the sum of squares about the mean. */
function pairSquares(scores: Float64Array, labels: Float64Array): number {
  const size = scores.length
  if (size === 0) return 0
  let [sum, squares] = [0, 0]
  const first = labels[0] - scores[0]
  for (let i = 0; i < size; i++) sum += labels[i] - scores[i] - first
  for (let i = 0; i < size; i++) squares += (labels[i] - scores[i] - first - sum / size) ** 2
  return (2 / size) * squares
}

interface KernelReach extends Constant {
  readonly assumptions: readonly Assumption[]
}

/** κ: the greatest √K(x, x) over all mapped rows. */
function greatestKernel(model: MappedModel, space: FunctionSpace, matched: RankingLists): KernelReach {
  const rows = featureReach(model, matched, 'l2')
  const [longest, ...fixed] = rows.assumptions
  const { value, origin, dependsOnRows } = space.reach({ featureRadius: rows.value, certain: longest.holds === true })
  return dependsOnRows
    ? { value, origin: `${origin} at ‖x‖₂ = ${shown(rows.value)}: ${rows.origin}`, assumptions: rows.assumptions }
    : { value, origin, assumptions: fixed }
}

function chosenLambda(model: TrainedCommon, { penaltiesFollow }: FunctionSpace): FixedBefore {
  const chosen = fixedBefore(model, 'lambda', 'The penalty lambda')
  if (penaltiesFollow === undefined) return chosen
  const text = `The penalties tried were fixed before the training lists were seen (${penaltiesFollow}).`
  return { ...chosen, assumption: { text, holds: false } }
}

/** Whether the function space was fixed before the training lists were seen. */
function spaceAssumptions(model: TrainedCommon, { options }: FunctionSpace): Assumption[] {
  const assumptions = options.map(({ option, subject, follows }): Assumption => {
    if (follows === undefined) return fixedBefore(model, option, subject).assumption
    return { text: `${subject} was fixed before the training lists were seen (${follows}).`, holds: false }
  })
  if (model.options['basis'] === undefined) return assumptions
  const text = 'The functions were fixed before the training lists were seen (their basis is made of training rows).'
  return [...assumptions, { text, holds: false }]
}

/** Below this, the relative gradient counts as 0. */
const closeEnough = 1e-6

function minimised({ training: { optimality } }: TrainedCommon): Assumption {
  return { text: `The model is the minimiser (its relative gradient is ${optimality.toExponential(1)}).`, holds: optimality <= closeEnough }
}
