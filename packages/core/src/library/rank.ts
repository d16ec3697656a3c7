import type { RankingLists } from '../data/rankingLists.ts'
import type { Model } from '../models/model.ts'
import { score } from '../models/score.ts'
import type { OptionsOf, OptionTable } from '../options/optionTable.ts'
import { resolveOptions } from '../options/resolveOptions.ts'
import { plainRuntime, type Runtime } from '../runtime.ts'

export const rankOptions = {
  top: { kind: 'integer', atLeast: 1, doc: 'How many items of each list to keep; all when left out.' },
} as const satisfies OptionTable

export interface RankedItem {
  /** Where the row stood in the file, from 0. */
  readonly row: number
  readonly item?: string
  readonly score: number
}

export interface RankedItems {
  readonly id: string
  /** Best first; items with the same score stay in the order of the rows. */
  readonly items: readonly RankedItem[]
}

/** The lists in the order the model gives them. */
export function rank(
  model: Model,
  lists: RankingLists,
  options: OptionsOf<typeof rankOptions> = {},
  runtime: Runtime = plainRuntime,
): RankedItems[] {
  const { top = Infinity } = resolveOptions(rankOptions, options)
  const { offsets, listIds, itemIds, sourceRows } = lists
  const scores = score(model, lists, runtime)
  const order = new Uint32Array(scores.length)
  runtime.kernels.argsortDescending(offsets, scores, order)
  return listIds.map((id, list) => {
    const first = offsets[list]
    const items = Array.from(order.subarray(first, Math.min(offsets[list + 1], first + top)), (place) => {
      const row = first + place
      return { row: sourceRows?.[row] ?? row, ...(itemIds && { item: itemIds[row] }), score: scores[row] }
    })
    return { id, items }
  })
}
