/** What data must have before anything is trained on it. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'

/** The same lists, once it is sure that there is something in them. */
export function requireRows(lists: RankingLists): RankingLists {
  requireSize(lists.labels.length, lists.width)
  return lists
}

/** How large the lists are, once it is sure that there is something in them. */
export function* sizeOf(lists: HeldLists): Training<ListsSummary> {
  const size = yield* lists.ask('summary', {})
  requireSize(size.rows, lists.width)
  return size
}

/** Throws unless there are rows and some list counts. */
export function* requireWeight(lists: HeldLists): Training<void> {
  const { weight } = yield* sizeOf(lists)
  if (!(weight > 0)) throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what: 'all lists weigh 0' })
}

function requireSize(rows: number, width: number): void {
  const what = rows === 0 ? 'the data has no rows' : width === 0 ? 'the rows have no features' : undefined
  if (what !== undefined) throw new RankwrightError({ area: 'model', code: 'nothing-to-train-on', what })
}

/** Throws unless the squares of the labels add up. */
export function requireSquares({ leastLabel, greatestLabel }: Pick<ListsSummary, 'leastLabel' | 'greatestLabel'>): void {
  const largest = -leastLabel > greatestLabel ? leastLabel : greatestLabel
  if (Math.abs(largest) > 1e140) throw new RankwrightError({ area: 'model', code: 'labels-too-large', largest })
}
