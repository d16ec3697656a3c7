import { seededRandom } from '@rankwright/core'
import type { RankedSeries } from '@rankwright/core/streaming'

/**
 * A stream in which items come back with slightly changed features, one of them in another unit, and what is good about them turns
 * slowly.
 */
export function driftingSeries(count: number, { items = 24, features = 5, turn = 0.02, noise = 0.1, seed = 4 } = {}): RankedSeries[] {
  const random = seededRandom(seed)
  const base = Float64Array.from({ length: items * features }, () => random.normal())
  return Array.from({ length: count }, (_, n) => {
    const values = base.map((value, at) => (value + 0.2 * random.normal()) * (at % features === 1 ? 1000 : 1))
    const angle = turn * n
    const utilities = Float64Array.from({ length: items }, (_, item) => {
      const at = item * features
      return Math.cos(angle) * values[at] + Math.sin(angle) * values[at + 2] + (0.5 * values[at + 1]) / 1000 + noise * random.normal()
    })
    return {
      id: String(n + 1),
      width: features,
      features: values,
      utilities,
      items: Array.from({ length: items }, (_, item) => `item ${item}`),
    }
  })
}

/** A stream in which items are good when they are near a place: no linear utility helps. */
export function curvedSeries(count: number): RankedSeries[] {
  return driftingSeries(count, { turn: 0, noise: 0 }).map((series) => ({
    ...series,
    utilities: Float64Array.from(
      { length: series.utilities.length },
      (_, item) => -Math.abs(series.features[item * 5]) - Math.abs(series.features[item * 5 + 2]),
    ),
  }))
}
