import { bestSplits, type SplitNode, type SplitRules } from './bestSplits.ts'
import { binRows } from './binRows.ts'
import { histogram } from './histogram.ts'
import { lambdas } from './lambdas.ts'
import { addToRows, leafSums } from './leafSums.ts'
import { partitionRows } from './partitionRows.ts'
import { quantise } from './quantise.ts'
import type { BinnedTree } from './walkBins.ts'
import { walkBins } from './walkBins.ts'

/** The work of growing trees on binned rows. The functions of the same names beside this file are the definition. */
export interface TreeGrowth {
  binRows(
    rows: number,
    width: number,
    matrix: Float32Array,
    features: Uint32Array,
    thresholds: Float32Array,
    starts: Uint32Array,
    stride: number,
    into: Uint8Array,
  ): void
  quantise(slopes: Float64Array, curvatures: Float64Array, slopeScale: number, curvatureScale: number, into: Int32Array): void
  histogram(stride: number, bins: Uint8Array, gradients: Int32Array, rows: Uint32Array, into: Int32Array, whole?: Int32Array): void
  bestSplits(
    histogram: Int32Array,
    columns: Uint32Array,
    binCounts: Uint32Array,
    directions: Int32Array | undefined,
    node: SplitNode,
    rules: SplitRules,
    into: Float64Array,
  ): void
  partitionRows(stride: number, bins: Uint8Array, column: number, sides: Uint8Array, scratch: Uint32Array, rows: Uint32Array): number
  leafSums(
    slopes: Float64Array,
    curvatures: Float64Array,
    slopeScale: number,
    curvatureScale: number,
    rows: Uint32Array,
    into: Float64Array,
  ): void
  lambdas(
    offsets: Uint32Array,
    items: Uint32Array,
    cutoff: number,
    normalise: boolean,
    scores: Float64Array,
    gains: Float64Array,
    discounts: Float64Array,
    slopes: Float64Array,
    curvatures: Float64Array,
  ): void
  addToRows(rows: Uint32Array, amount: number, into: Float64Array): void
  walkBins(stride: number, bins: Uint8Array, tree: BinnedTree, values: Float64Array, rows: Uint32Array, into: Float64Array): void
}

export const plainTreeGrowth: TreeGrowth = {
  binRows,
  quantise,
  histogram,
  bestSplits,
  partitionRows,
  leafSums,
  addToRows,
  lambdas,
  walkBins,
}
