import { fingerprintOf, hashesOfLists } from '../../data/lists/fingerprint.ts'
import { inNumberedColumns } from '../../data/lists/occurringFeatures.ts'
import { listCount, type RankingLists } from '../../data/lists/rankingLists.ts'
import { type SeenLists, seenListsOf } from '../../data/lists/seenLists.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { blockRanges, type Operation } from './operation.ts'

/** What the data is known again by: 128 bits of all of it, and the sketches of its lists. */
export interface DataIdentity {
  readonly data: string
  readonly seen: SeenLists
}

/** See data/lists/fingerprint.ts and data/lists/seenLists.ts. */
export const fingerprint: Operation<Record<string, never>, Int32Array, DataIdentity> = {
  *parts(here) {
    const lists = inNumberedColumns(here.lists) // once, not for each block
    return blockRanges(here).map(([from, to]) => hashesOfLists(lists, from, to, here.runtime.compute))
  },
  combine: identityOf,
}

/** Of lists that are all here. */
export function identityOfLists(lists: RankingLists, compute: Compute): DataIdentity {
  return identityOf([hashesOfLists(lists, 0, listCount(lists), compute)])
}

/** From the words of blocks of lists, in order. */
function identityOf(hashes: readonly Int32Array[]): DataIdentity {
  return { data: fingerprintOf(hashes), seen: seenListsOf(hashes) }
}
