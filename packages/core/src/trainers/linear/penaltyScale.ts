/**
 * What penalties λ/2 ‖w‖² are measured in, so that one share of it suits short and long lists, sums and means over pairs, features of any
 * unit, little data and much:
 *
 *   L̂(0) · d² · √(features/rows),
 *
 * L̂(0) the mean loss of zero weights and d² the mean squared distance of two items of a list after the feature map. A loss that is k times as
 * large asks for k times the penalty. So does d², as features that are twice as large halve the weights of the same scores. And the more
 * rows there are for each feature, the less the fit needs to be held back.
 */
import type { LossSpec } from '../../losses/lossSpec.ts'
import type { Training } from '../../runtime/training.ts'
import type { LinearLists } from './linearLists.ts'

export function* penaltyScale(lists: LinearLists, loss: LossSpec): Training<number> {
  const { width, size } = lists
  const spread = yield* lists.spread()
  const { value } = yield* lists.loss(loss, new Float64Array(width))
  const scale = value * spread * Math.sqrt(width / size.rows)
  return scale > 0 && scale < Number.POSITIVE_INFINITY ? scale : 1 // where no loss or no features differ, every penalty has the same effect
}
