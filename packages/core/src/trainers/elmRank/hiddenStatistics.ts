import { rowMapper } from '../../data/features/featureMapApply.ts'
import { fingerprint } from '../../data/lists/fingerprint.ts'
import { listCount, type RankingLists } from '../../data/lists/rankingLists.ts'
import { hiddenLayer, type Precision } from '../../models/elm/hiddenNodes.ts'
import type { HiddenSpace, LeastSquaresStatistics } from '../../models/elm/leastSquaresStatistics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'

/** Rows that are in memory as nodes at a time. */
const blockRows = 512

/**
 * The sums over all lists, in one pass: the nodes of a block of rows exist only while it is added. A list within one block is
 * centred exactly; one that spans blocks, and everything at once with global centring, is measured from the mean of its first
 * rows, and what its own mean is away from that is taken off at its end.
 */
export function* hiddenStatistics(
  space: HiddenSpace,
  lists: RankingLists,
  runtime: Runtime,
  precision: Precision = 'double',
): Training<LeastSquaresStatistics> {
  const { compute } = runtime
  const { nodes } = space
  const { count } = nodes
  const { labels, offsets, listWeights } = lists
  const rows = labels.length
  const groups = groupsOf(space, lists)
  const mark = compute.mark()
  try {
    const gram = compute.float64(count * count)
    const block = compute.float64(blockRows * count)
    const blockLabels = compute.float64(blockRows)
    const scales = compute.float64(blockRows)
    const reference = compute.float64(count)
    const sums = compute.float64(count)
    const blocks = hiddenBlocks(space, lists, blockRows, runtime, precision)

    const moments = new Float64Array(count)
    const nodeTotals = new Float64Array(count)
    const carried = new Float64Array(count) // Σ w (h − reference) of a group that is not at its end
    let [labelSquares, labelTotal, rowWeight] = [0, 0, 0]
    let [labelReference, labelsCarried, weightCarried] = [0, 0, 0]
    let group = 0
    for (let first = 0; first < rows; ) {
      obeyStop(runtime)
      const last = blockEnd(offsets, space, first)
      blocks.evaluate(first, last, block)
      for (let row = first; row < last; ) {
        while (groups.starts[group + 1] <= row) group++
        const [start, end] = [groups.starts[group], groups.starts[group + 1]]
        const until = Math.min(last, end)
        const size = until - row
        const whole = row === start && until === end
        const part = block.subarray((row - first) * count, (until - first) * count)
        let weightSum = 0
        for (let i = row; i < until; i++) weightSum += groups.rowWeight(i)
        if (row === start) {
          // The mean of this part: with weights where there are any, so that a whole group is centred exactly.
          for (let i = 0; i < size; i++) scales[i] = weightSum > 0 ? groups.rowWeight(row + i) / weightSum : 1 / size
          compute.columnSums(size, count, part, scales, reference)
          labelReference = 0
          for (let i = 0; i < size; i++) labelReference += scales[i] * (labels[row + i] - labels[row])
          labelReference += labels[row]
          carried.fill(0)
          labelsCarried = weightCarried = 0
        }
        for (let i = 0; i < size; i++) {
          const scale = Math.sqrt(groups.rowWeight(row + i))
          scales[i] = scale
          blockLabels[row - first + i] = (labels[row + i] - labelReference) * scale
          labelSquares += blockLabels[row - first + i] * blockLabels[row - first + i]
        }
        compute.shiftRows(size, count, reference, scales, part)
        weightCarried += weightSum
        if (!whole) {
          compute.columnSums(size, count, part, scales, sums)
          for (let i = 0; i < count; i++) carried[i] += sums[i]
          for (let i = 0; i < size; i++) labelsCarried += scales[i] * blockLabels[row - first + i]
          if (until === end && weightCarried > 0) {
            for (let i = 0; i < count; i++) {
              const share = carried[i] / weightCarried
              for (let k = 0; k < count; k++) gram[i * count + k] -= share * carried[k]
              moments[i] -= share * labelsCarried
            }
            labelSquares -= (labelsCarried / weightCarried) * labelsCarried
          }
        }
        if (until === end) {
          // ω = w ω / w: list weights are to row weights as one number for each group, so means need only the totals.
          const [total, share] = groups.rowTotals(group, weightCarried)
          rowWeight += total
          labelTotal += total * labelReference + share * labelsCarried
          for (let i = 0; i < count; i++) nodeTotals[i] += total * reference[i] + share * carried[i]
        }
        row = until
      }
      if (precision === 'mixed') compute.syrkSingle(last - first, count, block, gram)
      else compute.syrk(last - first, count, block, undefined, gram)
      compute.gemm(1, count, last - first, blockLabels, block, sums)
      for (let i = 0; i < count; i++) moments[i] += sums[i]
      first = last
      yield { stage: 'statistics', done: last, total: rows }
    }
    return {
      space,
      lists: listCount(lists),
      rows,
      weight: space.centre === 'global' ? rowWeight : sumOf(listWeights, listCount(lists)),
      rowWeight,
      nodeMeans: nodeTotals.map((total) => (rowWeight > 0 ? total / rowWeight : 0)),
      labelMean: rowWeight > 0 ? labelTotal / rowWeight : 0,
      gram: gram.slice(),
      moments,
      labelSquares: Math.max(0, labelSquares),
      ...groups.freedom(rowWeight),
      history: [{ change: 'added', data: fingerprint(lists) }],
    }
  } finally {
    compute.release(mark)
  }
}

function sumOf(weights: Float64Array | undefined, lists: number): number {
  return weights === undefined ? lists : weights.reduce((sum, weight) => sum + weight, 0)
}

/** Whole lists as long as they fit; a list that does not fit into any block starts one and is cut. */
function blockEnd(offsets: Uint32Array, { centre }: HiddenSpace, first: number): number {
  const rows = offsets[offsets.length - 1]
  const most = Math.min(rows, first + blockRows)
  if (centre === 'global' || most === rows) return most
  let [low, high] = [0, offsets.length - 1] // the last list that starts at `most` or before
  while (low < high) {
    const middle = (low + high + 1) >>> 1
    if (offsets[middle] <= most) low = middle
    else high = middle - 1
  }
  const start = offsets[low]
  return start > first ? start : most
}

/** The rows that are centred together, and what each of them weighs. */
interface CentringGroups {
  readonly starts: Uint32Array
  /** w of a row. */
  rowWeight(row: number): number
  /** Σ ω over the rows of a group, and what turns a sum weighted by w into one weighted by ω. */
  rowTotals(group: number, weight: number): [total: number, share: number]
  freedom(rowWeight: number): { freedom: number; freedomWeight: number }
}

/** w of each row and the groups of rows that are centred together. */
export function groupsOf({ centre, pairs }: HiddenSpace, { labels, offsets, listWeights }: RankingLists): CentringGroups {
  const rows = labels.length
  const listOf = new Uint32Array(rows)
  for (let list = 0; list + 1 < offsets.length; list++) listOf.fill(list, offsets[list], offsets[list + 1])
  const own = (list: number) => listWeights?.[list] ?? 1
  if (centre === 'global') {
    return {
      starts: Uint32Array.of(0, rows),
      rowWeight: (row) => 2 * own(listOf[row]),
      rowTotals: (_, weight) => [weight / 2, 1 / 2],
      freedom: (rowWeight) => ({ freedom: rows - 1, freedomWeight: 2 * rowWeight * (1 - 1 / rows) }),
    }
  }
  const size = (list: number) => offsets[list + 1] - offsets[list]
  const perRow = (list: number) => (pairs === 'sum' ? 2 * size(list) : 2 / size(list))
  return {
    starts: offsets,
    rowWeight: (row) => own(listOf[row]) * perRow(listOf[row]),
    rowTotals: (list) => [own(list) * size(list), 1 / perRow(list)],
    freedom() {
      let [freedom, freedomWeight] = [0, 0]
      for (let list = 0; list + 1 < offsets.length; list++) {
        const free = Math.max(0, size(list) - 1)
        freedom += free
        if (free > 0) freedomWeight += own(list) * perRow(list) * free
      }
      return { freedom, freedomWeight }
    },
  }
}

/** Evaluates ranges of rows; allocates memory of compute, which its caller frees. */
export function hiddenBlocks(
  { featureMap, nodes }: HiddenSpace,
  lists: RankingLists,
  mostRows: number,
  { compute }: Runtime,
  precision: Precision = 'double',
) {
  const mapper = rowMapper(featureMap, lists, compute)
  const mapped = compute.float32(mostRows * featureMap.width)
  const layer = hiddenLayer(nodes, mostRows, compute, precision)
  return {
    /** into (rows × nodes) = the nodes of the rows first .. last. */
    evaluate(first: number, last: number, into: Float64Array): void {
      mapper.dense(first, last, mapped)
      layer.evaluate(last - first, mapped, into)
    },
  }
}

/** All rows as nodes, centred and multiplied by √w, rows × nodes: the matrix whose products are `gram`. For few rows. */
export function centredRows({ space, nodeMeans }: LeastSquaresStatistics, lists: RankingLists, runtime: Runtime): Float64Array {
  const { compute } = runtime
  const { count } = space.nodes
  const rows = lists.labels.length
  const groups = groupsOf(space, lists)
  const matrix = compute.float64(rows * count)
  hiddenBlocks(space, lists, rows, runtime).evaluate(0, rows, matrix)
  const shift = compute.float64(count)
  const scales = compute.float64(rows)
  for (let row = 0; row < rows; row++) scales[row] = Math.sqrt(groups.rowWeight(row))
  for (let group = 0; group + 1 < groups.starts.length; group++) {
    const [first, last] = [groups.starts[group], groups.starts[group + 1]]
    if (first === last) continue
    const part = matrix.subarray(first * count, last * count)
    if (space.centre === 'global') shift.set(nodeMeans)
    else {
      compute.columnSums(last - first, count, part, undefined, shift)
      for (let i = 0; i < count; i++) shift[i] /= last - first
    }
    compute.shiftRows(last - first, count, shift, scales.subarray(first, last), part)
  }
  return matrix
}
