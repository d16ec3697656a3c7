/** What a tree is grown on: rows that lie in this process, or that somebody holds. */
import type { Training } from '../../runtime/training.ts'
import type { GradientSums } from '../../work/passes/trees/gradientSums.ts'
import type { Scales } from '../../work/passes/trees/wholeNumberScales.ts'
import type { GrownTree } from './grownTree.ts'

/** A node and what parts it. */
export interface PlannedSplit {
  readonly node: number
  readonly column: number
  /** 256 bytes: 1 for each bin of the column that goes left. */
  readonly sides: Uint8Array
  /** Which side has fewer rows; the left one if both have as many. */
  readonly smaller: 'left' | 'right'
  /** Whether the histograms of the sides are wanted. */
  readonly summed: boolean
}

export interface PartedNode {
  readonly nodes: readonly [left: number, right: number]
  /** Of the smaller side. */
  readonly histogram?: Int32Array
}

export interface GrowingRows {
  /** Bins of each column, without that of missing values. */
  readonly binCounts: Uint32Array
  /** Adds the tree to the scores, if there is one, and draws the rows of the next: those of the lists with a 1, or of all lists. */
  next(tree: GrownTree | undefined, drawn: Uint8Array | undefined): Training<GradientSums>
  /** The histogram of the root, node 0, for these columns. */
  root(scales: Scales, columns: Uint32Array): Training<Int32Array>
  /**
   * Parts a node; `whole`, its histogram, becomes that of the larger side. `ahead` gives splits of other nodes, in the order in which they may come
   * next: who answers later can do them on the same way.
   */
  part(split: PlannedSplit, whole: Int32Array | undefined, ahead: () => readonly PlannedSplit[]): Training<PartedNode>
  /** Fine sums over nodes: slopes and curvatures, in pairs. */
  leafSums(nodes: Uint32Array, scales: Scales): Training<Float64Array>
  giveBack(histogram: Int32Array): void
}
