import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { CountRows } from '../../numeric/compute/bestSplits.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { binnedRows } from '../../work/passes/trees/binnedRows.ts'
import { gradientSumsOf, sumsOfBlocks } from '../../work/passes/trees/gradientSums.ts'
import { rowNumbers, TreeRows } from '../../work/passes/trees/treeRows.ts'
import { featureBins, sourceHere } from './featureBins.ts'
import { growTree } from './growTree.ts'
import { histogramPool } from './histogramPool.ts'
import { growingRows } from './rowsInMemory.ts'

/** Every split of some rows on every feature, by its gain: nothing is binned or rounded here. */
function bestGain(
  features: readonly (readonly number[])[],
  slopes: Float64Array,
  curvatures: Float64Array,
  rows: readonly number[],
  minRows: number,
  countRows: CountRows,
): number {
  const perCurvature = rows.length / sum(curvatures, rows)
  const estimate = (some: readonly number[], feature: number) => {
    const ofValues = new Map<number, number>()
    for (const row of some) ofValues.set(features[row][feature], (ofValues.get(features[row][feature]) ?? 0) + curvatures[row])
    return [...ofValues.values()].reduce((total, curvature) => total + Math.round(perCurvature * curvature), 0)
  }
  const scoreOf = (some: readonly number[]) => sum(slopes, some) ** 2 / (sum(curvatures, some) + 1)
  let best = 0
  for (let feature = 0; feature < features[0].length; feature++) {
    for (const threshold of new Set(rows.map((row) => features[row][feature]))) {
      for (const missingLeft of [false, true]) {
        const goesLeft = (row: number) => (Number.isNaN(features[row][feature]) ? missingLeft : features[row][feature] <= threshold)
        const left = rows.filter(goesLeft)
        const right = rows.filter((row) => !goesLeft(row))
        const summed = missingLeft || rows.every((row) => !Number.isNaN(features[row][feature])) ? right : left
        const counted = countRows === 'exactly' ? summed.length : estimate(summed, feature)
        if (counted < minRows || rows.length - counted < minRows) continue
        best = Math.max(best, scoreOf(left) + scoreOf(right) - scoreOf(rows))
      }
    }
  }
  return best
}

function sum(of: Float64Array, rows: readonly number[]): number {
  return rows.reduce((total, row) => total + of[row], 0)
}

const countings = ['exactly', 'by-curvature'] as const
const cases = [1, 2, 3, 4, 5, 6].flatMap((seed) => countings.map((countRows) => ({ seed, countRows })))

test.each(cases)(
  'every split is the best that there is, and leaves have the best values ($seed, rows counted $countRows)',
  ({ seed, countRows }) => {
    const random = seededRandom(seed)
    const count = 60 + random.integer(60)
    const features = Array.from({ length: count }, () =>
      Array.from({ length: 3 }, (_, column) =>
        random.uniform() < 0.15 ? Number.NaN : column === 0 ? random.integer(4) : Math.fround(random.normal()),
      ),
    )
    const lists = rankingLists({ features, labels: features.map(() => 0), lists: features.map(() => 1) })
    const gradients = {
      slopes: new Float64Array(count).map(() => random.normal()),
      curvatures: new Float64Array(count).map(() => random.uniform() ** 4),
    }
    const bins = finish(featureBins(sourceHere(lists, random), 255, plainRuntime))
    const binned = binnedRows(lists, bins, plainCompute)
    const numbers = { ...rowNumbers(count, plainCompute), ...gradients }
    const nodes = new TreeRows(lists, binned, numbers, [], plainCompute)
    nodes.draw(undefined)
    const rows = growingRows(nodes, histogramPool(binned.stride, plainCompute))
    const sums = gradientSumsOf(sumsOfBlocks(lists, Uint32Array.of(0, 1), gradients, undefined))
    const options = {
      growth: 'leaf',
      leaves: 6,
      depth: Infinity,
      minRows: 4,
      countRows,
      minHessian: 0,
      l1: 0,
      l2: 1,
      categorySmoothing: 0,
      categoryL2: 0,
    } as const
    const tree = finish(growTree(rows, sums, { columns: Uint32Array.of(0, 1, 2) }, options, plainCompute))

    const rowsOf = new Map<number, number[]>([[0, Array.from({ length: count }, (_, row) => row)]])
    for (const [split, gain] of tree.gains.entries()) {
      const rows = rowsOf.get(split) ?? []
      expect(rows).toHaveLength(tree.covers[split])
      expect(gain).toBeCloseTo(bestGain(features, gradients.slopes, gradients.curvatures, rows, 4, countRows), 5)
      const binsOf = rows.map((row) => binned.bins[row * binned.stride + tree.columns[split]])
      const missing = binned.binCounts[tree.columns[split]]
      const behind = countRows === 'by-curvature' && (tree.missingLeft[split] === 1 || !binsOf.includes(missing))
      expect(binsOf).toContain(behind ? tree.bins[split] + 1 : tree.bins[split])
      const goesLeft = (row: number) => tree.sides[256 * split + binned.bins[row * binned.stride + tree.columns[split]]] === 1
      rowsOf.set(tree.left[split], rows.filter(goesLeft))
      rowsOf.set(
        tree.right[split],
        rows.filter((row) => !goesLeft(row)),
      )
    }
    expect(tree.gains.length).toBe(5)
    for (const [leaf, value] of tree.values.entries()) {
      const rows = rowsOf.get(-1 - leaf) ?? []
      const { start } = nodes.nodes[tree.leafNodes[leaf]]
      expect(Array.from(numbers.order.subarray(start, start + tree.leafRows[leaf]))).toEqual(rows)
      expect(value).toBeCloseTo(-sum(gradients.slopes, rows) / (sum(gradients.curvatures, rows) + 1), 10)
    }
  },
)
