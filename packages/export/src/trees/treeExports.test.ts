import { sampleTrees } from '@rankwright/contracts'
import { type RankingLists, rankingLists, score, seededRandom, type TreesModel, train } from '@rankwright/core'
import { describe, expect, test } from 'vitest'
import { exportModel } from '../exportModel.ts'
import { importModel } from '../imports/importModel.ts'
import { loadJavascript } from '../javascript.ts'
import { readForeignTrees } from './readForeignTrees.ts'
import { solrGap } from './solrTrees.ts'
import { treeProbes } from './treeProbes.ts'

const names = ['price', 'rating', 'age', 'stock']
const lists = exampleLists()

function exampleLists(missing = 0.2): RankingLists {
  const random = seededRandom(7)
  const value = () => (random.uniform() < missing ? Number.NaN : (random.integer(41) - 20) / 4)
  const features = Array.from({ length: 60 }, () => names.map(value))
  const labels = features.map(([price, rating]) => Math.round(2 + (price || 0) / 5 + (Number.isNaN(rating) ? 1 : 0)))
  return rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / 6)), featureNames: names })
}

const boosted = train(lists, { method: 'rankboost', iterations: 60 })
const general: TreesModel = { ...boosted, ...sampleTrees(5, { trees: 30, leaves: 20, width: 4 }) }
const categories: TreesModel = { ...boosted, ...sampleTrees(6, { trees: 9, leaves: 9, width: 4, categorical: 0.5 }) }
const single: TreesModel = { ...boosted, ...sampleTrees(8, { trees: 30, leaves: 20, width: 4, single: true }) }
const texts = ['ranklib', 'elasticsearch', 'solr'] as const

describe.each([
  ['trees of one feature each', boosted],
  ['trees of several features', general],
  ['sums of single precision', single],
])('%s', (_, model) => {
  test('JavaScript gives the same bits, on thresholds, beside them, missing and infinite', async () => {
    const { parity, missing, limits, content } = await exportModel(model, { to: 'js', probe: lists })
    expect(parity).toMatchObject({ maxDifference: 0, checkedIn: 'JavaScript' })
    expect(parity.rows).toBeGreaterThan(60)
    expect(missing).toEqual({ policy: 'own-branch', by: 'itself' })
    expect(limits).toEqual([])
    const module = await loadJavascript(String(content))
    expect(module.score?.({ price: 1, rating: 2, age: 3 })).toBe(module.score?.([1, 2, 3, Number.NaN]))
  })

  test('ONNX differs by the rounding of single precision', async () => {
    const { parity, limits } = await exportModel(model, { to: 'onnx', probe: lists })
    expect(parity.maxDifference).toBeLessThan(3e-6 * parity.spread)
    expect(limits).toEqual([])
  })

  test('LightGBM and SQL give the same bits, XGBoost those of single precision', async () => {
    const rounding = model.sums === 'float32' ? 3e-6 : 0
    for (const to of ['lightgbm', 'sql'] as const) {
      const { parity, missing } = await exportModel(model, { to, probe: lists })
      expect(parity.maxDifference).toBeLessThanOrEqual(rounding * parity.spread)
      expect(parity.rows).toBeGreaterThan(70)
      expect(missing).toEqual({ policy: 'own-branch', by: 'itself' })
    }
    const { parity, content } = await exportModel(model, { to: 'xgboost', probe: lists })
    expect(parity.maxDifference).toBeLessThan(3e-6 * parity.spread)
    const { model: imported } = importModel(String(content), 'm.json')
    const again = await exportModel(imported, { to: 'xgboost', probe: lists })
    expect(again.parity.maxDifference).toBe(0)
    expect(again.content).toBe(content)
  })

  test.each(texts)('%s is read back and scores alike where nothing is missing', async (to) => {
    const { parity, content, missing, limits } = await exportModel(model, { to })
    expect(parity.rows).toBeGreaterThan(10)
    const exact = to !== 'solr' || model.thresholds.every((threshold) => solrGap(threshold) === undefined)
    expect(limits.join().includes('Solr adds 0.000001 to each threshold')).toBe(!exact)
    expect(parity.maxDifference).toBeLessThan(3e-6 * parity.spread)
    expect(readForeignTrees(String(content), 'export').trees.length).toBeGreaterThan(1)
    expect(missing).toEqual({ policy: 'own-branch', by: 'caller' })
    expect(limits.join()).toContain('takes 0 for a missing value')
    const whole = exampleLists(0)
    expect((await exportModel(model, { to, probe: whole })).parity.rows).toBe(parity.rows + 60)
    const attempt = exportModel(model, { to, probe: lists })
    await expect(attempt).rejects.toThrow('probe rows would score differently there')
    await expect(attempt).rejects.not.toThrow('scale')
    expect((await exportModel(model, { to, probe: lists, acceptLimits: true })).limits).toHaveLength(exact ? 2 : 3)
  })
})

test('where 0 goes the way of missing values, text targets do what the model does', async () => {
  const missingLeft = Uint8Array.from(general.thresholds, (threshold) => (threshold >= 0 ? 1 : 0))
  for (const to of texts) {
    const { missing, limits, parity } = await exportModel({ ...general, missingLeft }, { to, probe: lists })
    expect(missing).toEqual({ policy: 'own-branch', by: 'itself' })
    expect(limits).toHaveLength(to === 'solr' ? 1 : 0)
    expect(parity.rows).toBeGreaterThan(50)
    expect(parity.maxDifference).toBeLessThan(3e-6 * parity.spread)
  }
})

test('splits on categories go to some targets, and the others name them', async () => {
  expect((await exportModel(categories, { to: 'js', probe: lists })).parity.maxDifference).toBe(0)
  for (const to of ['c', 'xgboost', 'sql'] as const)
    expect((await exportModel(categories, { to, probe: lists })).parity.maxDifference).toBeLessThan(1e-5)
  const { parity } = await exportModel(categories, { to: 'onnx', probe: lists })
  expect(parity.maxDifference).toBeLessThan(3e-6 * parity.spread)
  for (const to of texts) await expect(exportModel(categories, { to })).rejects.toThrow('Export to js or c or onnx or xgboost or sql')
})

test('sets of categories of every shape go to ONNX: none, one, neighbours, all, apart from each other', async () => {
  const sets = [[], [0], [3], [0, 1, 2], [5, 6, 40], Array.from({ length: 64 }, (_, k) => k), [1, 3, 5, 31, 32, 63]]
  for (const missing of [0, 1]) {
    const model: TreesModel = {
      ...boosted,
      ...sampleTrees(1, { trees: 0, leaves: 1, width: 4 }),
      base: 0,
      starts: Uint32Array.from({ length: sets.length + 1 }, (_, tree) => tree),
      columns: new Uint32Array(sets.length),
      thresholds: new Float32Array(sets.length),
      left: new Int32Array(sets.length).fill(-1),
      right: new Int32Array(sets.length).fill(-2),
      missingLeft: new Uint8Array(sets.length).fill(missing),
      leaves: Float64Array.from({ length: 2 * sets.length }, (_, leaf) => 2 ** leaf),
      categorical: Uint32Array.from(sets.keys()),
      setStarts: Uint32Array.from({ length: sets.length + 1 }, (_, set) => 2 * set),
      sets: Int32Array.from(
        sets.flatMap((set) =>
          [0, 32].map((low) => set.reduce((word, k) => (k >= low && k < low + 32 ? word | (1 << (k - low)) : word), 0)),
        ),
      ),
    }
    const values = [...Array.from({ length: 70 }, (_, k) => k - 3), -0.5, 2.75, 63.99, Number.NaN, 3e38, -3e38, 1e30]
    const probe = rankingLists({
      features: values.map((value) => [value, 0, 0, 0]),
      labels: values.map(() => 0),
      lists: values.map(() => 1),
    })
    expect((await exportModel(model, { to: 'onnx', probe })).parity).toMatchObject({ maxDifference: 0 })
  }
})

test('a set that takes too many comparisons is refused', async () => {
  const words = 200
  const model: TreesModel = {
    ...categories,
    ...sampleTrees(1, { trees: 0, leaves: 1, width: 4 }),
    starts: Uint32Array.of(0, 1),
    columns: Uint32Array.of(0),
    thresholds: Float32Array.of(0),
    left: Int32Array.of(-1),
    right: Int32Array.of(-2),
    missingLeft: Uint8Array.of(0),
    leaves: Float64Array.of(1, 2),
    categorical: Uint32Array.of(0),
    setStarts: Uint32Array.of(0, words),
    sets: new Int32Array(words).fill(0x55555555),
  }
  await expect(exportModel(model, { to: 'onnx' })).rejects.toThrow('takes 3200 comparisons')
})

test('a model of nothing but a base is a tree of one leaf', async () => {
  const empty: TreesModel = { ...boosted, ...sampleTrees(1, { trees: 0, leaves: 1, width: 4 }), base: 0.5 }
  for (const to of [...texts, 'js', 'onnx', 'lightgbm', 'xgboost', 'sql'] as const)
    expect((await exportModel(empty, { to })).parity.maxDifference).toBe(0)
})

test('trees too deep for nested files go to targets that have none', async () => {
  const splits = 2000
  const chain: TreesModel = {
    ...general,
    starts: Uint32Array.of(0, splits),
    columns: new Uint32Array(splits),
    thresholds: Float32Array.from({ length: splits }, (_, split) => -split),
    left: Int32Array.from({ length: splits }, (_, split) => (split + 1 < splits ? split + 1 : -splits - 1)),
    right: Int32Array.from({ length: splits }, (_, split) => -1 - split),
    missingLeft: new Uint8Array(splits),
    leaves: Float64Array.from({ length: splits + 1 }, (_, leaf) => leaf),
  }
  for (const to of texts) await expect(exportModel(chain, { to })).rejects.toThrow('Export to js or onnx')
  expect((await exportModel(chain, { to: 'js' })).parity.maxDifference).toBe(0)
})

test('probe rows stand on thresholds and beside them, and one has nothing but missing values', () => {
  const { features } = treeProbes(general)
  const values = new Set(features.values)
  for (const threshold of general.thresholds) expect(values.has(threshold)).toBe(true)
  expect(features.values.subarray(0, 4).every(Number.isNaN)).toBe(true)
  expect(features.values.subarray(4, 8).some(Number.isNaN)).toBe(false)
  expect(score(general, { ...treeProbes(general, { outside: true }) }).every(Number.isFinite)).toBe(true)
})

test.each([
  ['<tree id="1" weight="1">', '<tree id="1">', 'a tree has no weight'],
  ['<split pos="right">', '<split pos="left">', 'expected the right side of a split'],
  ['</split>', '', 'expected <'],
  ['<threshold> ', '<threshold> x', 'is not a number'],
  ['<feature> ', '<feature> -', 'is not a feature number'],
  ['</ensemble>', '', 'the end of the file'],
])('a RankLib file with %s changed to %s is refused with its line', async (found, put, message) => {
  const { content } = await exportModel(general, { to: 'ranklib' })
  expect(() => readForeignTrees(String(content).replace(found, put), 'm.txt')).toThrow(message)
  expect(() => readForeignTrees(String(content).replace(found, put), 'm.txt')).toThrow(/m\.txt:\d+/)
})
