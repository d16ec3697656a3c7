import { joined } from '../../numeric/allocate.ts'
import { blockRanges, type Operation } from './operation.ts'

/** How many rows each list has. */
export const listSizes: Operation<Record<string, never>, Uint32Array, Uint32Array> = {
  *parts(here) {
    const { offsets } = here.graded
    return blockRanges(here).map(([from, to]) => offsets.slice(from + 1, to + 1).map((end, list) => end - offsets[from + list]))
  },
  combine: (parts) => Uint32Array.from(parts.flatMap((sizes) => [...sizes])),
}

/** The id of each list. */
export const listIds: Operation<Record<string, never>, { readonly ids: readonly string[] }, { readonly ids: readonly string[] }> = {
  *parts(here) {
    const { listIds: ids } = here.lists
    return blockRanges(here).map(([from, to]) => ({ ids: ids.slice(from, to) }))
  },
  combine: (parts) => ({ ids: parts.flatMap(({ ids }) => ids) }),
}

/** The weight of each list; none where lists have no weights. */
export const listWeights: Operation<Record<string, never>, { readonly weights?: Float64Array }, { readonly weights?: Float64Array }> = {
  *parts(here) {
    const { listWeights: weights } = here.graded
    return blockRanges(here).map(([from, to]) => (weights === undefined ? {} : { weights: weights.slice(from, to) }))
  },
  combine(parts) {
    const weights = parts.flatMap((part) => part.weights ?? [])
    return weights.length === 0 ? {} : { weights: joined(Float64Array, weights) }
  },
}
