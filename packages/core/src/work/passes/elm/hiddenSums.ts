/**
 * The sums of least squares on hidden nodes over lists, in one pass: the nodes of a block of rows exist only while it is added. A list
 * within one block is centred exactly. A list that spans blocks, and everything at once with global centring, is measured from the mean
 * of its first rows; when it ends, what its own mean is away from that is taken off.
 */
import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import type { Precision } from '../../../models/elm/hiddenNodes.ts'
import type { HiddenSpace, LeastSquaresSums } from '../../../models/elm/leastSquaresStatistics.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'
import { firstAbove } from '../../../numeric/order/sortedSearch.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import { type CentringGroups, centringGroups } from './centringGroups.ts'
import { hiddenBlocks } from './hiddenBlocks.ts'

/** Rows that are in memory as nodes at a time, unless the build has a wish. */
const usualRows = 512

/** Of the lists from .. to. */
export function* hiddenSums(
  space: HiddenSpace,
  lists: RankingLists,
  from: number,
  to: number,
  precision: Precision,
  runtime: Runtime,
): Training<LeastSquaresSums> {
  const { compute } = runtime
  const { labels, offsets } = lists
  const groups = centringGroups(space, lists, from, to)
  const blockRows = compute.blockRows ?? usualRows
  const mark = compute.mark()
  try {
    const pass = statisticsPass(space.nodes.count, blockRows, labels, groups, precision, compute)
    const blocks = hiddenBlocks(space, lists, blockRows, runtime, precision)
    for (let first = offsets[from]; first < offsets[to]; ) {
      obeyStop(runtime)
      const last = blockEnd(offsets, space, first, Math.min(offsets[to], first + blockRows), offsets[to])
      blocks.evaluate(first, last, pass.block)
      addBlock(pass, first, last)
      first = last
      yield { stage: 'statistics', done: last, total: labels.length }
    }
    if (precision === 'double') compute.syrk(0, pass.count, pass.block, undefined, pass.total.gram) // both triangles again
    const { rowWeight, labelTotal, labelSquares, nodeTotals, gram, moments } = pass.total
    return {
      lists: to - from,
      rows: offsets[to] - offsets[from],
      weight: space.centre === 'global' ? rowWeight : listWeight(lists, from, to),
      rowWeight,
      nodeMeans: nodeTotals.map((total) => (rowWeight > 0 ? total / rowWeight : 0)),
      labelMean: rowWeight > 0 ? labelTotal / rowWeight : 0,
      gram: gram.slice(),
      moments,
      labelSquares: Math.max(0, labelSquares),
      ...groups.freedom(rowWeight),
    }
  } finally {
    compute.release(mark)
  }
}

function listWeight({ listWeights }: RankingLists, from: number, to: number): number {
  return listWeights === undefined ? to - from : listWeights.subarray(from, to).reduce((sum, weight) => sum + weight, 0)
}

/** Whole lists as long as they fit; a list that does not fit into any block starts one and is cut. */
function blockEnd(offsets: Uint32Array, { centre }: HiddenSpace, first: number, most: number, end: number): number {
  if (centre === 'global' || most === end) return most
  const start = offsets[firstAbove(offsets, most) - 1] // of the last list that starts at `most` or before
  return start > first ? start : most
}

interface StatisticsPass {
  readonly labels: Float64Array
  readonly groups: CentringGroups
  readonly precision: Precision
  readonly compute: Compute
  /** Number of nodes. */
  readonly count: number
  /** The rows of a block: as nodes, and their labels and √w, one for each. */
  readonly block: Float64Array
  readonly blockLabels: Float64Array
  readonly scales: Float64Array
  /** One number for each node. */
  readonly sums: Float64Array
  /** What adds up, over the rows so far; in double precision only the upper triangle of the matrix does. */
  readonly total: {
    readonly gram: Float64Array
    readonly moments: Float64Array
    /** Σ ω h and Σ ω y. */
    readonly nodeTotals: Float64Array
    labelTotal: number
    labelSquares: number
    rowWeight: number
  }
  /** The group that was added last, or a part of it. */
  readonly open: {
    group: number
    /** The mean of its first rows, which nodes and labels are measured from. */
    readonly nodes: Float64Array
    label: number
    /** Σ w (h − mean), Σ w (y − mean) and Σ w, so far; the first two stay 0 where the mean is that of the whole group. */
    readonly nodeSums: Float64Array
    labelSum: number
    weight: number
  }
}

function statisticsPass(
  count: number,
  blockRows: number,
  labels: Float64Array,
  groups: CentringGroups,
  precision: Precision,
  compute: Compute,
): StatisticsPass {
  return {
    labels,
    groups,
    precision,
    compute,
    count,
    block: compute.float64(blockRows * count),
    blockLabels: compute.float64(blockRows),
    scales: compute.float64(blockRows),
    sums: compute.float64(count),
    total: {
      gram: compute.float64(count * count),
      moments: new Float64Array(count),
      nodeTotals: new Float64Array(count),
      labelTotal: 0,
      labelSquares: 0,
      rowWeight: 0,
    },
    open: { group: 0, nodes: compute.float64(count), label: 0, nodeSums: new Float64Array(count), labelSum: 0, weight: 0 },
  }
}

/** Adds the rows first .. last, which are in the block as nodes. */
function addBlock(pass: StatisticsPass, first: number, last: number): void {
  const { groups, precision, compute, count, block, blockLabels, sums, total, open } = pass
  for (let row = first; row < last; ) {
    while (groups.starts[open.group + 1] <= row) open.group++
    const until = Math.min(last, groups.starts[open.group + 1])
    centrePart(pass, row, until, first)
    row = until
  }
  if (precision === 'mixed') compute.syrkSingle(last - first, count, block, total.gram)
  else compute.syrk(last - first, count, block, undefined, total.gram, 'upper')
  compute.gemm(1, count, last - first, blockLabels, block, sums)
  for (let i = 0; i < count; i++) total.moments[i] += sums[i]
}

/** Centres the rows row .. until of one group in the block that begins at row `first`, and multiplies them by √w. */
function centrePart(pass: StatisticsPass, row: number, until: number, first: number): void {
  const { labels, groups, compute, count, scales, total, open } = pass
  const [start, end] = [groups.starts[open.group], groups.starts[open.group + 1]]
  const size = until - row
  const part = pass.block.subarray((row - first) * count, (until - first) * count)
  const partLabels = pass.blockLabels.subarray(row - first, until - first)
  let weight = 0
  for (let i = row; i < until; i++) weight += groups.rowWeight(i)
  if (row === start) openGroup(pass, part, row, size, weight)
  for (let i = 0; i < size; i++) {
    const scale = Math.sqrt(groups.rowWeight(row + i))
    scales[i] = scale
    partLabels[i] = (labels[row + i] - open.label) * scale
    total.labelSquares += partLabels[i] * partLabels[i]
  }
  compute.shiftRows(size, count, open.nodes, scales, part)
  open.weight += weight
  if (row !== start || until !== end) {
    compute.columnSums(size, count, part, scales, pass.sums)
    for (let i = 0; i < count; i++) open.nodeSums[i] += pass.sums[i]
    for (let i = 0; i < size; i++) open.labelSum += scales[i] * partLabels[i]
    if (until === end) moveToMean(pass)
  }
  if (until === end) closeGroup(pass)
}

/** Measures a group from the mean of its first rows: by their weights where there are any, so that a whole group is centred exactly. */
function openGroup(
  { labels, groups, compute, count, scales, open }: StatisticsPass,
  part: Float64Array,
  row: number,
  size: number,
  weight: number,
) {
  for (let i = 0; i < size; i++) scales[i] = weight > 0 ? groups.rowWeight(row + i) / weight : 1 / size
  compute.columnSums(size, count, part, scales, open.nodes)
  open.label = 0
  for (let i = 0; i < size; i++) open.label += scales[i] * (labels[row + i] - labels[row])
  open.label += labels[row]
  open.nodeSums.fill(0)
  open.labelSum = open.weight = 0
}

/** Turns the sums of a group about the mean of its first rows into those about its own mean. */
function moveToMean({ count, total, open }: StatisticsPass): void {
  const { nodeSums, labelSum, weight } = open
  if (!(weight > 0)) return
  for (let i = 0; i < count; i++) {
    const share = nodeSums[i] / weight
    for (let k = 0; k < count; k++) total.gram[i * count + k] -= share * nodeSums[k]
    total.moments[i] -= share * labelSum
  }
  total.labelSquares -= (labelSum / weight) * labelSum
}

/** Adds the group to the sums behind the means over all rows: w and ω of its rows are in one ratio, so its own sums are enough. */
function closeGroup({ groups, count, total, open }: StatisticsPass): void {
  const [weight, share] = groups.rowTotals(open.group, open.weight)
  total.rowWeight += weight
  total.labelTotal += weight * open.label + share * open.labelSum
  for (let i = 0; i < count; i++) total.nodeTotals[i] += weight * open.nodes[i] + share * open.nodeSums[i]
}
