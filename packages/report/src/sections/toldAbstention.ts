import type { AbstainReport } from '@rankwright/core'
import { type ListReport, listRiskText } from '@rankwright/core/abstention'
import type { ChosenRule } from '@rankwright/core/models'

/** What the sections need of a report: it may have come through JSON. */
export type ToldAbstention = Pick<AbstainReport, 'rule' | 'table' | 'curve' | 'guaranteed' | 'heldOut' | 'stored' | 'known'> &
  Partial<Pick<ListReport, 'risk' | 'cutoff' | 'reliability' | 'calibratedOn'>> & {
    /** A threshold with a guarantee has no loss. */
    readonly chosen?: {
      readonly threshold: number
      readonly loss?: number
      readonly abstained?: number
      readonly cost?: number
      readonly lossWithout?: number
      readonly origin?: ChosenRule['origin']
    }
  }

/** What counts as wrong with a list that is answered. */
export function riskWords({ risk = 'wrong-pairs', cutoff = 10 }: ToldAbstention): string {
  return listRiskText[risk](cutoff)
}
