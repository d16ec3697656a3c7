import { blockRanges, type Operation } from './operation.ts'

/** How many rows each list has. */
export const listSizes: Operation<Record<string, never>, Uint32Array, Uint32Array> = {
  *parts(here) {
    const { offsets } = here.graded
    return blockRanges(here).map(([from, to]) => offsets.slice(from + 1, to + 1).map((end, list) => end - offsets[from + list]))
  },
  combine: (parts) => Uint32Array.from(parts.flatMap((sizes) => [...sizes])),
}
