import { type RankingLists, seededRandom, type TreesModel } from '@rankwright/core'
import { featureCount } from '@rankwright/core/models'
import type { ProbeOptions } from '../probeRows.ts'

/**
 * Rows to try trees on: values on thresholds, one step of single precision above and below them, categories in and out of sets, zeros and
 * missing values; one row with nothing but missing values and one with none at all. Lists are of eight rows.
 */
export function treeProbes(model: TreesModel, { seed = 1, outside = false }: ProbeOptions = {}): RankingLists {
  const random = seededRandom(seed)
  const width = featureCount(model)
  const byColumn = pointsOf(model)
  const most = Array.from(byColumn.values()).reduce((greatest, points) => Math.max(greatest, points.length), 0)
  const rows = Math.max(16, Math.min(4 * most + 16, 2048, Math.ceil(400_000 / Math.max(1, width))))
  const values = new Float32Array(rows * width)
  for (const [column, points] of byColumn) {
    const order = random.shuffle(Uint32Array.from(points.keys()))
    for (let row = 0; row < rows; row++) {
      const point = points[order[(row >> 2) % order.length]]
      values[row * width + column] = row === 0 ? Number.NaN : near(point, row % 4)
      if (row > 1 && row % 4 === 3) {
        const chance = random.integer(outside ? 6 : 4)
        values[row * width + column] = [Number.NaN, 0, point, Number.NaN, Infinity, -Infinity][chance]
      }
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

/** The thresholds of each feature, and whole numbers around its sets. */
function pointsOf({ columns, thresholds, categorical, setStarts }: TreesModel): Map<number, number[]> {
  const found = new Map<number, Set<number>>()
  for (const [split, column] of columns.entries()) {
    const own = found.get(column) ?? new Set()
    found.set(column, own.add(thresholds[split]))
  }
  for (const [set, split] of categorical.entries()) {
    const own = found.get(columns[split])!
    for (let category = -1; category <= Math.min(32 * (setStarts[set + 1] - setStarts[set]), 512); category++) own.add(category)
  }
  return new Map(Array.from(found, ([column, own]) => [column, Array.from(own)]))
}

const single = new Float32Array(1)
const bits = new Int32Array(single.buffer)

/** The number itself, or the one of single precision next to it, away from 0 or towards it; finite. */
function near(point: number, how: number): number {
  single[0] = point
  if (how === 1) bits[0]++
  if (how === 2 && point !== 0) bits[0]--
  return Number.isFinite(single[0]) ? single[0] : point
}
