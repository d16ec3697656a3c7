import type { ListModel } from '../../models/model.ts'
import { score } from '../../models/score.ts'
import { joined } from '../../numeric/allocate.ts'
import { blockRanges, type Operation } from './operation.ts'

/** Lists as a model scores them, with what metrics need of them and no features. */
export interface ScoredLists {
  readonly scores: Float64Array
  readonly labels: Float64Array
  /** List q is rows offsets[q] .. offsets[q + 1]. */
  readonly offsets: Uint32Array
  readonly listIds: readonly string[]
  readonly listWeights?: Float64Array
}

/** The scores of a model, of whatever kind, for every row. */
export const scoredLists: Operation<{ readonly model: ListModel }, ScoredLists, ScoredLists> = {
  *parts(here, { model }) {
    const { lists, runtime } = here
    const { labels, offsets, listIds, listWeights } = lists
    const scores = score(model, lists, runtime)
    return blockRanges(here).map(([from, to]) => ({
      scores: scores.slice(offsets[from], offsets[to]),
      labels: labels.slice(offsets[from], offsets[to]),
      offsets: offsets.slice(from, to + 1).map((offset) => offset - offsets[from]),
      listIds: listIds.slice(from, to),
      ...(listWeights && { listWeights: listWeights.slice(from, to) }),
    }))
  },
  combine(parts) {
    const lists = parts.reduce((sum, { listIds }) => sum + listIds.length, 0)
    const offsets = new Uint32Array(lists + 1)
    let [list, rows] = [0, 0]
    for (const part of parts) {
      for (const end of part.offsets.subarray(1)) offsets[++list] = rows + end
      rows = offsets[list]
    }
    const all = (of: (part: ScoredLists) => Float64Array) => joined(Float64Array, parts.map(of))
    return {
      scores: all((part) => part.scores),
      labels: all((part) => part.labels),
      offsets,
      listIds: parts.flatMap((part) => part.listIds),
      ...(parts[0].listWeights && { listWeights: all((part) => part.listWeights!) }),
    }
  },
}
