import { fingerprintOf, hashesOfLists } from '../../data/lists/fingerprint.ts'
import { blockRanges, type Operation } from './operation.ts'

/** 128 bits to know the data again by; see data/lists/fingerprint.ts. */
export const fingerprint: Operation<Record<string, never>, Int32Array, string> = {
  *parts(here) {
    return blockRanges(here).map(([from, to]) => hashesOfLists(here.lists, from, to, here.runtime.compute))
  },
  combine: fingerprintOf,
}
