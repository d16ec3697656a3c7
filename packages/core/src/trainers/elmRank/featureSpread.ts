import type { FeatureMap } from '../../data/features/featureMap.ts'
import { rowMapper } from '../../data/features/featureMapApply.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'

/** Means and variances of the mapped features: what the scale of random nodes is chosen by. */
export interface FeatureSpread {
  readonly means: Float64Array
  readonly deviations: Float64Array
  /** Σ of the variances: half the mean squared distance of two rows. */
  readonly variance: number
}

const sampledRows = 16_384

/** From all rows, or from at most this many of them, evenly spaced. */
export function featureSpread(map: FeatureMap, lists: RankingLists): FeatureSpread {
  const rows = lists.labels.length
  const used = Math.min(rows, sampledRows)
  const mapper = rowMapper(map, lists)
  const { width } = map
  const row = new Float32Array(width)
  const means = new Float64Array(width)
  const squares = new Float64Array(width)
  for (let i = 0; i < used; i++) {
    const at = Math.floor((i * rows) / used)
    mapper.dense(at, at + 1, row)
    for (let j = 0; j < width; j++) {
      const away = row[j] - means[j]
      means[j] += away / (i + 1)
      squares[j] += away * (row[j] - means[j])
    }
  }
  let variance = 0
  for (const square of squares) variance += square / used
  return { means, deviations: squares.map((square) => Math.sqrt(square / used)), variance }
}
