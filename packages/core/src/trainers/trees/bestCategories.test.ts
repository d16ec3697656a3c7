import { expect, test } from 'vitest'
import type { CountRows } from '../../numeric/compute/bestSplits.ts'
import { MOST_BINS } from '../../numeric/compute/binRows.ts'
import { BIN_NUMBERS } from '../../numeric/compute/histogram.ts'
import { seededRandom } from '../../numeric/random.ts'
import { bestCategories } from './bestCategories.ts'

const rules = { slopeScale: 0.5, curvatureScale: 0.25, l1: 0, l2: 1, minRows: 3, minCurvature: 0, countRows: 'exactly' } as const
const none = { categorySmoothing: 0, categoryL2: 0 }

interface Sums {
  readonly slope: number
  readonly curvature: number
  readonly rows: number
}

const sumOf = (some: readonly Sums[]): Sums =>
  some.reduce(
    (sum, { slope, curvature, rows }) => ({ slope: sum.slope + slope, curvature: sum.curvature + curvature, rows: sum.rows + rows }),
    { slope: 0, curvature: 0, rows: 0 },
  )
const scoreOf = ({ slope, curvature }: Sums) => (0.5 * slope) ** 2 / (0.25 * curvature + 1)

/** In column 1: categories, then the bin of all others, then that of missing values. */
function histogramOf(sums: readonly Sums[]): Int32Array {
  const histogram = new Int32Array(BIN_NUMBERS * MOST_BINS * 2)
  for (const [bin, { slope, curvature, rows }] of sums.entries())
    histogram.set([slope, curvature, rows, 0], BIN_NUMBERS * (MOST_BINS + bin))
  return histogram
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('no set of categories gains more, and all others stay on the right (%i)', (seed) => {
  const random = seededRandom(seed)
  const sums = Array.from({ length: 8 }, () =>
    random.uniform() < 0.2 ? { slope: 0, curvature: 0, rows: 0 } : { slope: random.integer(41) - 20, curvature: 8, rows: 3 },
  )
  const node = { ...sumOf(sums), least: -Infinity, greatest: Infinity }
  const known = [0, 1, 2, 3, 4, 5, 7].filter((bin) => sums[bin].rows > 0)
  let best = 0
  for (let set = 1; set < 2 ** known.length; set++) {
    const left = sumOf(known.filter((_, place) => (set >> place) % 2 === 1).map((bin) => sums[bin]))
    const right = { slope: node.slope - left.slope, curvature: node.curvature - left.curvature, rows: node.rows - left.rows }
    if (left.rows < 3 || right.rows < 3) continue
    best = Math.max(best, scoreOf(left) + scoreOf(right) - scoreOf(node))
  }
  const found = bestCategories(histogramOf(sums), 1, 7, false, node, rules, none)
  expect(found?.leftBins ?? []).not.toContain(6)
  const left = sumOf((found?.leftBins ?? []).map((bin) => sums[bin]))
  expect(found === undefined ? {} : { slope: found.slope, curvature: found.curvature, rows: found.rows }).toEqual(
    found === undefined ? {} : left,
  )
  expect(found?.gain ?? 0).toBeGreaterThanOrEqual(best * (1 - 1e-12))
})

test('a penalty and smoothing keep many small categories from fitting noise; a few need neither', () => {
  const sums = (count: number) => [
    ...Array.from({ length: count }, (_, bin) => ({ slope: bin % 2 === 0 ? 2 : -2, curvature: 4, rows: 3 })),
    { slope: 0, curvature: 0, rows: 0 },
  ]
  const gain = (count: number, given: typeof none) => {
    const all = sums(count)
    const node = { ...sumOf(all), least: -Infinity, greatest: Infinity }
    return bestCategories(histogramOf(all), 1, count + 1, false, node, rules, given)?.gain ?? 0
  }
  expect(gain(20, { categorySmoothing: 0, categoryL2: 100 })).toBeLessThan(gain(20, none) / 4)
  expect(gain(4, { categorySmoothing: 10, categoryL2: 100 })).toBe(gain(4, none))
})

test('equal categories, and categories of too few rows, have no split', () => {
  const equal = [0, 1, 2].map(() => ({ slope: 5, curvature: 4, rows: 9 }))
  const other = { slope: 0, curvature: 0, rows: 0 }
  const at = (sums: readonly Sums[]) =>
    bestCategories(
      histogramOf(sums),
      1,
      sums.length,
      false,
      { ...sumOf(sums), least: -Infinity, greatest: Infinity },
      { ...rules, l2: 0 },
      none,
    )
  expect(at([...equal, other])).toBeUndefined()
  expect(at([{ slope: 5, curvature: 1, rows: 2 }, { slope: -5, curvature: 1, rows: 2 }, other])).toBeUndefined()
})

test('a category of many rows and little curvature counts for few by curvature, one of few rows and much for many', () => {
  const sums = [
    { slope: 5, curvature: 1, rows: 90 },
    { slope: -5, curvature: 99, rows: 10 },
    { slope: 0, curvature: 0, rows: 0 },
  ]
  const node = { ...sumOf(sums), least: -Infinity, greatest: Infinity }
  const found = (countRows: CountRows, minRows: number) =>
    bestCategories(histogramOf(sums), 1, 3, false, node, { ...rules, countRows, minRows }, none)?.rows
  expect(found('exactly', 10)).toBe(10)
  expect(found('exactly', 11)).toBeUndefined()
  expect(found('by-curvature', 1)).toBe(10)
  expect(found('by-curvature', 2)).toBeUndefined()
})
