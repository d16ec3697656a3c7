/** Losses of lists and pairs, with their gradients. */

export {
  bipartiteAbstentionLoss,
  bipartiteSurrogate,
  marginLoss,
  pairwiseAbstentionLoss,
  pairwiseSurrogate,
  surrogateNames,
} from '../losses/abstentionLoss.ts'
export { listMle } from '../losses/listMle.ts'
export { type ListNetOptions, listNet } from '../losses/listNet.ts'
export type { ListLoss, LossConstants, LossSetting } from '../losses/loss.ts'
export type { CurvedLossSpec, ListLossSpec, LossSpec } from '../losses/lossSpec.ts'
export { type PairwiseExponentialOptions, pairwiseExponential } from '../losses/pairwiseExponential.ts'
export { type PairwiseSigmoidOptions, pairwiseSigmoid } from '../losses/pairwiseSigmoid.ts'
export { type RankNetOptions, rankNet } from '../losses/rankNet.ts'
export { type RankSvmOptions, rankSvm } from '../losses/rankSvm.ts'
export { type SmoothedDcgOptions, smoothedDcg } from '../losses/smoothedDcg.ts'
