/**
 * Sums of least squares over single rows. With φ the mapped features of a row, y its label and ω the weight of its list; bars are means
 * over all rows by these weights.
 */
import type { FeatureMap } from '../../data/features/featureMap.ts'
import { rowMapper } from '../../data/features/featureMapApply.ts'
import { addInTree, addVector, BlockSum } from '../../numeric/compute/blockTree.ts'
import { obeyStop, type Training } from '../../runtime/training.ts'
import { blockRanges, type ListsHere, type Operation, sectionRanges } from './operation.ts'

/** φ̄, ȳ and Σ ω. */
export interface MappedMeans {
  readonly features: Float64Array
  readonly label: number
  readonly weight: number
}

/** What a block contributes to the means. The ranges are there because a mean of equal values is that value, to the bit. */
export interface MeanSums {
  /** Σ ω φ, then Σ ω y and Σ ω. */
  readonly sums: Float64Array
  /** Of each feature, then of the label. */
  readonly low: Float64Array
  readonly high: Float64Array
}

export const mappedMeans: Operation<{ readonly map: FeatureMap }, MeanSums, MappedMeans> = {
  *parts(here, { map }) {
    const { width } = map
    const { labels } = here.graded
    const runs = mappedRuns(here, map)
    const weightOf = rowWeights(here)
    const parts: MeanSums[] = []
    for (const [first, last] of rowRanges(here)) {
      const sums = new Float64Array(width + 2)
      const low = new Float64Array(width + 1).fill(Infinity)
      const high = new Float64Array(width + 1).fill(-Infinity)
      yield* runs('feature means', first, last, (start, end, values) => {
        for (let row = start, k = 0; row < end; row++) {
          const weight = weightOf(row)
          for (let j = 0; j < width; j++, k++) {
            const value = values[k]
            sums[j] += weight * value
            if (value < low[j]) low[j] = value
            if (value > high[j]) high[j] = value
          }
          const label = labels[row]
          sums[width] += weight * label
          sums[width + 1] += weight
          if (label < low[width]) low[width] = label
          if (label > high[width]) high[width] = label
        }
      })
      parts.push({ sums, low, high })
    }
    return parts
  },
  combine(parts, { map: { width } }) {
    const sums = parts.map((part) => part.sums)
    addInTree(sums, addVector)
    const weight = sums[0][width + 1]
    const means = Float64Array.from({ length: width + 1 }, (_, j) => {
      const low = parts.reduce((least, part) => Math.min(least, part.low[j]), Infinity)
      const high = parts.reduce((most, part) => Math.max(most, part.high[j]), -Infinity)
      return low === high ? low : sums[0][j] / weight
    })
    return { features: means.subarray(0, width), label: means[width], weight }
  },
}

export interface Centred {
  readonly map: FeatureMap
  readonly means: MappedMeans
}

/** Σ ω z zᵀ over the rows z = (φ − φ̄, y − ȳ), a square matrix. Its parts are those of whole sections. */
export const centredProducts: Operation<Centred & { readonly section: number }, Float64Array, Float64Array> = {
  *parts(here, asked) {
    const parts: Float64Array[] = []
    yield* sectionProducts(here, asked, (products) => parts.push(products.slice()))
    return parts
  },
  combine(parts) {
    addInTree(parts, addVector)
    return parts[0]
  },
  *whole(here, asked) {
    const sum = new BlockSum((asked.map.width + 1) ** 2)
    yield* sectionProducts(here, asked, (products) => sum.add(products))
    return sum.take()
  },
}

function* sectionProducts(
  here: ListsHere,
  asked: Centred & { readonly section: number },
  see: (products: Float64Array) => void,
): Training<void> {
  const { compute } = here.runtime
  const { offsets } = here.graded
  const side = asked.map.width + 1
  const mark = compute.mark()
  try {
    const products = compute.float64(side * side)
    const runs = centredRuns(here, asked)
    for (const [from, to] of sectionRanges(here, asked.section)) {
      products.fill(0)
      yield* runs('normal equations', offsets[from], offsets[to], (rows, block, weights) => {
        compute.syrk(rows, side, block, weights, products)
      })
      see(products)
    }
  } finally {
    compute.release(mark)
  }
}

/** For r = w · (φ − φ̄) − (y − ȳ): Σ ω r (φ − φ̄), then Σ ω r and Σ ω r². */
export const centredErrors: Operation<Centred & { readonly weights: Float64Array }, Float64Array, Float64Array> = {
  *parts(here, asked) {
    const { compute } = here.runtime
    const { width } = asked.map
    const side = width + 1
    const combination = new Float64Array(side)
    combination.set(asked.weights)
    combination[width] = -1
    const parts: Float64Array[] = []
    const mark = compute.mark()
    try {
      const residuals = compute.float64(Math.min(runRows(side), Math.max(1, here.graded.labels.length)))
      const own = compute.float64(side)
      const runs = centredRuns(here, asked)
      for (const [first, last] of rowRanges(here)) {
        const sums = new Float64Array(width + 2)
        yield* runs('check', first, last, (rows, block, weights) => {
          compute.gemm(rows, 1, side, block, combination, residuals)
          for (let row = 0; row < rows; row++) {
            const weighted = (weights === undefined ? 1 : weights[row]) * residuals[row]
            sums[width + 1] += weighted * residuals[row]
            sums[width] += weighted
            residuals[row] = weighted
          }
          compute.gemm(1, side, rows, residuals, block, own)
          for (let j = 0; j < width; j++) sums[j] += own[j]
        })
        parts.push(sums)
      }
    } finally {
      compute.release(mark)
    }
    return parts
  },
  combine(parts) {
    addInTree(parts, addVector)
    return parts[0]
  },
}

/** Σ ω (φⱼ − φ̄ⱼ)² / Σ ω for each feature; values that sparse rows leave out are 0. */
export const mappedVariances: Operation<Centred, Float64Array, Float64Array> = {
  *parts(here, { map, means }) {
    const { dense, sparse, width } = yield* here.mapped(map)
    const weightOf = rowWeights(here)
    return rowRanges(here).map(([first, last]) => {
      const sums = new Float64Array(2 * width) // the squares, then the weight of the rows that store a value
      for (let row = first; row < last; row++) {
        const weight = weightOf(row)
        const [from, to] = sparse ? [sparse.rowStarts[row], sparse.rowStarts[row + 1]] : [row * width, (row + 1) * width]
        for (let k = from; k < to; k++) {
          const column = sparse ? sparse.columns[k] : k - from
          const away = (sparse ? sparse.values[k] : dense![k]) - means.features[column]
          sums[column] += weight * (away * away)
          sums[width + column] += weight
        }
      }
      return sums
    })
  },
  combine(parts, { map: { width }, means }) {
    addInTree(parts, addVector)
    const [sums] = parts
    return Float64Array.from({ length: width }, (_, j) => {
      const left = Math.max(0, 1 - sums[width + j] / means.weight)
      return sums[j] / means.weight + left * (means.features[j] * means.features[j])
    })
  },
}

/** Which rows u a sum is about: y − ȳ, v · (φ − φ̄), or their difference v · (φ − φ̄) − (y − ȳ). */
export type RowsAsked = { readonly of: 'labels' } | { readonly of: 'product' | 'residuals'; readonly vector: Float64Array }

/** Σ ω u (φ − φ̄), Σ ω u and Σ ω u², each over Σ ω. Nothing is centred in memory, so sparse features stay sparse. */
export interface CentredSums {
  readonly features: Float64Array
  readonly rows: number
  readonly squares: number
}

export const centredSums: Operation<Centred & { readonly rows: RowsAsked }, Float64Array, CentredSums> = {
  *parts(here, { map, means, rows: asked }) {
    const features = yield* here.mapped(map)
    const { width } = features
    const { labels } = here.graded
    const weightOf = rowWeights(here)
    const vector = asked.of === 'labels' ? undefined : asked.vector
    const centre = vector?.reduce((sum, value, j) => sum + value * means.features[j], 0) ?? 0
    const parts: Float64Array[] = []
    for (const [first, last] of rowRanges(here)) {
      obeyStop(here.runtime)
      const perRow = new Float64Array(last - first)
      if (vector !== undefined) features.multiply(first, last, vector, perRow)
      const sums = new Float64Array(width + 2)
      for (let row = first; row < last; row++) {
        const label = labels[row] - means.label
        const own = perRow[row - first] - centre
        const value = asked.of === 'labels' ? label : asked.of === 'product' ? own : own - label
        const weighted = weightOf(row) * value
        sums[width] += weighted
        sums[width + 1] += weighted * value
        perRow[row - first] = weighted
      }
      features.addTransposed(first, last, perRow, sums.subarray(0, width))
      parts.push(sums)
    }
    return parts
  },
  combine(parts, { map: { width }, means }) {
    addInTree(parts, addVector)
    const sums = parts[0].map((value) => value / means.weight)
    // u is centred except for rounding, which large means would amplify.
    const features = sums.subarray(0, width).map((value, j) => value - sums[width] * means.features[j])
    return { features, rows: sums[width], squares: sums[width + 1] }
  },
}

/** The rows of each block. */
function rowRanges(here: ListsHere): (readonly [first: number, last: number])[] {
  const { offsets } = here.graded
  return blockRanges(here).map(([from, to]) => [offsets[from], offsets[to]] as const)
}

/** The weight of a row is that of its list; rows are asked for in ascending order. */
function rowWeights({ graded: { offsets, listWeights } }: ListsHere): (row: number) => number {
  if (listWeights === undefined) return () => 1
  let list = 0
  return (row) => {
    while (offsets[list + 1] <= row) list++
    return listWeights[list]
  }
}

/** Goes through mapped rows, a run of them in memory at a time. */
function mappedRuns(here: ListsHere, map: FeatureMap, most = runRows(map.width)) {
  const { lists, runtime } = here
  const mapper = rowMapper(map, lists, runtime.compute)
  const run = runtime.compute.float32(Math.min(most, lists.labels.length) * map.width)
  return function* (
    stage: string,
    first: number,
    last: number,
    see: (start: number, end: number, values: Float32Array) => void,
  ): Training<void> {
    for (let start = first; start < last; start += most) {
      obeyStop(runtime)
      const end = Math.min(last, start + most)
      mapper.dense(start, end, run)
      see(start, end, run)
      yield { stage, done: end, total: lists.labels.length }
    }
  }
}

/** Rows of (φ − φ̄, y − ȳ), a run of them at a time; runs are a multiple of 256 rows, as `syrk` asks for. */
function centredRuns(here: ListsHere, { map, means }: Centred) {
  const { compute } = here.runtime
  const { width } = map
  const { labels, listWeights } = here.graded
  const side = width + 1
  const most = Math.min(runRows(side), Math.max(1, labels.length))
  const block = compute.float64(most * side)
  const weights = listWeights && compute.float64(most)
  const weightOf = rowWeights(here)
  const runs = mappedRuns(here, map, runRows(side))
  const centres = means.features
  return (
    stage: string,
    first: number,
    last: number,
    see: (rows: number, block: Float64Array, weights: Float64Array | undefined) => void,
  ): Training<void> =>
    runs(stage, first, last, (start, end, values) => {
      for (let row = start, from = 0, to = 0; row < end; row++) {
        for (let j = 0; j < width; j++) block[to++] = values[from++] - centres[j]
        block[to++] = labels[row] - means.label
        if (weights) weights[row - start] = weightOf(row)
      }
      see(end - start, block, weights)
    })
}

function runRows(width: number): number {
  return 256 * Math.max(1, Math.floor(2 ** 18 / (256 * width)))
}
