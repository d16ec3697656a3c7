/**
 * The rows h of H and those of Z = Sᵀ H, in blocks: neither matrix is ever held. A block holds whole groups of rows that are centred
 * together; a group that is longer than a block is cut, and centred by its mean, which a pass of its own finds first.
 */
import { firstAbove } from '../../../numeric/order/sortedSearch.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../../runtime/training.ts'
import { type FeatureSpace, featureBlockRows } from './featureSpace.ts'
import { centredLabels, type RankRlsProblem } from './rankRlsProblem.ts'

export interface FeatureRows {
  readonly problem: RankRlsProblem
  readonly space: FeatureSpace
  readonly runtime: Runtime
  /** z = Sᵀ y. */
  readonly right: Float64Array
  /** The group of each row. */
  readonly groupOf: Uint32Array
  /** Of the groups that are cut, or of which parts are looked at. */
  readonly means: ReadonlyMap<number, GroupMean>
  /** Memory for the rows of a block, for one number per row of a block, and for one per feature. */
  readonly block: Float64Array
  readonly vector: Float64Array
  readonly sums: Float64Array
}

/** The mean of a group, taken from its first row h₀ on so that a large common part costs no digits. */
export interface GroupMean {
  /** h₀. */
  readonly base: Float64Array
  /** Σ u √d (h − h₀). */
  readonly along: Float64Array
}

/** In memory of `compute` that the caller frees. */
export function* featureRows(problem: RankRlsProblem, space: FeatureSpace, runtime: Runtime): Training<FeatureRows> {
  const { size } = space
  const { compute } = runtime
  const { starts, roots } = problem.centring
  const groupOf = new Uint32Array(roots.length)
  const means = new Map<number, GroupMean>()
  for (let group = 0; group + 1 < starts.length; group++) {
    groupOf.fill(group, starts[group], starts[group + 1])
    if (starts[group + 1] - starts[group] <= featureBlockRows && starts.length > 2) continue
    means.set(group, { base: new Float64Array(size), along: new Float64Array(size) })
  }
  const rows: FeatureRows = {
    problem,
    space,
    runtime,
    right: centredLabels(problem),
    groupOf,
    means,
    block: compute.float64(featureBlockRows * size),
    vector: compute.float64(featureBlockRows),
    sums: compute.float64(size),
  }
  if (means.size > 0) yield* eachFeatureBlock(rows, 'centring', (first, last) => addToMeans(rows, first, last))
  return rows
}

/** Evaluates block after block into `rows.block` and shows it. */
export function* eachFeatureBlock(rows: FeatureRows, stage: string, see: (first: number, last: number) => void): Training<void> {
  const { starts, roots } = rows.problem.centring
  const total = roots.length
  for (let first = 0; first < total; ) {
    obeyStop(rows.runtime)
    const last = blockEnd(starts, first)
    rows.space.evaluate(first, last, rows.block)
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

/** Adds the rows of the block to the sums of the groups that are cut. */
function addToMeans({ problem, space, groupOf, means, block }: FeatureRows, first: number, last: number): void {
  const { size } = space
  const { starts, roots, units } = problem.centring
  for (let row = first; row < last; row++) {
    const mean = means.get(groupOf[row])
    if (mean === undefined) continue
    const own = block.subarray((row - first) * size, (row - first + 1) * size)
    if (row === starts[groupOf[row]]) mean.base.set(own)
    const weight = units[row] * roots[row]
    for (let j = 0; j < size; j++) mean.along[j] += weight * (own[j] - mean.base[j])
  }
}

/** into ← the rows of Z, given those of H. `held` are the numbers of the rows; their groups are whole, or have a known mean. */
export function centreFeatures({ problem, space, groupOf, means }: FeatureRows, held: ArrayLike<number>, into: Float64Array): void {
  const { size } = space
  const { roots, units } = problem.centring
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
export function evaluateRows(space: FeatureSpace, held: Uint32Array, into: Float64Array): void {
  for (let i = 0; i < held.length; ) {
    let end = i + 1
    while (end < held.length && held[end] === held[end - 1] + 1 && end - i < featureBlockRows) end++
    space.evaluate(held[i], held[end - 1] + 1, into.subarray(i * space.size, end * space.size))
    i = end
  }
}

/** rows.vector ← the block times θ, for this many rows. */
export function multiplyBlock({ space, runtime, block, vector }: FeatureRows, count: number, theta: Float64Array): void {
  runtime.compute.gemm(count, 1, space.size, block, theta, vector)
}

/** into += the block, transposed, times `rows.vector`. */
export function addTransposedProduct({ space, runtime, block, vector, sums }: FeatureRows, count: number, into: Float64Array): void {
  runtime.compute.gemm(1, space.size, count, vector, block, sums)
  for (let j = 0; j < space.size; j++) into[j] += sums[j]
}
