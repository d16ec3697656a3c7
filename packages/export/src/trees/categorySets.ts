import type { TreesModel } from '@rankwright/core'

/** The categories that go left at each split on categories, ascending, by the number of the split. */
export function setsOfSplits({ categorical, setStarts, sets }: TreesModel): ReadonlyMap<number, readonly number[]> {
  return new Map(Array.from(categorical, (split, set) => [split, categoriesOf(sets.subarray(setStarts[set], setStarts[set + 1]))]))
}

/** The categories whose bits are set. */
export function categoriesOf(words: Int32Array): number[] {
  return Array.from(words).flatMap((word, at) =>
    Array.from({ length: 32 }, (_, bit) => bit).flatMap((bit) => ((word >>> bit) & 1 ? [32 * at + bit] : [])),
  )
}
