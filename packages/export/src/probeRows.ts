import { type RankingLists, seededRandom } from '@rankwright/core'
import type { FeatureMap } from '@rankwright/core/data'
import type { Random } from '@rankwright/core/numeric'

const greatest = (2 - 2 ** -23) * 2 ** 127

export interface ProbeOptions {
  readonly rows?: number
  readonly seed?: number
  /** Whether values beyond the range known from training are drawn, infinite ones included. */
  readonly outside?: boolean
}

/**
 * Rows to try a model on: values from all over the range that its feature map knows, the ends of that range, zeros and missing values;
 * one row with nothing but missing values and one with none at all. Lists are of eight rows.
 */
export function probeRows(map: FeatureMap, { rows = 256, seed = 1, outside = false }: ProbeOptions = {}): RankingLists {
  const random = seededRandom(seed)
  const { width } = map
  const values = new Float32Array(rows * width)
  for (let j = 0; j < width; j++) {
    const { low, high, known } = rangeOf(map, j)
    for (let row = 0; row < rows; row++) {
      const whole = row === 1
      const value = row === 0 ? Number.NaN : draw(random, low, high, whole, outside)
      const inside = known && !outside && !Number.isNaN(value) ? Math.min(Math.max(value, low), high) : value
      values[row * width + j] = inside
    }
  }
  const lists = Math.ceil(rows / 8)
  return {
    features: { kind: 'dense', values },
    width,
    labels: new Float64Array(rows),
    offsets: Uint32Array.from({ length: lists + 1 }, (_, list) => Math.min(rows, 8 * list)),
    listIds: Array.from({ length: lists }, (_, list) => String(list + 1)),
  }
}

function draw(random: Random, low: number, high: number, whole: boolean, outside: boolean): number {
  const chance = random.uniform()
  if (chance < 0.15 && !whole) return Number.NaN
  if (chance < 0.25) return low
  if (chance < 0.35) return high
  if (chance < 0.45) return 0
  const value = low + random.uniform() * (high - low)
  if (!outside || chance < 0.85) return value
  if (chance < 0.86) return Infinity
  if (chance < 0.87) return -Infinity
  return chance < 0.93 ? low - random.uniform() * (high - low + 1) : high + random.uniform() * (high - low + 1)
}

/** The raw range that a feature was seen in; a wide one where the map does not know it. */
export function rangeOf({ scale }: FeatureMap, column: number): { low: number; high: number; known: boolean } {
  switch (scale.kind) {
    case 'min-max':
    case 'standard':
      return { low: scale.low[column], high: scale.high[column], known: true }
    case 'quantile': {
      const knots = scale.knots.subarray(scale.starts[column], scale.starts[column + 1])
      return knots.length === 0 ? { low: 0, high: 0, known: true } : { low: knots[0], high: knots[knots.length - 1], known: true }
    }
    case 'none':
    case 'per-list':
      return { low: -1, high: 10, known: false }
  }
}

/** What the model takes for a missing value of each feature, in the range that values are clipped to. */
export function missingValues(map: FeatureMap): Float32Array {
  return Float32Array.from({ length: map.width }, (_, column) => {
    const { low, high, known } = rangeOf(map, column)
    const value = map.means?.[column] ?? 0
    return known ? Math.min(Math.max(value, low), high) : Math.min(Math.max(value, -greatest), greatest)
  })
}
