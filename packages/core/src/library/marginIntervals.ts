import { requireNumber } from '../arguments/requireNumber.ts'
import { arrayOf, numbers } from '../arguments/shapes.ts'
import { fileOrder, type RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import { type MarginPosterior, marginPosterior } from '../models/marginPosterior.ts'
import { marginUncertainty } from '../models/marginUncertainty.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { score } from '../models/score.ts'
import { firstAbove } from '../numeric/order/sortedSearch.ts'
import { normalQuantile } from '../numeric/special/normalDistribution.ts'
import type { OptionsOf, OptionTable } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'

export const marginOptions = {
  level: { kind: 'number', default: 0.95, above: 0, below: 1, doc: 'How probable it is that an interval holds what it is of.' },
} as const satisfies OptionTable

/**
 * What models that were trained with uncertainty know of the margins of pairs, each of two items of the same list. Rows are those that
 * `rank` names: places in the file, from 0.
 */
export function marginIntervals(
  model: Model,
  lists: RankingLists,
  pairs: readonly (readonly [row: number, other: number])[],
  options: OptionsOf<typeof marginOptions> = {},
  runtime: Runtime = plainRuntime,
): MarginPosterior[] {
  requireLists('lists', lists)
  arrayOf(numbers('finite', 2), 'an array of pairs of rows, such as [[0, 1]]')('pairs', pairs)
  requireRuntime(runtime)
  const known = requireListModel(model)
  const { level } = resolveOptions(marginOptions, options)
  const rows = placesOf(lists, pairs)
  const { deviations, noise } = marginUncertainty(known, lists, runtime)
  const scores = score(known, lists, runtime)
  const reach = normalQuantile((1 + level) / 2)
  return Array.from(deviations(rows), (deviation, pair) =>
    marginPosterior(scores[rows[2 * pair]] - scores[rows[2 * pair + 1]], deviation, noise, reach),
  )
}

/** Where the rows of the pairs are in the lists, one pair after the other. */
function placesOf(lists: RankingLists, pairs: readonly (readonly [number, number])[]): Uint32Array {
  const order = fileOrder(lists)
  const rows = new Uint32Array(2 * pairs.length)
  for (const [index, pair] of pairs.entries()) {
    for (const [side, row] of pair.entries()) {
      requireNumber(`pairs[${index}][${side}]`, row, { whole: true, atLeast: 0, atMost: order.length - 1 })
      rows[2 * index + side] = order[row]
    }
    if (firstAbove(lists.offsets, rows[2 * index]) === firstAbove(lists.offsets, rows[2 * index + 1])) continue
    throw new RankwrightError({ area: 'model', code: 'not-one-list', rows: [pair[0], pair[1]] })
  }
  return rows
}
