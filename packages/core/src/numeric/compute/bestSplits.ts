import { MOST_BINS } from './binRows.ts'
import { BIN_NUMBERS } from './histogram.ts'
import { requireLength } from './requireLength.ts'

/** What a split has to keep to. Slopes and curvatures are sums of whole numbers, see `quantise`; `scale` times them are the real ones. */
export interface SplitRules {
  readonly slopeScale: number
  readonly curvatureScale: number
  readonly l1: number
  readonly l2: number
  /** Least rows, and least sum of curvatures, on each side. */
  readonly minRows: number
  readonly minCurvature: number
  /** How rows are counted for `minRows`. */
  readonly countRows: CountRows
}

/** One by one; or each bin as its share of the curvature of the node, see `rowsByCurvature`. */
export type CountRows = 'exactly' | 'by-curvature'

/** A node that may be split: the sums over its rows, and the range that the values of its leaves have to stay in. */
export interface SplitNode {
  readonly slope: number
  readonly curvature: number
  readonly rows: number
  readonly least: number
  readonly greatest: number
}

/** Numbers for each column in the result of `bestSplits`: gain, last bin on the left, whether missing values go left, and sums and rows of the left side. */
export const SPLIT_NUMBERS = 6

/**
 * The best split of a node by each of some columns: which bin is the last to go left, and where missing values go. A gain of 0 or less means
 * that there is none. Of equal gains the first in this order stands: bins ascending, missing values on the right before on the left.
 * The rows of the left side are always those that there are: `countRows` only says how they are counted for `minRows`.
 *
 * The gain is S(left) + S(right) − S(node), S = T(G)² / (H + l2) with T(G) = sign(G) max(0, |G| − l1), by how much a leaf with the best value
 * lowers the second-order approximation of the objective, doubled. Where a column has a direction (1: scores rise with it, −1: they fall),
 * splits against it are left out, and with any direction in the tree values are kept in the range of the node.
 */
export function bestSplits(
  histogram: Int32Array,
  columns: Uint32Array,
  binCounts: Uint32Array,
  directions: Int32Array | undefined,
  node: SplitNode,
  rules: SplitRules,
  into: Float64Array,
): void {
  requireLength('into', into, SPLIT_NUMBERS * columns.length)
  const whole = scoreOf(node.slope * rules.slopeScale, node.curvature * rules.curvatureScale, directions && node, rules)
  for (let place = 0; place < columns.length; place++) {
    const column = columns[place]
    bestOfColumn(histogram, column, binCounts[column], directions, node, rules, whole, into.subarray(SPLIT_NUMBERS * place))
  }
}

function bestOfColumn(
  histogram: Int32Array,
  column: number,
  bins: number,
  directions: Int32Array | undefined,
  node: SplitNode,
  rules: SplitRules,
  whole: number,
  into: Float64Array,
): void {
  const first = BIN_NUMBERS * column * MOST_BINS
  const missing = first + BIN_NUMBERS * bins
  const missingRows = histogram[missing + 2]
  const counted = rules.countRows === 'exactly' ? undefined : countedByCurvature(histogram, first, bins, node)
  const direction = directions === undefined ? 0 : directions[column]
  into.fill(0, 0, SPLIT_NUMBERS)
  let slope = 0
  let curvature = 0
  let rows = 0
  let estimated = 0
  const offer = (bin: number, missingLeft: number) => {
    const leftSlope = slope + missingLeft * histogram[missing]
    const leftCurvature = curvature + missingLeft * histogram[missing + 1]
    const leftRows = rows + missingLeft * missingRows
    const leftCounted = counted === undefined ? leftRows : missingRows > 0 && missingLeft === 0 ? estimated : estimated + counted.notTold
    if (leftCounted < rules.minRows || node.rows - leftCounted < rules.minRows) return
    const [gl, hl] = [leftSlope * rules.slopeScale, leftCurvature * rules.curvatureScale]
    const [gr, hr] = [(node.slope - leftSlope) * rules.slopeScale, (node.curvature - leftCurvature) * rules.curvatureScale]
    if (hl < rules.minCurvature || hr < rules.minCurvature) return
    const range = directions && node
    if (direction !== 0) {
      const rise = leafValue(gr, hr, node, rules) - leafValue(gl, hl, node, rules)
      if (rise * direction < 0) return
    }
    const gain = scoreOf(gl, hl, range, rules) + scoreOf(gr, hr, range, rules) - whole
    if (!(gain > into[0])) return
    into[0] = gain
    into[1] = bin
    into[2] = missingLeft
    into[3] = leftSlope
    into[4] = leftCurvature
    into[5] = leftRows
  }
  for (let bin = 0; bin < bins; bin++) {
    const at = first + BIN_NUMBERS * bin
    if (histogram[at + 2] === 0) continue
    slope += histogram[at]
    curvature += histogram[at + 1]
    rows += histogram[at + 2]
    if (counted !== undefined) estimated += rowsByCurvature(histogram[at + 1], counted.perCurvature)
    offer(bin, 0)
    if (missingRows > 0) offer(bin, 1)
  }
}

/**
 * LightGBM's way of counting (feature_histogram.hpp): it keeps no rows for each bin, and takes a bin to have its share of the node's rows by
 * curvature, rounded to a whole number. Missing values are on the side that is not summed up, and so are all rows that rounding loses: without
 * missing values that is the left one.
 */
export function rowsByCurvature(curvature: number, perCurvature: number): number {
  return Math.floor(curvature * perCurvature + 0.5)
}

/** Rows for each unit of curvature. A node without curvature has no rows to tell. */
export function rowsPerCurvature({ rows, curvature }: Pick<SplitNode, 'rows' | 'curvature'>): number {
  return curvature > 0 ? rows / curvature : 0
}

/** `notTold` are the rows of the node that its bins without that of missing values are not taken to have; fewer than none where rounding adds some. */
function countedByCurvature(
  histogram: Int32Array,
  first: number,
  bins: number,
  node: SplitNode,
): { perCurvature: number; notTold: number } {
  const perCurvature = rowsPerCurvature(node)
  let notTold = node.rows
  for (let bin = 0; bin < bins; bin++) notTold -= rowsByCurvature(histogram[first + BIN_NUMBERS * bin + 1], perCurvature)
  return { perCurvature, notTold }
}

/** The best value of a leaf with these sums: −T(G)/(H + l2), within the range. */
export function leafValue(
  slope: number,
  curvature: number,
  { least, greatest }: Pick<SplitNode, 'least' | 'greatest'>,
  { l1, l2 }: Pick<SplitRules, 'l1' | 'l2'>,
): number {
  const weight = curvature + l2
  if (!(weight > 0)) return Math.max(least, Math.min(greatest, 0))
  return Math.max(least, Math.min(greatest, -shrunk(slope, l1) / weight))
}

/** What a leaf with the best value gains, doubled; within the range, if there is one. */
export function scoreOf(slope: number, curvature: number, range: SplitNode | undefined, rules: SplitRules): number {
  const weight = curvature + rules.l2
  if (!(weight > 0)) return 0
  const t = shrunk(slope, rules.l1)
  if (range === undefined) return (t * t) / weight
  const value = leafValue(slope, curvature, range, rules)
  return -(2 * t * value + weight * value * value)
}

function shrunk(slope: number, l1: number): number {
  return slope > l1 ? slope - l1 : slope < -l1 ? slope + l1 : 0
}
