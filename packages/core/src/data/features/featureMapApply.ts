import { refuseArgument } from '../../arguments/refuseArgument.ts'
import { allocate } from '../../numeric/allocate.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { requireCompute } from '../../numeric/compute/requireCompute.ts'
import { greatestFloat32 } from '../../numeric/special/float32.ts'
import { runToEnd } from '../../numeric/steps.ts'
import type { ImagePatches } from '../images/imagePatches.ts'
import { patchedRows } from '../images/patchedLists.ts'
import type { DenseFeatures, Features, SparseFeatures } from '../lists/features.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { requireLists } from '../lists/requireLists.ts'
import { type BlockwiseWork, rowBlocks } from '../lists/rowBlocks.ts'
import type { FeatureMap, Scale } from './featureMap.ts'
import { intoBall } from './featureMapBall.ts'
import { requireFeatureMap } from './requireFeatureMap.ts'

/**
 * The mapped features of all rows: finite float32 values inside the map's ball. Sparse features stay
 * sparse when the map keeps zeros at zero, and become dense otherwise.
 */
export function applyFeatureMap(map: FeatureMap, lists: RankingLists, compute: Compute = plainCompute): Features {
  requireFeatureMap('map', map)
  requireLists('lists', lists)
  requireCompute('compute', compute)
  const { features } = lists
  if (staysSparse(map, features)) return runToEnd(mapSparse(map, lists, features))
  const rows = lists.labels.length
  const values = allocate(Float32Array, rows * map.width)
  rowMapper(map, lists, compute).dense(0, rows, values)
  return { kind: 'dense', values }
}

/** Whether mapped features are sparse as those of the data are. */
export function staysSparse({ zero, patches }: FeatureMap, features: Features): features is SparseFeatures {
  return zero === 'kept' && patches === undefined && features.kind === 'sparse'
}

/** Maps a range of rows at a time, so that a pass over large data needs memory for one block only. */
export interface RowMapper {
  /** Rows first .. last, dense and row-major, from the start of `into`. */
  dense(first: number, last: number, into: Float32Array): void
}

export function rowMapper(map: FeatureMap, lists: RankingLists, compute: Compute = plainCompute): RowMapper {
  if (map.patches !== undefined) return patchMapper(map, map.patches, lists, compute)
  requireSameWidth(map, lists)
  const { width } = map
  const { features } = lists
  if (features.kind === 'dense' && map.scale.kind !== 'quantile' && map.scale.kind !== 'per-list') {
    return blockMapper(map, features, compute)
  }
  const mapping = valueMapping(map, lists)
  const written = new Float32Array(width)
  return {
    dense(first, last, into) {
      for (let row = first; row < last; row++) {
        const start = (row - first) * width
        mapping.enter(row)
        if (features.kind === 'dense') mapping.all(features.values, row * width, into, start)
        else {
          written.fill(0)
          for (let k = features.rowStarts[row]; k < features.rowStarts[row + 1]; k++) written[features.columns[k]] = features.values[k]
          mapping.all(written, 0, into, start)
        }
        intoBall(map.ball, into, start, start + width)
      }
    },
  }
}

/** Images are compared with the patches in blocks; what that gives is mapped as the rows of any other data are. */
function patchMapper({ patches: _, ...map }: FeatureMap, patches: ImagePatches, lists: RankingLists, compute: Compute): RowMapper {
  return {
    dense(first, last, into) {
      const rows = last - first
      const values = new Float32Array(rows * map.width)
      patchedRows(patches, lists, first, last, compute, values)
      const labels = lists.labels.subarray(first, last)
      const block = {
        features: { kind: 'dense', values },
        width: map.width,
        labels,
        offsets: Uint32Array.of(0, rows),
        listIds: ['1'],
      } as const
      rowMapper(map, block, compute).dense(0, rows, into)
    },
  }
}

/** Values that are copied and mapped while they are in cache, for each thread. */
const BLOCK = 1 << 18

/** Maps that treat all rows the same way: a block of rows is copied, then mapped in place. */
function blockMapper(map: FeatureMap, { values }: DenseFeatures, compute: Compute): RowMapper {
  const { width, shrink, means, ball } = map
  const { low, high, offset, factor } = affineColumns(map)
  const columns = new Float64Array(5 * width)
  for (const [place, part] of [means ?? new Float64Array(width), low, high, offset, factor].entries()) columns.set(part, place * width)
  const block = Math.max(1, Math.floor(BLOCK / Math.max(1, width)))
  return {
    dense(first, last, into) {
      for (let from = first; from < last; from += block) {
        const count = Math.min(block, last - from)
        const part = into.subarray((from - first) * width, (from - first + count) * width)
        part.set(values.subarray(from * width, (from + count) * width))
        compute.mapColumns(count, width, columns, shrink, part)
        if (ball.norm !== 'none') for (let row = 0; row < count; row++) intoBall(ball, part, row * width, (row + 1) * width)
      }
    },
  }
}

/** Sparse features that stay sparse, mapped in blocks of rows. */
export function* mapSparse(map: FeatureMap, lists: RankingLists, features: SparseFeatures): BlockwiseWork<SparseFeatures> {
  requireSameWidth(map, lists)
  const { rowStarts, columns } = features
  const values = new Float32Array(features.values.length)
  const mapping = valueMapping(map, lists)
  for (const [first, last] of rowBlocks(lists)) {
    for (let row = first; row < last; row++) {
      mapping.enter(row)
      for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) values[k] = mapping.one(columns[k], features.values[k])
      intoBall(map.ball, values, rowStarts[row], rowStarts[row + 1])
    }
    yield last - first
  }
  return { kind: 'sparse', rowStarts, columns, values }
}

/** Everything up to the ball: fill, clip, scale, shrink. */
interface ValueMapping {
  /** Prepares for a row; per-list scales need the row's whole list. */
  enter(row: number): void
  one(column: number, value: number): number
  /** One dense row, from its place in `raw` to its place in `into`. */
  all(raw: Float32Array, from: number, into: Float32Array, to: number): void
}

function valueMapping(map: FeatureMap, lists: RankingLists): ValueMapping {
  switch (map.scale.kind) {
    case 'none':
    case 'min-max':
    case 'standard':
      return affineMapping(map, affineColumns(map), () => {})
    case 'per-list': {
      const columns = emptyColumns(map.width)
      return affineMapping(map, columns, listRanges(map, lists, columns))
    }
    case 'quantile':
      return quantileMapping(map, map.scale)
  }
}

/** x ↦ (clip(x, low, high) − offset) · factor, per column; the factor of a constant feature is 0. */
export interface AffineColumns {
  readonly low: Float64Array
  readonly high: Float64Array
  readonly offset: Float64Array
  readonly factor: Float64Array
}

function emptyColumns(width: number): AffineColumns {
  return {
    low: allocate(Float64Array, width),
    high: allocate(Float64Array, width),
    offset: allocate(Float64Array, width),
    factor: allocate(Float64Array, width),
  }
}

export function affineColumns({ width, scale, zero }: FeatureMap): AffineColumns {
  const columns = emptyColumns(width)
  const { low, high, offset, factor } = columns
  for (let j = 0; j < width; j++) {
    if (scale.kind === 'min-max' || scale.kind === 'standard') {
      low[j] = scale.low[j]
      high[j] = scale.high[j]
      const spread = scale.kind === 'min-max' ? high[j] - low[j] : scale.deviation[j]
      factor[j] = spread > 0 ? 1 / spread : 0
      if (zero === 'moved') offset[j] = scale.kind === 'min-max' ? low[j] : scale.mean[j]
    } else {
      low[j] = -greatestFloat32
      high[j] = greatestFloat32
      factor[j] = 1
    }
  }
  return columns
}

function affineMapping(map: FeatureMap, { low, high, offset, factor }: AffineColumns, enter: (row: number) => void): ValueMapping {
  const { shrink, means, width } = map
  const one = (j: number, value: number): number => {
    const x = Number.isNaN(value) ? (means === undefined ? 0 : means[j]) : value
    return (clip(x, low[j], high[j]) - offset[j]) * factor[j] * shrink
  }
  return {
    enter,
    one,
    all(raw, from, into, to) {
      // `one` inlined: this loop runs over every value of every pass.
      for (let j = 0; j < width; j++) {
        const value = raw[from + j]
        const x = Number.isNaN(value) ? (means === undefined ? 0 : means[j]) : value
        into[to + j] = (clip(x, low[j], high[j]) - offset[j]) * factor[j] * shrink
      }
    },
  }
}

/** As compute does it. */
function clip(x: number, low: number, high: number): number {
  let clipped = x
  if (clipped < low) clipped = low
  if (high < clipped) clipped = high
  return clipped
}

/** Keeps `columns` at the ranges of the list that the current row belongs to; only columns that the list touches are renewed. */
function listRanges({ zero }: FeatureMap, lists: RankingLists, { low, high, offset, factor }: AffineColumns): (row: number) => void {
  const { features, offsets, width } = lists
  const seenIn = new Int32Array(width).fill(-1)
  const seen = new Uint32Array(width)
  let list = -1
  let touched = new Uint32Array(0)
  const note = (j: number, value: number) => {
    if (seenIn[j] !== list) {
      seenIn[j] = list
      seen[j] = 0
      low[j] = Infinity
      high[j] = -Infinity
    }
    seen[j]++
    if (Math.abs(value) > greatestFloat32) return // infinite values say nothing about the range
    if (value < low[j]) low[j] = value
    if (value > high[j]) high[j] = value
  }
  const settle = (j: number, rows: number) => {
    if (zero === 'kept' || seen[j] < rows) note(j, 0)
    if (low[j] > high[j]) low[j] = high[j] = 0
    factor[j] = high[j] > low[j] ? 1 / (high[j] - low[j]) : 0
    offset[j] = zero === 'moved' ? low[j] : 0
  }
  return (row) => {
    if (list >= 0 && row >= offsets[list] && row < offsets[list + 1]) return
    list = listOf(offsets, row, list)
    const [first, last] = [offsets[list], offsets[list + 1]]
    if (features.kind === 'dense') {
      for (let i = first; i < last; i++) for (let j = 0; j < width; j++) note(j, features.values[i * width + j])
      for (let j = 0; j < width; j++) settle(j, last - first)
      return
    }
    for (const j of touched) low[j] = high[j] = offset[j] = factor[j] = 0
    touched = features.columns.slice(features.rowStarts[first], features.rowStarts[last])
    for (let k = features.rowStarts[first]; k < features.rowStarts[last]; k++) note(features.columns[k], features.values[k])
    for (const j of touched) settle(j, last - first)
  }
}

function listOf(offsets: Uint32Array, row: number, near: number): number {
  let list = near < 0 || row < offsets[near] ? 0 : near
  while (row >= offsets[list + 1]) list++
  return list
}

type QuantileScale = Extract<Scale, { kind: 'quantile' }>

function quantileMapping({ width, means, shrink, zero }: FeatureMap, scale: QuantileScale): ValueMapping {
  const origin = new Float64Array(width)
  if (zero === 'kept') for (let j = 0; j < width; j++) origin[j] = levelAt(scale, j, 0)
  const one = (j: number, value: number): number => {
    const x = Number.isNaN(value) ? (means === undefined ? 0 : means[j]) : value
    return (levelAt(scale, j, x) - origin[j]) * shrink
  }
  return {
    enter() {},
    one,
    all(raw, from, into, to) {
      for (let j = 0; j < width; j++) into[to + j] = one(j, raw[from + j])
    },
  }
}

/** The piecewise linear map of one feature; outside its knots it is flat. */
export function levelAt({ starts, knots, levels }: QuantileScale, column: number, x: number): number {
  let below = starts[column]
  let above = starts[column + 1] - 1
  if (above <= below) return 0
  if (x <= knots[below]) return levels[below]
  if (x >= knots[above]) return levels[above]
  while (above - below > 1) {
    const middle = (below + above) >>> 1
    if (knots[middle] <= x) below = middle
    else above = middle
  }
  return levels[below] + ((x - knots[below]) / (knots[above] - knots[below])) * (levels[above] - levels[below])
}

function requireSameWidth(map: FeatureMap, lists: RankingLists): void {
  if (lists.width !== map.width) refuseArgument('lists.width', lists.width, `${map.width} features, as the map has`)
}
