import { joined } from '../../numeric/allocate.ts'
import { fingerprint } from './fingerprint.ts'
import type { Operation } from './operation.ts'

/** What every list is known again by, in the order of the lists; see `hashesOfLists`. */
export const listWords: Operation<Record<string, never>, Int32Array, Int32Array> = {
  parts: fingerprint.parts,
  combine: (parts) => joined(Int32Array, parts),
}
