/**
 * The cost of a pair if a ranker may abstain on it. Mao, Mohri & Zhong 2023, "Ranking with abstention": the target losses (2) and
 * (5), and the surrogates (3) and (6) that replace them in training. Two items x and x′ that are at most as far apart as the
 * radius γ cost c; on all others the order of their scores is held against the labels.
 */
import { arrayOf, callback, fields, number, numbers, oneOf, options, requireArguments, required, type Shape } from '../arguments/shapes.ts'
import { expOf } from '../numeric/special/exp.ts'
import { sigmoidFall, sigmoidStep } from './pairwiseSigmoid.ts'

export interface Abstention {
  /** γ: pairs up to this far apart are left undecided; at 0 only those that coincide. */
  readonly radius: number
  /** c: the cost of an undecided pair, when a wrong one costs 1. */
  readonly cost: number
}

/** An object with a radius and a cost, and with a norm where distances are taken, as an argument. */
export const abstentionShape: Shape = required(
  options({ radius: number({ atLeast: 0, infinite: true }), cost: number({ atLeast: 0 }), norm: oneOf('1', '2', 'inf') }),
  'radius',
  'cost',
)

const sign = oneOf(1, -1)
const twoScores = numbers('finite', 2)
const twoSigns: Shape = (argument, value) => {
  numbers('finite', 2)(argument, value)
  arrayOf(sign)(argument, value)
}
const distanceShape = number({ atLeast: 0, infinite: true })
const marginLossShape = fields({ value: callback, slope: callback }, 'what marginLoss gives')

/** Loss (2) of the pair (x, x′) with label y: y = +1 says that x′ ranks above x. A level pair counts as x′ above x: sign(0) = +1. */
export function pairwiseAbstentionLoss(scores: readonly [number, number], label: 1 | -1, distance: number, abstention: Abstention): number {
  requireArguments(
    { scores, label, distance, abstention },
    { scores: twoScores, label: sign, distance: distanceShape, abstention: abstentionShape },
  )
  const { radius, cost } = abstention
  if (distance <= radius) return cost
  const order = scores[1] - scores[0] >= 0 ? 1 : -1
  return order === label ? 0 : 1
}

/** Loss (5) of two items with a label of ±1 each: a pair of different labels in the wrong order costs 1, a level one half. */
export function bipartiteAbstentionLoss(
  scores: readonly [number, number],
  labels: readonly [1 | -1, 1 | -1],
  distance: number,
  abstention: Abstention,
): number {
  requireArguments(
    { scores, labels, distance, abstention },
    { scores: twoScores, labels: twoSigns, distance: distanceShape, abstention: abstentionShape },
  )
  const { radius, cost } = abstention
  return distance <= radius ? cost : misranking(scores[0], scores[1], labels[0], labels[1])
}

/**
 * What an answer costs: 1 if two items are in the wrong order, one half if their scores are equal, nothing if they have the same grade.
 * That is loss (5) beyond the radius, and the mean of loss (2) over both orders in which a pair can be given.
 */
export function misranking(score: number, otherScore: number, grade: number, otherGrade: number): number {
  if (grade === otherGrade) return 0
  if (score === otherScore) return 0.5
  return score > otherScore === grade > otherGrade ? 0 : 1
}

export type SurrogateName = 'hinge' | 'exponential' | 'sigmoid'
export const surrogateNames: readonly SurrogateName[] = ['hinge', 'exponential', 'sigmoid']

/** Φ, non-increasing and at least 1 where a margin is not positive, and its slope. */
export interface MarginLoss {
  value(margin: number): number
  slope(margin: number): number
}

/** Φ(t): max(0, 1 − t), exp(−t) or 1 − tanh(kt). The exponential stops growing at exp(600). */
export function marginLoss(name: SurrogateName, steepness = 1): MarginLoss {
  requireArguments({ name, steepness }, { name: oneOf(...surrogateNames), steepness: number({ above: 0 }) })
  switch (name) {
    case 'hinge':
      return { value: (t) => Math.max(0, 1 - t), slope: (t) => (t < 1 ? -1 : 0) }
    case 'exponential':
      return { value: (t) => expOf(Math.min(-t, 600)), slope: (t) => -expOf(Math.min(-t, 600)) }
    case 'sigmoid':
      return { value: (t) => sigmoidStep(steepness, t), slope: (t) => -sigmoidFall(steepness, t) }
  }
}

/** Surrogate (3): Φ(y (h(x′) − h(x))). */
export function pairwiseSurrogate(phi: MarginLoss, scores: readonly [number, number], label: 1 | -1): number {
  requireArguments({ phi, scores, label }, { phi: marginLossShape, scores: twoScores, label: sign })
  return phi.value(label * (scores[1] - scores[0]))
}

/** Surrogate (6): Φ((y − y′)(h(x) − h(x′))/2) where the labels differ, else 0. */
export function bipartiteSurrogate(phi: MarginLoss, scores: readonly [number, number], labels: readonly [1 | -1, 1 | -1]): number {
  requireArguments({ phi, scores, labels }, { phi: marginLossShape, scores: twoScores, labels: twoSigns })
  return labels[0] === labels[1] ? 0 : phi.value(((labels[0] - labels[1]) * (scores[0] - scores[1])) / 2)
}
