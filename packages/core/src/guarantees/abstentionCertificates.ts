/**
 * What the H-consistency theorems say of a model that was trained to abstain. They turn the gap of the surrogate into one of the
 * abstention loss; the gap itself is not known from data, but it is at most the surrogate risk, since no conditional risk is
 * below 0. So Γ of the surrogate risk bounds how much more than the least possible the model errs on pairs beyond the radius.
 */
import { fingerprint } from '../data/fingerprint.ts'
import type { RankingLists } from '../data/rankingLists.ts'
import type { SurrogateName } from '../losses/abstentionLoss.ts'
import type { Model } from '../models/model.ts'
import { score } from '../models/score.ts'
import { absoluteSum, euclideanNorm, maximumNorm } from '../numeric/vectors.ts'
import type { Runtime } from '../runtime.ts'
import { surrogateLoss } from '../trainers/abstaining.ts'
import { bound } from './bound.ts'
import { type Assumption, type Constant, verdictOf } from './certificate.ts'
import type { TheoremStatements } from './queryLevelCertificates.ts'

export interface AbstentionTheoremOptions {
  readonly abstainRadius?: number
  readonly printed: boolean
}

/** Nothing for models that were not trained by `abstaining`. */
export function abstentionCertificates(
  model: Model,
  train: RankingLists | undefined,
  { abstainRadius, printed }: AbstentionTheoremOptions,
  runtime: Runtime,
): TheoremStatements {
  if (model.method !== 'abstaining') return { certificates: [], notApplicable: [] }
  const { setting, surrogate, steepness } = model.options
  const theorem = `a-${setting}-${surrogate}`
  const not = (reason: string): TheoremStatements => ({ certificates: [], notApplicable: [{ theorem, reason }] })
  if (train === undefined) return not('The training lists were not given.')
  if (abstainRadius === undefined)
    return not('It is about a ranking that abstains: say within which radius (abstainRadius, --abstain-radius).')
  if (abstainRadius === 0) return not('Without abstention there is no such bound: Theorems 4.1 and 4.3.')
  const { radius: W, outputRadius, biasRadius } = model.options
  if (model.kind === 'network' && Number(biasRadius) < Number(W)) {
    return not(
      'The biases of the network reach less far than its weights, so its scores do not differ by as much as the theorem takes for granted.',
    )
  }
  const risk = surrogateRisk(model, train, runtime)
  const constants: Record<string, Constant> = {
    t: { value: risk, origin: 'mean surrogate loss of the training lists, at least as large as the gap of the surrogate' },
    W: { value: Number(W), origin: model.kind === 'network' ? 'radius of the weights of each hidden unit' : 'radius of the weights' },
    gamma: { value: abstainRadius, origin: 'abstention radius' },
    ...(model.kind === 'network' && { Lambda: { value: Number(outputRadius), origin: 'radius of the output weights' } }),
    ...(surrogate === 'sigmoid' && { k: { value: Number(steepness), origin: 'steepness of the sigmoid' } }),
  }
  const numbers = Object.fromEntries(Object.entries(constants).map(([name, { value }]) => [name, value]))
  const { value, terms } = bound(theorem, numbers, { printed })
  const certificate = {
    theorem,
    statement: `On pairs further apart than ${abstainRadius}, the expected share of wrong answers exceeds the least possible for each pair by at most ${value}, if the surrogate risk is ${risk}.`,
    assumptions: [
      inside(model),
      { text: 'Rows lie in the unit ball, also those to come: the feature map sees to it.', holds: true },
      {
        text: 'The training lists given are those that the model was trained on, as their fingerprint tells.',
        holds: fingerprint(train) === model.training.data,
      },
      { text: 'The surrogate risk on pairs to come is no more than on the training lists.', holds: 'unknown' },
      {
        text: 'The minimisability gap is unknown, as the chances of the labels are: the whole surrogate risk stands for its gap, which is safe.',
        holds: true,
      },
    ] satisfies Assumption[],
    constants,
    terms,
    bound: value,
    side: 'below',
    trivial: 1,
    delta: 0,
  } as const
  return { certificates: [{ ...certificate, verdict: verdictOf(certificate) }], notApplicable: [] }
}

function surrogateRisk(model: Model, train: RankingLists, runtime: Runtime): number {
  const { surrogate, steepness = 1 } = model.options
  const loss = surrogateLoss(surrogate as SurrogateName, Number(steepness))
  const scores = score(model, train, runtime)
  let sum = 0
  for (let list = 0; list < train.listIds.length; list++) {
    const [first, last] = [train.offsets[list], train.offsets[list + 1]]
    sum += loss.evaluate(scores.subarray(first, last), train.labels.subarray(first, last), new Float64Array(last - first))
  }
  return sum / train.listIds.length
}

/** Whether the weights are those of a scorer of the set. */
function inside(model: Model): Assumption {
  const { norm, radius, outputRadius, biasRadius } = model.options
  const dual = norm === '1' ? maximumNorm : norm === '2' ? euclideanNorm : absoluteSum
  const within = (found: number, most: unknown) => found <= Number(most) * (1 + 1e-9)
  if (model.kind !== 'network') {
    const found = model.kind === 'linear' ? dual(model.weights) : Number.NaN
    return { text: `The weights lie within W (their norm is ${Number(found.toPrecision(6))}).`, holds: within(found, radius) }
  }
  const { hidden, weights, biases, outputs } = model
  const width = weights.length / hidden
  let greatest = 0
  for (let unit = 0; unit < hidden; unit++) {
    greatest = Math.max(greatest, dual(Float64Array.from(weights.subarray(unit * width, (unit + 1) * width))))
  }
  return {
    text: 'The hidden weights lie within W, the biases within B, the output weights within Λ.',
    holds: within(greatest, radius) && within(maximumNorm(biases), biasRadius) && within(absoluteSum(outputs), outputRadius),
  }
}
