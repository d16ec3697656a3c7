/** The loss that a query-level model was trained with, as its certificates speak of it, and how large it can get. */
import { discountSum, lossGain } from '../losses/dcgWeights.ts'
import { listMle } from '../losses/listMle.ts'
import { listNet } from '../losses/listNet.ts'
import type { ListLoss } from '../losses/loss.ts'
import { pairwiseExponential } from '../losses/pairwiseExponential.ts'
import { pairwiseSigmoid } from '../losses/pairwiseSigmoid.ts'
import { rankNet } from '../losses/rankNet.ts'
import { rankSvm } from '../losses/rankSvm.ts'
import { smoothedDcg } from '../losses/smoothedDcg.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import type { Constant } from './certificate.ts'

export interface Surrogate {
  readonly loss: ListLoss
  /** B: no list of the setting has a greater loss, and none one below 0. */
  ceiling(setting: CeilingSetting): Constant
}

/** Limits that every list must keep, also future ones. */
export interface CeilingSetting {
  readonly greatestLabel: number
  /** Greatest label minus the least. */
  readonly labelRange: number
  readonly longestList: number
  /** No score is further from 0. */
  readonly scoreBound: number
}

/** Undefined for methods that train no surrogate of whole lists. */
export function surrogateOf({ method, options }: Pick<LinearModel, 'method' | 'options'>): Surrogate | undefined {
  switch (method) {
    case 'listnet':
      return listNetSurrogate()
    case 'listmle':
      return listMleSurrogate()
    case 'smoothed-dcg':
      return smoothedDcgSurrogate(Number(options['sigma']), Number(options['cutoff']))
    case 'ranksvm':
      return rankSvmSurrogate(options['hinge'] === 'plain' ? 'plain' : 'squared', options['pairs'] === 'sum' ? 'sum' : 'mean')
    case 'ranknet':
      return rankNetSurrogate(options['cutoff'], options['lambdaWeights'], options['pairs'])
    case 'ogd':
      return onlineSurrogate(options['loss'])
    case 'abstaining':
      return abstainingSurrogate(options['surrogate'], Number(options['steepness'] ?? 1))
    default:
      return undefined
  }
}

function abstainingSurrogate(surrogate: unknown, steepness: number): Surrogate {
  switch (surrogate) {
    case 'hinge':
      return rankSvmSurrogate('plain', 'mean')
    case 'sigmoid':
      return {
        loss: pairwiseSigmoid({ steepness, pairs: 'mean' }),
        ceiling: ({ longestList }) => pairCeiling(2, 'mean', longestList, '2, the top of the step'),
      }
    default:
      return {
        loss: pairwiseExponential({ pairs: 'mean' }),
        ceiling: ({ scoreBound, longestList }) => pairCeiling(Math.exp(2 * scoreBound), 'mean', longestList, 'exp(2WR)'),
      }
  }
}

function onlineSurrogate(loss: unknown): Surrogate | undefined {
  switch (loss) {
    case 'listnet':
      return listNetSurrogate()
    case 'listmle':
      return listMleSurrogate()
    case 'ranksvm':
      return rankSvmSurrogate('plain', 'mean')
    case 'ranknet':
      return rankNetSurrogate(undefined, 'none', 'mean')
    default:
      return undefined
  }
}

/** In the form that is 0 at its least: cross entropy minus the entropy of the labels has the same minimiser and does not grow with the list. */
function listNetSurrogate(): Surrogate {
  return {
    loss: listNet({ form: 'kl' }),
    ceiling: ({ scoreBound, labelRange }) => {
      const spread = 2 * scoreBound + labelRange
      return { value: Math.min(spread, spread ** 2 / 8), origin: 'min(ρ, ρ²/8) with ρ = 2WR + range of the labels (Hoeffding’s lemma)' }
    },
  }
}

function listMleSurrogate(): Surrogate {
  return {
    loss: listMle(),
    ceiling: ({ scoreBound, longestList }) => {
      let sum = 0
      for (let lower = 1; lower < longestList; lower++) sum += softplus(Math.log(lower) + 2 * scoreBound)
      return { value: sum, origin: 'Σ ln(1 + k exp(2WR)) over k < m: the worst order of a list of m items' }
    },
  }
}

function smoothedDcgSurrogate(sigma: number, cutoff: number): Surrogate {
  return {
    loss: smoothedDcg({ sigma, cutoff }),
    ceiling: ({ greatestLabel, longestList }) => ({
      value: lossGain(greatestLabel) * discountSum(Math.min(cutoff, longestList)),
      origin: 'the gain of the greatest label at every place that counts',
    }),
  }
}

function rankSvmSurrogate(hinge: 'plain' | 'squared', pairs: 'sum' | 'mean'): Surrogate {
  return {
    loss: rankSvm({ hinge, pairs }),
    ceiling: ({ scoreBound, longestList }) => {
      const one = (1 + 2 * scoreBound) ** (hinge === 'squared' ? 2 : 1)
      return pairCeiling(one, pairs, longestList, hinge === 'squared' ? '(1 + 2WR)²' : '1 + 2WR')
    },
  }
}

/** Models of before `pairs` was an option took sums of weighted pairs and means of others. */
function rankNetSurrogate(cutoff: unknown, lambdaWeights: unknown, total: unknown): Surrogate {
  const weighted = lambdaWeights === 'ndcg'
  const pairs = total === 'sum' || (weighted && total !== 'mean') ? 'sum' : 'mean'
  return {
    loss: rankNet({ ...(typeof cutoff === 'number' && { cutoff }), lambdaWeights: weighted ? 'ndcg' : 'none', pairs }),
    ceiling: ({ scoreBound, longestList }) => pairCeiling(softplus(2 * scoreBound), pairs, longestList, 'ln(1 + exp(2WR))'),
  }
}

function pairCeiling(one: number, pairs: 'sum' | 'mean', longestList: number, formula: string): Constant {
  if (longestList < 2) return { value: 0, origin: 'lists of one item have no pairs' }
  return pairs === 'mean'
    ? { value: one, origin: `${formula}, the worst of a pair` }
    : { value: (one * longestList * (longestList - 1)) / 2, origin: `${formula} for each of m(m − 1)/2 pairs` }
}

/** ln(1 + exp x) */
function softplus(x: number): number {
  return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)))
}
