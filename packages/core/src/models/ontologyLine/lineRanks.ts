/** Where terms stand on a line: ranks of their scores, and how wide the subtree of each term is in the tree that the line drew. */
import type { DrawnTree } from '../../ontology/graph/drawnTree.ts'

export interface LineRanks {
  /** From 0, the least score first; equal scores have the mean of their ranks. Terms outside the tree have −1. */
  readonly ranks: Float32Array
  /** The greatest rank at or below a term minus the least. */
  readonly widths: Float32Array
}

export function lineRanks(scores: Float64Array, { parents, order }: DrawnTree): LineRanks {
  const sorted = Uint32Array.from(order).sort((a, b) => scores[a] - scores[b])
  const ranks = new Float32Array(scores.length).fill(-1)
  for (let from = 0, to = 0; from < sorted.length; from = to) {
    while (to < sorted.length && scores[sorted[to]] === scores[sorted[from]]) to++
    for (let place = from; place < to; place++) ranks[sorted[place]] = (from + to - 1) / 2
  }
  const low = ranks.slice()
  const high = ranks.slice()
  for (let place = order.length - 1; place > 0; place--) {
    const term = order[place]
    const parent = parents[term]
    if (parent < 0) continue
    low[parent] = Math.min(low[parent], low[term])
    high[parent] = Math.max(high[parent], high[term])
  }
  return { ranks, widths: high.map((rank, term) => rank - low[term]) }
}
