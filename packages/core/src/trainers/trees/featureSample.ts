import type { Features, SparseFeatures } from '../../data/lists/features.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { sortFloats } from '../../numeric/order/sortFloats.ts'
import type { Random } from '../../numeric/random.ts'
import { finite32 } from '../../numeric/special/float32.ts'
import { columnsWithMissing } from '../../work/passes/trees/chosenRows.ts'

/** Values of one feature in the sampled rows. */
export interface SampledValues {
  /** Ascending, without missing ones. */
  readonly sorted: Float32Array
  readonly missing: boolean
}

/** Reads rows feature by feature. */
export type FeatureValues = (feature: number) => SampledValues

/** Lists at no more than `most` rows. Missing values are looked for in all rows. */
export function featureSample({ features, width, labels }: RankingLists, most: number, random: Random): FeatureValues {
  return valuesOfRows(features, width, sampledRows(labels.length, most, random), columnsWithMissing(features, width))
}

/** The values of some rows; `missing` has a 1 for each column with missing values. */
export function valuesOfRows(features: Features, width: number, rows: Uint32Array, missing: Uint8Array): FeatureValues {
  if (features.kind === 'sparse') return sparseSample(features, width, rows, missing)
  const { values } = features
  const memory = new Float32Array(rows.length)
  const scratch = new Uint32Array(rows.length)
  return (feature) => {
    let known = 0
    for (let place = 0; place < rows.length; place++) {
      const value = values[rows[place] * width + feature]
      if (!Number.isNaN(value)) memory[known++] = finite32(value) + 0 // −0 becomes 0
    }
    return { sorted: sortFloats(memory.subarray(0, known), scratch), missing: missing[feature] === 1 }
  }
}

/** One row, drawn, of each of equal stretches of the file: `most` of them, or all rows. */
export function sampledRows(count: number, most: number, random: Random): Uint32Array {
  if (count <= most) return Uint32Array.from({ length: count }, (_, row) => row)
  return Uint32Array.from({ length: most }, (_, place) => {
    const from = Math.floor((place * count) / most)
    return from + random.integer(Math.floor(((place + 1) * count) / most) - from)
  })
}

function sparseSample(
  { rowStarts, columns, values }: SparseFeatures,
  width: number,
  rows: Uint32Array,
  missing: Uint8Array,
): FeatureValues {
  const starts = new Uint32Array(width + 1)
  for (const row of rows) for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) starts[columns[k] + 1]++
  for (let column = 0; column < width; column++) starts[column + 1] += starts[column]
  const next = starts.slice()
  const byColumn = new Float32Array(starts[width])
  for (const row of rows) for (let k = rowStarts[row]; k < rowStarts[row + 1]; k++) byColumn[next[columns[k]]++] = values[k]
  const memory = new Float32Array(rows.length)
  const scratch = new Uint32Array(rows.length)
  return (feature) => {
    const stored = byColumn.subarray(starts[feature], starts[feature + 1])
    let known = 0
    for (const value of stored) if (!Number.isNaN(value)) memory[known++] = finite32(value) + 0
    const zeros = rows.length - stored.length
    memory.fill(0, known, known + zeros)
    return { sorted: sortFloats(memory.subarray(0, known + zeros), scratch), missing: missing[feature] === 1 }
  }
}
