/** Looks at single lists and rows: what a trainer draws its samples from. */
import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { LossSpec } from '../../losses/lossSpec.ts'
import { joined } from '../../numeric/allocate.ts'
import type { Weighing } from '../passes/rankingPass.ts'
import { blockRanges, type ListsHere, type Operation } from './operation.ts'

/** The labels of some lists, one list after the other, with what is known of each. */
export interface ChosenLabels {
  readonly labels: Float64Array
  readonly sizes: Uint32Array
  readonly weights: Float64Array
  /** Where the rows of each list begin among all rows. */
  readonly firstRows: Float64Array
}

/** Numbers of lists, ascending. */
export interface ChosenLists {
  readonly lists: Uint32Array
}

export const labelsOfLists: Operation<ChosenLists, ChosenLabels, ChosenLabels> = {
  *parts(here, { lists: chosen }) {
    const { labels, offsets, listWeights } = here.graded
    return perBlock(here, chosen, (lists) => ({
      labels: joined(
        Float64Array,
        lists.map((list) => labels.subarray(offsets[list], offsets[list + 1])),
      ),
      sizes: Uint32Array.from(lists, (list) => offsets[list + 1] - offsets[list]),
      weights: Float64Array.from(lists, (list) => listWeights?.[list] ?? 1),
      firstRows: Float64Array.from(lists, (list) => here.before.rows + offsets[list]),
    }))
  },
  combine: (parts) => ({
    labels: joined(
      Float64Array,
      parts.map(({ labels }) => labels),
    ),
    sizes: Uint32Array.from(parts.flatMap(({ sizes }) => [...sizes])),
    weights: joined(
      Float64Array,
      parts.map(({ weights }) => weights),
    ),
    firstRows: joined(
      Float64Array,
      parts.map(({ firstRows }) => firstRows),
    ),
  }),
}

/** The linear scores w · φ(x) of some lists, one list after the other. */
export const scoresOfLists: Operation<
  ChosenLists & { readonly map: FeatureMap; readonly loss: LossSpec; readonly weighing: Weighing; readonly weights: Float64Array },
  Float64Array,
  Float64Array
> = {
  *parts(here, { lists: chosen, map, loss, weighing, weights }) {
    const { offsets } = here.graded
    const pass = yield* here.pass(map, loss, weighing) // which may stand at these weights
    return perBlock(here, chosen, (lists) =>
      joined(
        Float64Array,
        lists.map((list) => pass.scores(weights, offsets[list], offsets[list + 1])),
      ),
    )
  },
  combine: (parts) => joined(Float64Array, parts),
}

/** One mapped row minus another, for pairs of rows in ascending order of their lists; row after row. */
export const rowDifferences: Operation<{ readonly map: FeatureMap; readonly pairs: Uint32Array }, Float64Array, Float64Array> = {
  *parts(here, { map, pairs }) {
    const { width, difference } = yield* here.mapped(map)
    const { offsets } = here.graded
    const first = here.before.rows
    return blockRanges(here).map(([from, to]) => {
      const [low, high] = [offsets[from] + first, offsets[to] + first]
      const own: number[] = []
      for (let pair = 0; pair < pairs.length; pair += 2) if (pairs[pair] >= low && pairs[pair] < high) own.push(pair)
      const differences = new Float64Array(own.length * width)
      for (const [place, pair] of own.entries()) {
        difference(pairs[pair] - first, pairs[pair + 1] - first, differences.subarray(place * width, (place + 1) * width))
      }
      return differences
    })
  },
  combine: (parts) => joined(Float64Array, parts),
  *whole(here, { map, pairs }) {
    const { width, difference } = yield* here.mapped(map)
    const differences = new Float64Array((pairs.length / 2) * width)
    for (let place = 0; 2 * place < pairs.length; place++) {
      difference(pairs[2 * place], pairs[2 * place + 1], differences.subarray(place * width, (place + 1) * width))
    }
    return differences
  },
}

/** For each block, what becomes of those chosen lists that are in it, called by their number here. */
function perBlock<Part>(here: ListsHere, chosen: Uint32Array, partOf: (lists: number[]) => Part): Part[] {
  const own = Array.from(chosen, (list) => list - here.before.lists)
  let next = 0
  while (next < own.length && own[next] < 0) next++
  return blockRanges(here).map(([, to]) => {
    const start = next
    while (next < own.length && own[next] < to) next++
    return partOf(own.slice(start, next))
  })
}
