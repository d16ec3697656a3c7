import { type KernelFunction, kernelBlock, kernelPoints } from '../../../kernels/kernelFunction.ts'
import type { Compute } from '../../../numeric/compute/compute.ts'
import { jacobi, type LinearOperator } from '../../../numeric/optimisers/conjugateGradient.ts'
import type { Runtime } from '../../../runtime/runtime.ts'
import type { PairwiseCentring } from '../../../work/passes/rankRls/pairwiseCentring.ts'
import type { OperatorSpace } from '../solvers/operatorSpace.ts'
import { basisFactor, turnedBy } from './basisFactor.ts'

/** Rows whose kernel values are computed at a time. */
const blockRows = 512

export interface KeptKernels {
  /** Most kernel values of all rows at all points that are kept between passes (800 MB). */
  readonly values: number
  /** If there are more: bytes for values rounded to single precision, of as many rows as fit beside the matrices of the basis. */
  readonly bytes: number
}

/** n × n matrices of a basis of n points that are in memory at the same time. */
const matricesOfBasis = 4

const usuallyKept: KeptKernels = { values: 100_000_000, bytes: 1_600_000_000 }

/** Rows that follow each other: whole groups of the centring, or a part of one that is longer than a block. */
interface RowBlock {
  readonly first: number
  readonly last: number
  /** The groups of the block. */
  readonly groups: readonly [from: number, to: number]
  readonly cut: boolean
}

/**
 * A large basis, with the preconditioner of Rudi, Carratino & Rosasco 2017, "FALKON: an optimal large scale kernel method": the
 * basis points represent all rows.
 */
export function largeBasisSpace(
  kernel: KernelFunction,
  mapped: Float32Array,
  basis: Float32Array,
  count: number,
  centring: PairwiseCentring,
  { compute }: Runtime,
  kept: KeptKernels = usuallyKept,
): OperatorSpace {
  const { factor, inverse } = basisFactor(kernel, basis, count, compute)
  const blocks = rowBlocks(centring.starts)
  const { valuesOf, roundedOf } = kernelValues(kernel, mapped, basis, count, kept, compute)
  const sums = compute.float64(count)
  const gammas = compute.float64(count)
  const total = compute.float64(count)
  const part = compute.float64(blockRows)
  const multiplyBlock = (values: Float64Array, size: number, into: Float64Array, at: number) => {
    for (let row = 0; row < size; row++) into[at + row] = compute.dot(values.subarray(row * count, (row + 1) * count), gammas)
  }
  const addBlock = (values: Float64Array, size: number, total: Float64Array) => {
    compute.columnSums(size, count, values, part, sums)
    for (let j = 0; j < count; j++) total[j] += sums[j]
  }
  const addTurned = (total: Float64Array, into: Float64Array) => {
    for (let i = 0; i < count; i++) for (let j = i; j < count; j++) into[j] += inverse[i * count + j] * total[i]
  }
  let means: ReadonlyMap<number, Float64Array> | undefined
  const normalProduct = (theta: Float64Array, into: Float64Array, rounded: typeof roundedOf) => {
    means ??= meansOfCutGroups(blocks, centring, count, (weights, { first, last }, mean) => {
      part.set(weights)
      addBlock(valuesOf(first, last), last - first, mean)
    })
    gammas.set(turnedBy(inverse, theta))
    total.fill(0)
    const along = new Map<number, number>()
    for (const block of blocks) {
      const { first, last } = block
      const single = rounded?.(first, last)
      const values = single === undefined ? valuesOf(first, last) : undefined
      if (single) compute.gemv(last - first, count, single, gammas, part)
      else multiplyBlock(values!, last - first, part, 0)
      weighBlock(block, centring, part, along)
      if (single) compute.gemvTransposed(last - first, count, single, part, total)
      else addBlock(values!, last - first, total)
    }
    for (const [group, mean] of means) for (let j = 0; j < count; j++) total[j] -= along.get(group)! * mean[j]
    into.fill(0)
    addTurned(total, into)
  }
  return {
    description: `on a basis of ${count} rows`,
    size: count,
    tolerance: 1e-8,
    multiply(theta, into) {
      gammas.set(turnedBy(inverse, theta))
      for (const { first, last } of blocks) multiplyBlock(valuesOf(first, last), last - first, into, first)
    },
    addTransposed(vector, into) {
      total.fill(0)
      for (const { first, last } of blocks) {
        part.set(vector.subarray(first, last))
        addBlock(valuesOf(first, last), last - first, total)
      }
      addTurned(total, into)
    },
    normalProduct: (theta, into) => normalProduct(theta, into, undefined),
    ...(roundedOf && { roughNormalProduct: (theta, into) => normalProduct(theta, into, roundedOf) }),
    precondition: (lambda) => basisPreconditioner(factor, count, lambda, compute),
    coefficients: (theta) => turnedBy(inverse, theta),
  }
}

/** The kernel values of the rows first .. last at all points. */
interface KernelValues {
  valuesOf(first: number, last: number): Float64Array
  /** Rounded to single precision, of the rows that there is room for. Absent if all values are kept as they are. */
  readonly roundedOf?: (first: number, last: number) => Float32Array | undefined
}

function kernelValues(
  kernel: KernelFunction,
  mapped: Float32Array,
  basis: Float32Array,
  count: number,
  kept: KeptKernels,
  compute: Compute,
): KernelValues {
  const width = basis.length / count
  const rows = mapped.length / width
  const points = kernelPoints(basis, count, width, compute)
  const x = compute.float64(blockRows * width)
  const kernelsInto = (first: number, last: number, into: Float64Array) => {
    x.set(mapped.subarray(first * width, last * width))
    kernelBlock(kernel, last - first, x, points, compute, into)
  }
  const known = new Set<number>()
  if (rows * count <= kept.values) {
    const values = compute.float64(rows * count)
    return {
      valuesOf(first, last) {
        const own = values.subarray(first * count, last * count)
        if (!known.has(first)) kernelsInto(first, last, own)
        known.add(first)
        return own
      },
    }
  }
  const values = compute.float64(blockRows * count)
  const bytes = Math.max(0, kept.bytes - matricesOfBasis * 8 * count * count)
  const room = Math.min(rows, Math.floor(bytes / (4 * count)))
  const rounded = compute.float32(room * count)
  const valuesOf = (first: number, last: number) => {
    kernelsInto(first, last, values)
    if (last <= room && !known.has(first)) {
      rounded.set(values.subarray(0, (last - first) * count), first * count)
      known.add(first)
    }
    return values
  }
  return {
    valuesOf,
    roundedOf(first, last) {
      if (last > room) return undefined
      if (!known.has(first)) valuesOf(first, last)
      return rounded.subarray(first * count, last * count)
    },
  }
}

/** Whole groups as long as they fit into a block; a longer one is cut. */
function rowBlocks(starts: Uint32Array): RowBlock[] {
  const blocks: RowBlock[] = []
  for (let group = 0; group + 1 < starts.length; ) {
    let to = group + 1
    while (to + 1 < starts.length && starts[to + 1] - starts[group] <= blockRows) to++
    const cut = starts[to] - starts[group] > blockRows
    for (let first = starts[group]; first < starts[to]; first += blockRows)
      blocks.push({ first, last: Math.min(starts[to], first + blockRows), groups: [group, to], cut })
    group = to
  }
  return blocks
}

/**
 * part ← S Sᵀ part = √d ∘ (√d ∘ part − u (u · (√d ∘ part))) for the rows of a block. Of a group that is cut, the second term waits until
 * all of u · (√d ∘ part) is there, in `along`.
 */
function weighBlock({ first, last, groups, cut }: RowBlock, centring: PairwiseCentring, part: Float64Array, along: Map<number, number>) {
  const { starts, roots, units } = centring
  for (let group = groups[0]; group < groups[1]; group++) {
    const [from, to] = cut ? [first, last] : [starts[group], starts[group + 1]]
    let sum = 0
    for (let row = from; row < to; row++) sum += units[row] * (part[row - first] *= roots[row])
    if (cut) along.set(group, (along.get(group) ?? 0) + sum)
    for (let row = from; row < to; row++) part[row - first] = roots[row] * (part[row - first] - (cut ? 0 : units[row] * sum))
  }
}

/** Σ √d u k(x) over each group that is cut: what the second term of `weighBlock` multiplies. */
function meansOfCutGroups(
  blocks: readonly RowBlock[],
  { roots, units }: PairwiseCentring,
  count: number,
  add: (weights: Float64Array, block: RowBlock, mean: Float64Array) => void,
): ReadonlyMap<number, Float64Array> {
  const means = new Map<number, Float64Array>()
  for (const block of blocks) {
    if (!block.cut) continue
    const mean = means.get(block.groups[0]) ?? new Float64Array(count)
    const weights = Float64Array.from({ length: block.last - block.first }, (_, i) => roots[block.first + i] * units[block.first + i])
    add(weights, block, mean)
    means.set(block.groups[0], mean)
  }
  return means
}

/** (A + λ I)⁻¹ with A as if the basis points were all rows of one list. */
function basisPreconditioner(factor: Float64Array, count: number, lambda: number, compute: Compute): LinearOperator {
  const centred = compute.float64(count * count)
  const means = new Float64Array(count)
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) means[j] += factor[i * count + j] / count
  const weight = Math.sqrt(2 / count)
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) centred[i * count + j] = weight * (factor[i * count + j] - means[j])
  const system = compute.float64(count * count)
  system.fill(0)
  compute.syrk(count, count, centred, undefined, system)
  for (let j = 0; j < count; j++) system[j * count + j] += lambda
  if (!compute.cholesky(count, system)) return jacobi(new Float64Array(count).fill(1))
  return (vector, into) => {
    into.set(vector)
    compute.choleskySolve(count, system, into)
  }
}
