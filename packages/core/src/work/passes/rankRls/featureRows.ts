/**
 * The rows h of H and those of Z = Sᵀ H, in blocks: neither matrix is ever held. A block holds whole groups of rows that are centred
 * together; a group that is longer than a block is cut, and centred by its mean, which a pass of its own finds first.
 */
import type { RankingLists } from '../../../data/lists/rankingLists.ts'
import { firstAbove } from '../../../numeric/order/sortedSearch.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import { type CentringTotals, centredLabels, type PairwiseCentring, pairwiseCentring } from './pairwiseCentring.ts'
import { type FeatureSpec, featureBlockRows, type RowFeatures, rowFeatures } from './rowFeatures.ts'

/** What functions of rows are made of, and how rows are centred. */
export interface CentredSpace {
  readonly spec: FeatureSpec
  readonly totals: CentringTotals
  /** Of the groups that are cut, or of which parts are looked at, in ascending order. */
  readonly means: readonly GroupMean[]
}

/** The mean of a group, taken from its first row h₀ on so that a large common part costs no digits. */
export interface GroupMean {
  /** The number of the list among all lists; 0 with global centring. */
  readonly group: number
  /** h₀. */
  readonly base: Float64Array
  /** Σ u √d (h − h₀). */
  readonly along: Float64Array
}

/** Lists of this process, which may be some of all. Rows and groups are called by their numbers here. */
export interface FeatureRows {
  readonly features: RowFeatures
  readonly lists: RankingLists
  readonly centring: PairwiseCentring
  readonly totals: CentringTotals
  readonly runtime: Runtime
  /** z = Sᵀ y. */
  readonly right: Float64Array
  /** The group of each row. */
  readonly groupOf: Uint32Array
  readonly means: ReadonlyMap<number, GroupMean>
  /** Memory for the rows of a block, for one number per row of a block, and for one per feature. */
  readonly block: Float64Array
  readonly vector: Float64Array
  readonly sums: Float64Array
}

/** In memory of `compute` that the caller frees. Others hold so many lists before these. */
export function featureRows(
  { spec, totals, means }: CentredSpace,
  lists: RankingLists,
  listsBefore: number,
  runtime: Runtime,
): FeatureRows {
  const { compute } = runtime
  const centring = pairwiseCentring(lists, totals)
  const { starts, roots } = centring
  const features = rowFeatures(spec, lists, compute)
  const groupOf = new Uint32Array(roots.length)
  for (let group = 0; group + 1 < starts.length; group++) groupOf.fill(group, starts[group], starts[group + 1])
  return {
    features,
    lists,
    centring,
    totals,
    runtime,
    right: centredLabels(lists, centring, totals),
    groupOf,
    means: new Map(means.map((mean) => [totals.group ? 0 : mean.group - listsBefore, mean])),
    block: compute.float64(featureBlockRows * features.size),
    vector: compute.float64(featureBlockRows),
    sums: compute.float64(features.size),
  }
}

/** Whether the mean of a group of so many rows is taken beforehand: the group does not fit into a block, or parts of it are held out. */
export function needsMean(rows: number, { lists, group }: CentringTotals): boolean {
  return group !== undefined || lists === 1 || rows > featureBlockRows
}

/** Evaluates block after block of the lists from .. to into `rows.block` and shows it. */
export function* eachFeatureBlock(
  rows: FeatureRows,
  [from, to]: readonly [from: number, to: number],
  stage: string,
  see: (first: number, last: number) => void,
): Training<void> {
  const { offsets, labels } = rows.lists
  const total = labels.length
  const starts = rows.totals.group ? Uint32Array.of(offsets[from], offsets[to]) : offsets.subarray(from, to + 1)
  for (let first = offsets[from]; first < offsets[to]; ) {
    obeyStop(rows.runtime)
    const last = blockEnd(starts, first)
    rows.features.evaluate(first, last, rows.block)
    see(first, last)
    first = last
    yield { stage, done: last, total }
  }
}

/** Whole groups as long as they fit; a long one starts a block of its own and is cut. */
function blockEnd(starts: Uint32Array, first: number): number {
  const most = first + featureBlockRows
  const next = firstAbove(starts, most) // the first group that starts beyond
  if (starts[next - 1] > first) return starts[next - 1]
  return Math.min(starts[next] ?? starts[next - 1], most)
}

/** into += Σ u √d (h − h₀) over the rows first .. last of one group, whose features are in the block. */
export function addToMean(
  { features, centring, block }: FeatureRows,
  base: Float64Array,
  first: number,
  last: number,
  into: Float64Array,
): void {
  const { size } = features
  const { roots, units } = centring
  for (let row = first; row < last; row++) {
    const weight = units[row] * roots[row]
    const at = (row - first) * size
    for (let j = 0; j < size; j++) into[j] += weight * (block[at + j] - base[j])
  }
}

/** into ← the rows of Z, given those of H. `held` are the numbers of the rows; their groups are whole, or have a known mean. */
export function centreFeatures({ features, centring, groupOf, means }: FeatureRows, held: ArrayLike<number>, into: Float64Array): void {
  const { size } = features
  const { roots, units } = centring
  const along = new Float64Array(size)
  const base = new Float64Array(size)
  for (let i = 0; i < held.length; ) {
    const group = groupOf[held[i]]
    let end = i
    while (end < held.length && groupOf[held[end]] === group) end++
    const mean = means.get(group)
    if (mean !== undefined) {
      along.set(mean.along)
      base.set(mean.base)
    } else {
      along.fill(0)
      base.set(into.subarray(i * size, (i + 1) * size))
      for (let k = i; k < end; k++) {
        const weight = units[held[k]] * roots[held[k]]
        for (let j = 0; j < size; j++) along[j] += weight * (into[k * size + j] - base[j])
      }
    }
    for (let k = i; k < end; k++) {
      const [root, unit] = [roots[held[k]], units[held[k]]]
      for (let j = 0; j < size; j++) into[k * size + j] = root * (into[k * size + j] - base[j]) - unit * along[j]
    }
    i = end
  }
}

/** into ← the rows of H with these numbers. */
export function evaluateRows({ features }: FeatureRows, held: Uint32Array, into: Float64Array): void {
  for (let i = 0; i < held.length; ) {
    let end = i + 1
    while (end < held.length && held[end] === held[end - 1] + 1 && end - i < featureBlockRows) end++
    features.evaluate(held[i], held[end - 1] + 1, into.subarray(i * features.size, end * features.size))
    i = end
  }
}

/** rows.vector ← the block times θ, for this many rows. */
export function multiplyBlock({ features, runtime, block, vector }: FeatureRows, count: number, theta: Float64Array): void {
  runtime.compute.gemm(count, 1, features.size, block, theta, vector)
}

/** into += the block, transposed, times `rows.vector`. */
export function addTransposedProduct({ features, runtime, block, vector, sums }: FeatureRows, count: number, into: Float64Array): void {
  runtime.compute.gemm(1, features.size, count, vector, block, sums)
  for (let j = 0; j < features.size; j++) into[j] += sums[j]
}
