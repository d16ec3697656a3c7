import type { ScoredTree } from '../../work/passes/trees/treeRows.ts'

/** Splits in the order they were made, the root first, and leaves by number. */
export interface GrownTree extends ScoredTree {
  /** The last bin of each split that goes left, and whether missing values do. */
  readonly bins: Uint32Array
  readonly missingLeft: Uint8Array
  readonly gains: Float64Array
  /** Rows of each split. */
  readonly covers: Float64Array
  readonly leafRows: Float64Array
  /** The nodes, among those of `GrowingRows`, that are the leaves. */
  readonly leafNodes: Uint32Array
}
