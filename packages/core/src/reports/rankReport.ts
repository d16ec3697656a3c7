import type { RankedItem, RankedList } from '../library/rank.ts'
import type { Contribution, Explainer, PairExplanation } from '../models/common/explanation.ts'

/** What `rank` answers. */
export type RankReport = RankedLists | ExplainedLists | PairReport

export interface RankedLists {
  readonly lists: Iterable<RankedList>
}

/** With reasons: the contributions of an item and the intercept sum to its score. */
export interface ExplainedLists {
  readonly intercept: number
  readonly lists: Iterable<ExplainedItems>
}

export interface ExplainedItems extends Omit<RankedList, 'items'> {
  readonly items: readonly (RankedItem & { readonly contributions: readonly Contribution[] })[]
}

/** Why one of two rows stands above the other. */
export interface PairReport {
  readonly why: PairExplanation
}

export function explainedLists(lists: Iterable<RankedList>, reasons: Explainer): ExplainedLists {
  return {
    intercept: reasons.intercept,
    lists: {
      *[Symbol.iterator]() {
        for (const list of lists) yield explainedList(list, reasons)
      },
    },
  }
}

function explainedList({ id, items, ...undecided }: RankedList, reasons: Explainer): ExplainedItems {
  return { id, ...undecided, items: items.map((item) => ({ ...item, contributions: reasons.item(item.row).contributions })) }
}
