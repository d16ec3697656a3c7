import type { RankingLists } from '../data/lists/rankingLists.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { matchFeatures } from './common/matchFeatures.ts'
import { scoreElm } from './elm/elm.ts'
import { scoreKernel } from './kernel/kernel.ts'
import { scoreLinear } from './linear/linear.ts'
import type { Model } from './model.ts'
import { scoreNetwork } from './network/network.ts'

/**
 * One score per row, in the order of `lists`; greater ranks higher. The features of the data are matched with those of
 * the model first, see `matchFeatures`.
 */
export function score(model: Model, lists: RankingLists, { compute }: Runtime = plainRuntime): Float64Array {
  const { lists: matched } = matchFeatures(model, lists)
  switch (model.kind) {
    case 'linear':
      return scoreLinear(model, matched, compute)
    case 'elm':
      return scoreElm(model, matched, compute)
    case 'network':
      return scoreNetwork(model, matched, compute)
    case 'kernel':
      return scoreKernel(model, matched, compute)
  }
}
