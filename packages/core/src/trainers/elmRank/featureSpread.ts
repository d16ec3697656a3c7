import type { FeatureMap } from '../../data/features/featureMap.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'

/** Means and variances of the mapped features: what the scale of random nodes is chosen by. */
export interface FeatureSpread {
  readonly means: Float64Array
  readonly deviations: Float64Array
  /** Σ of the variances: half the mean squared distance of two rows. */
  readonly variance: number
}

const sampledRows = 16_384
/** Values that are fetched at a time. */
const valuesAtOnce = 2 ** 20

/** From all rows, or from at most this many of them, evenly spaced. */
export function* featureSpread(map: FeatureMap, lists: HeldLists): Training<FeatureSpread> {
  const { rows } = yield* lists.ask('summary', {})
  const used = Math.min(rows, sampledRows)
  const sample = Uint32Array.from({ length: used }, (_, i) => Math.floor((i * rows) / used))
  const { width } = map
  const means = new Float64Array(width)
  const squares = new Float64Array(width)
  const step = Math.max(1, Math.floor(valuesAtOnce / width))
  for (let first = 0; first < used; first += step) {
    const some = sample.subarray(first, first + step)
    const values = yield* lists.ask('mappedRows', { map, rows: some })
    for (let i = 0, at = 0; i < some.length; i++) {
      for (let j = 0; j < width; j++, at++) {
        const away = values[at] - means[j]
        means[j] += away / (first + i + 1)
        squares[j] += away * (values[at] - means[j])
      }
    }
  }
  let variance = 0
  for (const square of squares) variance += square / used
  return { means, deviations: squares.map((square) => Math.sqrt(square / used)), variance }
}
