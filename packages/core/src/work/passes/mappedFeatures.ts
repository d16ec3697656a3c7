import type { FeatureMap } from '../../data/features/featureMap.ts'
import { mapSparse, rowMapper, staysSparse } from '../../data/features/featureMapApply.ts'
import type { SparseFeatures } from '../../data/lists/features.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { rowBlocks } from '../../data/lists/rowBlocks.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { sparseGemv, sparseGemvTransposed } from '../../numeric/dense/sparseGemv.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'

/** The mapped features Φ of all rows, in memory for many passes; rows are taken in ranges, which changes no bit of a result. */
export interface MappedFeatures {
  readonly rows: number
  readonly width: number
  /** The matrix itself, row-major, where it is dense. */
  readonly dense?: Float32Array
  /** Or its stored values, where it is sparse. */
  readonly sparse?: SparseFeatures
  /** into = Φ v for the rows first .. last. */
  multiply(first: number, last: number, vector: Float64Array, into: Float64Array): void
  /** into += Φᵀ u over these rows. */
  addTransposed(first: number, last: number, vector: Float64Array, into: Float64Array): void
  /** into = one row minus another. */
  difference(row: number, other: number, into: Float64Array): void
}

export type DenseMappedFeatures = MappedFeatures & { readonly dense: Float32Array }

/** Maps the rows once: dense ones directly into the memory of compute; sparse ones stay sparse if the map allows it. */
export function* mappedFeatures(map: FeatureMap, lists: RankingLists, runtime: Runtime): Training<MappedFeatures> {
  const { compute } = runtime
  const { width } = map
  const rows = lists.labels.length
  if (staysSparse(map, lists.features)) {
    const features = yield* mappedSparse(map, lists, lists.features, runtime)
    if (features.kind === 'sparse') {
      const { rowStarts, columns, values } = features
      return {
        rows,
        width,
        sparse: features,
        multiply: (first, last, vector, into) =>
          sparseGemv({ rowStarts: rowStarts.subarray(first, last + 1), columns, values }, vector, into),
        addTransposed: (first, last, vector, into) =>
          sparseGemvTransposed({ rowStarts: rowStarts.subarray(first, last + 1), columns, values }, vector, into),
        difference(row, other, into) {
          into.fill(0)
          for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) into[columns[k]] = values[k]
          for (let k = rowStarts[other]; k < rowStarts[other + 1]; k++) into[columns[k]] -= values[k]
        },
      }
    }
  }
  const dense = compute.float32(rows * width)
  const mapper = rowMapper(map, lists, compute)
  for (const [first, last] of rowBlocks(lists)) {
    mapper.dense(first, last, dense.subarray(first * width, last * width))
    yield { stage: 'feature map', done: last, total: rows }
    obeyStop(runtime)
  }
  return denseFeatures(rows, width, dense, compute)
}

function denseFeatures(rows: number, width: number, dense: Float32Array, compute: Compute): DenseMappedFeatures {
  return {
    rows,
    width,
    dense,
    multiply: (first, last, vector, into) => compute.gemv(last - first, width, dense.subarray(first * width, last * width), vector, into),
    addTransposed: (first, last, vector, into) =>
      compute.gemvTransposed(last - first, width, dense.subarray(first * width, last * width), vector, into),
    difference(row, other, into) {
      for (let j = 0; j < width; j++) into[j] = dense[row * width + j] - dense[other * width + j]
    },
  }
}

/** The rows of some lists, one list after the other in memory. */
export function rowsOfLists(
  { dense, width }: Pick<DenseMappedFeatures, 'dense' | 'width'>,
  offsets: Uint32Array,
  lists: Uint32Array,
  compute: Compute,
): MappedFeatures {
  const rows = lists.reduce((sum, list) => sum + offsets[list + 1] - offsets[list], 0)
  const values = compute.float32(rows * width)
  let at = 0
  for (const list of lists) {
    values.set(dense.subarray(offsets[list] * width, offsets[list + 1] * width), at * width)
    at += offsets[list + 1] - offsets[list]
  }
  return denseFeatures(rows, width, values, compute)
}

function* mappedSparse(map: FeatureMap, lists: RankingLists, features: SparseFeatures, runtime: Runtime): Training<SparseFeatures> {
  const mapping = mapSparse(map, lists, features)
  let done = 0
  for (;;) {
    obeyStop(runtime)
    const step = mapping.next()
    if (step.done) return step.value
    done += step.value
    yield { stage: 'feature map', done, total: lists.labels.length }
  }
}
