import type { LeastSquaresStatistics } from '../../../models/elm/leastSquaresStatistics.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'
import { transposeInto } from '../../../numeric/dense/transpose.ts'

/** The eigendecomposition gram = V diag(d) Vᵀ of sums, which gives the weights for every penalty, with what a pass over the rows needs beside it. */
export interface HiddenPath {
  readonly statistics: Pick<LeastSquaresStatistics, 'space' | 'weight' | 'rowWeight' | 'nodeMeans' | 'labelMean'>
  /** d, ascending; rounding below 0 counts as 0. Fewer than there are nodes where the others are known to be 0. */
  readonly values: Float64Array
  /** Vᵀ: row k is the eigenvector of values[k]. */
  readonly vectors: Float64Array
  /** Vᵀ moments. */
  readonly projected: Float64Array
}

/** V, nodes × eigenvectors, in memory of `compute`. */
export function eigenvectorColumns({ statistics, values, vectors }: HiddenPath, compute: Compute): Float64Array {
  const { count } = statistics.space.nodes
  const depth = values.length
  const columns = compute.float64(count * depth)
  transposeInto(depth, count, vectors, columns)
  return columns
}
