import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { TrainedCommon } from '../common/modelCommon.ts'
import type { ListKind } from '../common/modelKind.ts'
import type { ElmModel } from '../elm/elm.ts'
import type { KernelModel } from '../kernel/kernel.ts'
import type { LinearModel } from '../linear/linear.ts'
import type { NetworkModel } from '../network/network.ts'
import type { TreesModel } from '../trees/trees.ts'
import { listScales, standardise, standardisedBy } from './standardScores.ts'

/** What can be a member: every kind that a method trains on lists, but no ensemble. */
export type MemberModel = LinearModel | ElmModel | KernelModel | NetworkModel | TreesModel

/** The rows of the kinds that members have. */
export type MemberKinds = { readonly [Kind in MemberModel['kind']]: ListKind<Extract<MemberModel, { kind: Kind }>> }

/**
 * s(x) = Σ wₘ (sₘ(x) − meanₘ) / deviationₘ: a weighted sum of the scores of its members, where mean and deviation are those of the member's
 * scores in the list of the row. So the weights do not depend on the scale of a member's scores.
 */
export interface EnsembleModel extends TrainedCommon {
  readonly kind: 'ensemble'
  /** All of them read the features of the ensemble. What was calibrated, encoded or seen stands once, in the ensemble. */
  readonly members: readonly MemberModel[]
  /** One for each member; none below 0, and one above. */
  readonly weights: Float64Array
}

/** The row of a member. */
export function memberKind(kinds: MemberKinds, member: MemberModel): ListKind<MemberModel> {
  return kinds[member.kind] as ListKind<MemberModel>
}

/** One score per row of lists whose features are those of the model, in its order. */
export function scoreWithMembers(kinds: MemberKinds, model: EnsembleModel, lists: RankingLists, compute: Compute): Float64Array {
  const sums = new Float64Array(lists.labels.length)
  for (const [index, member] of model.members.entries()) {
    const weight = model.weights[index]
    if (weight === 0) continue
    const scores = standardise(memberKind(kinds, member).score(member, lists, compute), lists.offsets)
    for (let row = 0; row < sums.length; row++) sums[row] += weight * scores[row]
  }
  return sums
}

/** Scores of changed rows, where mean and deviation are those of the lists as they were. */
export function scorerOfChanged(
  kinds: MemberKinds,
  model: EnsembleModel,
  lists: RankingLists,
  compute: Compute,
): (changed: RankingLists) => Float64Array {
  const { offsets } = lists
  const members = model.members.flatMap((member, index) => {
    const weight = model.weights[index]
    if (weight === 0) return []
    const kind = memberKind(kinds, member)
    const scoresOf = kind.scoreChanged?.(member, lists, compute) ?? ((rows: RankingLists) => kind.score(member, rows, compute))
    return [{ weight, scoresOf, scales: listScales(kind.score(member, lists, compute), offsets) }]
  })
  return (changed) => {
    const sums = new Float64Array(changed.labels.length)
    for (const { weight, scoresOf, scales } of members) {
      const scores = standardisedBy(scoresOf(changed), offsets, scales)
      for (let row = 0; row < sums.length; row++) sums[row] += weight * scores[row]
    }
    return sums
  }
}

/** The model as a member: what the ensemble states once is left out. */
export function asMember(model: MemberModel): MemberModel {
  const { calibration: _, abstention: __, encoders: ___, grades: ____, sideColumns: _____, training, ...own } = model
  const { seen: ______, auto: _______, ...record } = training
  return { ...own, training: record } as MemberModel
}
