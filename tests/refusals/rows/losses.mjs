import * as losses from '@rankwright/core/losses'
import { made, options, row } from '../attempts.mjs'

export const functions = losses

const scores = () => [0.1, 0.2]
const phi = made(losses.marginLoss('hinge'))
const abstention = () => options({ radius: 0.5, cost: 0.1 })

export const rows = {
  bipartiteAbstentionLoss: row(() => ({ scores: scores(), labels: [1, -1], distance: 1, abstention: abstention() })),
  bipartiteSurrogate: row(() => ({ phi, scores: scores(), labels: [1, -1] })),
  listMle: row(() => ({})),
  listNet: row(() => ({ options: options({ form: 'kl' }) })),
  marginLoss: row(() => ({ name: 'sigmoid', steepness: 2 })),
  pairwiseAbstentionLoss: row(() => ({ scores: scores(), label: 1, distance: 1, abstention: abstention() })),
  pairwiseExponential: row(() => ({ options: options({ pairs: 'sum' }) })),
  pairwiseSigmoid: row(() => ({ options: options({ steepness: 2, pairs: 'mean' }) })),
  pairwiseSurrogate: row(() => ({ phi, scores: scores(), label: 1 })),
  rankNet: row(() => ({ options: options({ cutoff: 3, lambdaWeights: 'ndcg', pairs: 'mean' }) })),
  rankSvm: row(() => ({ options: options({ hinge: 'squared', pairs: 'mean' }) })),
  smoothedDcg: row(() => ({ options: options({ sigma: 1, cutoff: 2 }) })),
}
