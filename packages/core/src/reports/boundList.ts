import type { listBounds } from '../theory/bound.ts'

/** What `bound --list` prints: every bound with what it needs. */
export interface BoundList {
  readonly bounds: ReturnType<typeof listBounds>
}
