/**
 * A loss of whole lists as certificates speak of it: with its ceiling B, which no list of the setting exceeds. None is below 0 either. W is
 * the radius of the weights, R that of the rows, and scores lie within WR of 0. Models record B, so it has the same bits everywhere.
 */
import { discountSum, lossGain } from '../losses/dcgWeights.ts'
import { listNet } from '../losses/listNet.ts'
import type { Constant, ListLoss } from '../losses/loss.ts'
import { type ListLossSpec, listLoss } from '../losses/lossSpec.ts'
import type { PairTotal } from '../losses/pairTotal.ts'
import { expOf } from '../numeric/special/exp.ts'
import { logOf } from '../numeric/special/log.ts'
import { logOnePlus } from '../numeric/special/logOnePlus.ts'

export interface BoundedLoss {
  readonly loss: ListLoss
  ceiling(setting: CeilingSetting): Constant
}

/** What is promised of every list, seen or to come. */
export interface CeilingSetting {
  readonly greatestLabel: number
  /** Greatest label less the least. */
  readonly labelRange: number
  readonly longestList: number
  /** WR: no score is further from 0. */
  readonly scoreBound: number
}

export function boundedLoss<Spec extends ListLossSpec>(spec: Spec): BoundedLoss {
  const ceilingOf = ceilings[spec.loss] as (spec: Spec, setting: CeilingSetting) => Constant
  return { loss: certified(spec), ceiling: (setting) => ceilingOf(spec, setting) }
}

/** Cross entropy less the entropy of the labels has the same minimiser, is 0 at its least and does not grow with the list. */
function certified(spec: ListLossSpec): ListLoss {
  return spec.loss === 'listnet' ? listNet({ form: 'kl' }) : listLoss(spec)
}

type Ceilings = {
  readonly [Name in ListLossSpec['loss']]: (spec: Extract<ListLossSpec, { loss: Name }>, setting: CeilingSetting) => Constant
}

const ceilings: Ceilings = {
  listnet: (_, { scoreBound, labelRange }) => {
    const spread = 2 * scoreBound + labelRange
    return { value: Math.min(spread, (spread * spread) / 8), origin: 'min(ρ, ρ²/8) with ρ = 2WR + range of the labels (Hoeffding’s lemma)' }
  },
  listmle: (_, { scoreBound, longestList }) => {
    let sum = 0
    for (let lower = 1; lower < longestList; lower++) sum += softplus(logOf(lower) + 2 * scoreBound)
    return { value: sum, origin: 'Σ ln(1 + k exp(2WR)) over k < m: the worst order of a list of m items' }
  },
  'smoothed-dcg': ({ cutoff }, { greatestLabel, longestList }) => ({
    value: lossGain(greatestLabel) * discountSum(Math.min(cutoff, longestList)),
    origin: 'the gain of the greatest label at every place that counts',
  }),
  ranksvm: ({ hinge, pairs }, setting) => {
    const one = 1 + 2 * setting.scoreBound
    return hinge === 'squared' ? overPairs(one * one, '(1 + 2WR)²', pairs, setting) : overPairs(one, '1 + 2WR', pairs, setting)
  },
  ranknet: ({ pairs }, setting) => overPairs(softplus(2 * setting.scoreBound), 'ln(1 + exp(2WR))', pairs, setting),
  'pairwise-exponential': ({ pairs }, setting) => overPairs(expOf(2 * setting.scoreBound), 'exp(2WR)', pairs, setting),
  'pairwise-sigmoid': ({ pairs }, setting) => overPairs(2, '2, the top of the step', pairs, setting),
}

/** The ceiling of a list, given that of one pair. */
function overPairs(one: number, formula: string, pairs: PairTotal, { longestList }: CeilingSetting): Constant {
  if (longestList < 2) return { value: 0, origin: 'lists of one item have no pairs' }
  return pairs === 'mean'
    ? { value: one, origin: `${formula}, the worst of a pair` }
    : { value: (one * longestList * (longestList - 1)) / 2, origin: `${formula} for each of m(m − 1)/2 pairs` }
}

/** ln(1 + exp x) */
function softplus(x: number): number {
  return Math.max(x, 0) + logOnePlus(expOf(-Math.abs(x)))
}
