/** What growing a tree left behind: which rows came where, and what splits gained. Scores do not need it; explanations and importance do. */
export interface TreeStatistics {
  /**
   * What came to each split in training: rows, or sums of curvatures where another program counts these. Only ratios within a tree matter.
   * Present together with `leafCovers`.
   */
  readonly covers?: Float64Array
  /** What came to each leaf. */
  readonly leafCovers?: Float64Array
  /** By how much each split lowered the objective of its tree. */
  readonly gains?: Float64Array
}

/** The statistics of some trees and of those after them; what one of the two lacks is absent. */
export function joinedStatistics(one: TreeStatistics, two: TreeStatistics): TreeStatistics {
  const covers = joined(one.covers, two.covers)
  const leafCovers = joined(one.leafCovers, two.leafCovers)
  const gains = joined(one.gains, two.gains)
  return { ...(covers && leafCovers && { covers, leafCovers }), ...(gains && { gains }) }
}

function joined(one: Float64Array | undefined, two: Float64Array | undefined): Float64Array | undefined {
  if (one === undefined || two === undefined) return undefined
  const both = new Float64Array(one.length + two.length)
  both.set(one)
  both.set(two, one.length)
  return both
}
