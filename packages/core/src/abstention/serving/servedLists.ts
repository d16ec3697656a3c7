/**
 * What is served: the one place that says in which order the items of a list are shown. `rank` prints it; `evaluate`, `compare` and `certify`
 * measure it.
 *
 * - Without a rule: by score, from the greatest.
 * - `list`: by score if the confidence in the list reaches the threshold, else in the order in which the items came.
 * - `distance`, `margin`, `probability`: by score. Where neighbours are undecided, the policy `keep` or `random` arranges them anew, as far as
 *   decided pairs allow; the policy `review` leaves them by score.
 *
 * Items with equal scores stay in the order in which they came. That is the order of the rows of the list, as they stand in the file.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { ListModel } from '../../models/model.ts'
import { requireCalibration } from '../../models/requireModel.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { seededRandom } from '../../numeric/random.ts'
import type { PairRule } from '../../rules/ruleRow.ts'
import { isPairRule, listRow, pairRow } from '../../rules/ruleTable.ts'
import { scoredLists } from '../scoredLists.ts'
import { tieRank, type UndecidedList, undecidedList } from '../undecided.ts'
import type { Serving } from './servingOptions.ts'

/** A list as it is served: its items by their numbers in the list, best first. */
export type ServedList =
  | { readonly by: 'score'; readonly order: Uint32Array }
  | { readonly by: 'whole list'; readonly order: Uint32Array; readonly confidence: number; readonly answered: boolean }
  | ({
      readonly by: 'pairs'
      /** The undecided pairs among the places asked for, the higher item first; looked for anew each time. */
      readonly pairs: () => Generator<readonly [number, number]>
      /** How many there are. */
      readonly countPairs: () => number
      /** Whether some items with equal scores are decided all the same, so that the order in which they came decides. */
      readonly decidesEqual: () => boolean
    } & UndecidedList)

/**
 * `scores` are those of all rows. With a rule for pairs only the first `top` places are worked out and the next one, which the last of them is
 * compared with.
 */
export function servedLists(
  model: ListModel,
  lists: RankingLists,
  scores: Float64Array,
  { rule, ties, seed }: Serving,
  compute: Compute,
): (list: number, top?: number) => ServedList {
  const { offsets, listIds } = lists
  const byScore = new Uint32Array(scores.length)
  compute.argsortDescending(offsets, scores, byScore)
  const orderOf = (list: number) => byScore.subarray(offsets[list], offsets[list + 1])
  if (rule === undefined) return (list) => ({ by: 'score', order: orderOf(list) })
  if (!isPairRule(rule)) {
    const [row, calibration] = [listRow(rule), requireCalibration(model)]
    return (list) => {
      const order = orderOf(list)
      const confidence = row.confidenceOf(rule, scores.subarray(offsets[list], offsets[list + 1]), order, calibration)
      const answered = row.isAnswered(confidence, rule.threshold)
      return { by: 'whole list', confidence, answered, order: answered ? order : order.slice().sort() }
    }
  }
  const random = ties === 'random' ? seededRandom(seed ?? 1) : undefined
  const ruleOf = pairRow(rule).pairsOf(rule, scoredLists(model, lists, scores, compute))
  return (list, top = Number.POSITIVE_INFINITY) => {
    const order = orderOf(list)
    const drawn = random?.fork(`list ${listIds[list]}`) // whatever other lists there are
    const found = undecidedList(order, top + 1, ruleOf(list), tieRank(ties, order.length, drawn))
    const runs = found.runs.map(([from, to]) => [from, Math.min(to, top)] as const).filter(([from, to]) => to - from > 1)
    // The rule of the list is made again when the pairs are asked for, so that its rows need not be kept.
    const places = found.order.subarray(0, Math.min(top, order.length))
    return {
      by: 'pairs',
      order: found.order,
      runs,
      pairs: () => ruleOf(list).pairsAmong(places),
      countPairs: () => ruleOf(list).countAmong(places),
      decidesEqual: () => decidesEqual(order, scores.subarray(offsets[list], offsets[list + 1]), ruleOf(list)),
    }
  }
}

/** More items with one score are not compared pair by pair: some are taken to be decided. */
const mostCompared = 1000

function decidesEqual(order: Uint32Array, scores: Float64Array, { isUndecided }: Pick<PairRule, 'isUndecided'>): boolean {
  for (let from = 0, to = 0; from < order.length; from = to) {
    to = from + 1
    while (to < order.length && scores[order[to]] === scores[order[from]]) to++
    if (to - from > mostCompared) return true
    for (let one = from; one < to; one++)
      for (let other = one + 1; other < to; other++) if (!isUndecided(order[one], order[other])) return true
  }
  return false
}
