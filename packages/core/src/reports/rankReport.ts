import { madeBy, requireArguments } from '../arguments/shapes.ts'
import type { RankedItem, RankedList } from '../library/rank.ts'
import type { Attribution, Contribution, Explainer, PairExplanation, Reference } from '../models/common/explanation.ts'

/** What `rank` answers. */
export type RankReport = RankedLists | ExplainedLists | PairReport

export interface RankedLists {
  readonly lists: Iterable<RankedList>
}

/** With reasons: the contributions of an item and the intercept sum to its score. */
export interface ExplainedLists {
  readonly how: Attribution
  /** What Shapley values of trees compare the values of an item with. */
  readonly against?: Reference
  readonly intercept: number
  readonly lists: Iterable<ExplainedItems>
}

export interface ExplainedItems extends Omit<RankedList, 'items'> {
  /** `intercept` is there where the score of an item starts from another number than the common one. */
  readonly items: readonly (RankedItem & { readonly intercept?: number; readonly contributions: readonly Contribution[] })[]
}

/** Why one of two rows stands above the other. */
export interface PairReport {
  readonly why: PairExplanation
}

export function explainedLists(lists: Iterable<RankedList>, reasons: Explainer): ExplainedLists {
  requireArguments(
    { lists, reasons },
    { lists: madeBy('rank or rankEach', Symbol.iterator), reasons: madeBy('explainer', 'intercept', 'item') },
  )
  return {
    how: reasons.how,
    ...(reasons.against && { against: reasons.against }),
    intercept: reasons.intercept,
    lists: {
      *[Symbol.iterator]() {
        for (const list of lists) yield explainedList(list, reasons)
      },
    },
  }
}

function explainedList({ id, items, ...undecided }: RankedList, reasons: Explainer): ExplainedItems {
  return {
    id,
    ...undecided,
    items: items.map((item) => {
      const { intercept, contributions } = reasons.item(item.row)
      return { ...item, ...(intercept !== reasons.intercept && { intercept }), contributions }
    }),
  }
}
