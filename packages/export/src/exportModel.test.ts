import {
  type EnsembleModel,
  type LinearModel,
  type MemberModel,
  type RankingLists,
  RankwrightError,
  rank,
  rankingLists,
  score,
  seededRandom,
  train,
} from '@rankwright/core'
import type { AbstentionRule } from '@rankwright/core/models'
import { describe, expect, test } from 'vitest'
import { exportModel } from './exportModel.ts'
import { type ExportTarget, exportTargets } from './exportTargets.ts'
import { type ForeignFormat, foreignFormats, fromForeign, scoreForeign } from './foreignModel.ts'
import { loadJavascript } from './javascript.ts'
import { readForeignModel } from './readForeignModel.ts'

const names = ['price', 'rating', 'age', 'stock']
const lists = exampleLists()
const foreignTargets = Object.keys(foreignFormats) as readonly ForeignFormat[]

/** Four features of very different ranges, none of which holds 0, some values missing. */
function exampleLists(named = true) {
  const random = seededRandom(7)
  const features = Array.from({ length: 60 }, () => [
    200 + 50 * random.uniform(),
    1 + random.uniform() * 4,
    random.uniform() < 0.2 ? Number.NaN : -3 - random.uniform(),
    1e-3 * (1 + random.uniform()),
  ])
  const labels = features.map(([price, rating, , stock]) => rating - price / 100 + 500 * stock)
  return rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / 6)), ...(named && { featureNames: names }) })
}

const options = { method: 'least-squares', lambda: 1e-4 } as const
const scales = ['none', 'min-max', 'standard'] as const

/** Targets for trees alone are tested in trees/treeExports.test.ts. */
const linearTargets = exportTargets.filter((to) => to !== 'lightgbm' && to !== 'xgboost')

describe.each(foreignTargets)('%s', (to) => {
  const { numbered, arithmetic } = foreignFormats[to]

  test.each(scales)('scores as the model does with the scale %s, missing values included', async (scale) => {
    for (const missing of ['zero', 'mean'] as const) {
      const model = train(lists, { ...options, scale, missing })
      const { parity, content } = await exportModel(model, { to })
      expect(parity.rows).toBeGreaterThan(200)
      expect(parity.maxDifference).toBeLessThan((arithmetic === 'float64' ? 1e-6 : 1e-5) * parity.spread)
      // As the target would read it, on rows of the training data without missing values.
      const foreign = readForeignModel(String(content), 'export')
      const scores = score(model, lists)
      const values = lists.features.values
      for (let row = 0; row < 60; row++) {
        if (Number.isNaN(values[row * 4 + 2])) continue
        const theirs = scoreForeign(foreign, (name) => values[row * 4 + (numbered ? Number(name) - 1 : names.indexOf(name))])
        expect(Math.abs(theirs - scores[row])).toBeLessThan(1e-4)
      }
    }
  })

  test('says what to give for a missing value, and that it does not clip', async () => {
    const { missing, limits } = await exportModel(train(lists, { ...options, missing: 'mean' }), { to })
    expect(missing).toMatchObject({ policy: 'mean', by: 'caller' })
    const price = missing.fill?.[numbered ? '1' : 'price']
    const values = lists.features.values.filter((_, index) => index % 4 === 0)
    expect(price).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 3)
    expect(limits.join()).toContain('clipped')
    // 0 lies outside the range of every feature, so that the model takes the nearer end of the range.
    const zero = await exportModel(train(lists, { ...options, missing: 'zero' }), { to })
    expect(Math.fround(zero.missing.fill?.[numbered ? '1' : 'price'] ?? 0)).toBe(Math.min(...values))
  })

  test('rows that it would score differently are refused unless that is accepted', async () => {
    const model = train(lists, { ...options, missing: 'mean' })
    const inside = [210, 2, -3.5, 1.5e-3]
    const probe = (rows: number[][]) =>
      rankingLists({ features: rows, labels: rows.map(() => 0), lists: rows.map(() => 1), featureNames: names })
    const harmless = probe([inside, [220, 3, -3.2, 1.2e-3]])
    expect((await exportModel(model, { to, probe: harmless })).limits).toHaveLength(2)
    for (const odd of [
      [210, 2, Number.NaN, 1.5e-3], // the model takes the mean, the target 0
      [999, 2, -3.5, 1.5e-3], // clipped by the model alone
    ]) {
      const attempt = exportModel(model, { to, probe: probe([inside, [220, 3, -3.2, 1.2e-3], odd]) })
      await expect(attempt).rejects.toThrow('1 of the 3 probe rows would score differently')
      const accepted = await exportModel(model, { to, probe: probe([inside, [220, 3, -3.2, 1.2e-3], odd]), acceptLimits: true })
      expect(accepted.limits.at(-1)).toContain('1 of the 3 probe rows are scored differently')
    }
    const plain = train(lists, { ...options, scale: 'none', missing: 'zero' })
    const all = probe([inside, [999, 2, -3.5, 1.5e-3], [210, 2, Number.NaN, 1.5e-3]])
    expect((await exportModel(plain, { to, probe: all })).limits).toEqual([])
  })

  test('the same file made into a model again scores alike', async () => {
    const model = train(lists, { ...options, missing: 'mean' })
    const { content } = await exportModel(model, { to })
    const again = fromForeign(readForeignModel(String(content), 'export'))
    const whole = rankingLists({ features: [[210, 2, -3.5, 1.5e-3]], labels: [0], lists: [1], featureNames: names })
    expect(score(again, whole)[0]).toBeCloseTo(score(model, whole)[0], 4)
  })

  test.each([
    [{ scale: 'quantile' }, 'by their quantiles'],
    [{ scale: 'per-list' }, 'each list by itself'],
    [{ featureBall: 'l2' }, 'into a ball'],
  ] as const)('refuses %j and says where it can go', async (choice, reason) => {
    const attempt = exportModel(train(lists, { ...options, ...choice }), { to })
    await expect(attempt).rejects.toThrow(RankwrightError)
    await expect(attempt).rejects.toThrow(reason)
    await expect(attempt).rejects.toThrow('Export to js')
  })

  test('leaves out features without influence, and holds a model without any', async () => {
    const model = train(lists, options)
    const withoutAge: LinearModel = { ...model, weights: model.weights.with(2, 0) }
    const { content } = await exportModel(withoutAge, { to })
    expect(readForeignModel(String(content), 'export').features.map(({ name }) => name)).toEqual(
      numbered ? ['1', '2', '4'] : ['price', 'rating', 'stock'],
    )
    const nothing: LinearModel = { ...model, weights: new Float64Array(4), intercept: 0 }
    expect((await exportModel(nothing, { to })).parity.maxDifference).toBe(0)
  })
})

describe('a model of sparse features, which keeps 0 at 0', () => {
  const { values } = lists.features
  const sparse: RankingLists = {
    ...lists,
    features: {
      kind: 'sparse',
      rowStarts: Uint32Array.from({ length: 61 }, (_, row) => 2 * row),
      columns: Uint32Array.from({ length: 120 }, (_, place) => (place % 2 === 0 ? 0 : 1 + (Math.floor(place / 2) % 3))),
      values: Float32Array.from(
        { length: 120 },
        (_, place) => values[4 * Math.floor(place / 2) + (place % 2 === 0 ? 0 : 1 + (Math.floor(place / 2) % 3))],
      ),
    },
  }
  test.each(linearTargets)('scores alike as %s', async (to) => {
    for (const scale of ['min-max', 'standard', 'quantile'] as const) {
      if (scale === 'quantile' && (to === 'sql' || to === 'c' || foreignTargets.some((target) => target === to))) continue
      const model = train(sparse, { ...options, scale })
      expect(model.featureMap.zero).toBe('kept')
      // Some values are missing, which only js, onnx, sql and c see to themselves.
      const { parity } = await exportModel(model, { to, probe: sparse, acceptLimits: true })
      expect(parity.rows).toBeGreaterThan(200)
      expect(parity.maxDifference).toBeLessThan(1e-5 * parity.spread)
    }
  })
})

test('an export that float32 would ruin is refused', async () => {
  const tiny = rankingLists({ features: [[1e7], [1e7 + 1]], labels: [0, 1], lists: [1, 1] })
  const model: LinearModel = {
    ...train(tiny, { method: 'least-squares', scale: 'none', missing: 'zero' }),
    weights: Float64Array.of(1e-3),
    intercept: 1e6,
  }
  await expect(exportModel(model, { to: 'solr' })).rejects.toThrow('Nothing was written')
  expect((await exportModel(model, { to: 'ranklib' })).parity.maxDifference).toBeLessThan(1e-9)
})

test('an unknown target is refused', async () => {
  await expect(exportModel(train(lists, options), { to: 'lucene' as ExportTarget })).rejects.toThrow(exportTargets.join(', '))
})

const allMaps = [...scales, 'quantile'].flatMap((scale) =>
  ['none', 'l1', 'l2', 'inf'].flatMap((featureBall) => ['zero', 'mean'].map((missing) => ({ scale, featureBall, missing }))),
) as { scale: 'none'; featureBall: 'none'; missing: 'zero' }[]

describe('js', () => {
  test.each([...allMaps, { scale: 'per-list', featureBall: 'l2', missing: 'mean' } as const])(
    'scores as the model does with %j, outside the training range too',
    async (choice) => {
      const { parity, limits, missing } = await exportModel(train(lists, { ...options, ...choice }), { to: 'js', probe: lists })
      expect(parity.rows).toBeGreaterThan(256)
      expect(parity.maxDifference).toBeLessThanOrEqual(1e-6 * parity.spread)
      expect([limits, missing.by]).toEqual([[], 'itself'])
    },
  )

  test('takes features by place or by name, and what is missing in any form', async () => {
    const model = train(lists, options)
    const { score: scoreOf, features } = await loadJavascript(String((await exportModel(model, { to: 'js' })).content))
    const row = rankingLists({ features: [[210, 2, Number.NaN, 1.5e-3]], labels: [0], lists: [1], featureNames: names })
    const expected = score(model, row)[0]
    expect(features).toEqual(names)
    const holes = [210, 2, null, 1.5e-3] as number[]
    for (const given of [
      [210, 2, Number.NaN, 1.5e-3],
      holes,
      new Float32Array([210, 2, Number.NaN, 1.5e-3]),
      { rating: 2, price: 210, stock: 1.5e-3 },
    ]) {
      expect(scoreOf?.(given)).toBeCloseTo(expected, 10)
    }
  })

  test('names of features are data in it, whatever they are', async () => {
    const nasty = ['"]; throw new Error("ran"); //', '*/ \u2028 `', '__proto__', '\ud800']
    const named = { ...exampleLists(false), featureNames: nasty }
    const { content } = await exportModel(train(named, options), { to: 'js' })
    expect((await loadJavascript(String(content))).features).toEqual(nasty)
  })
})

describe('an ensemble', () => {
  const member = <Kind extends MemberModel>(model: Kind): Kind => {
    const { seen: _, ...training } = model.training
    return { ...model, training }
  }
  const linear = train(lists, { ...options, scale: 'per-list' })
  const trees = train(lists, { method: 'lambdamart', trees: 20 })
  const ensemble: EnsembleModel = {
    kind: 'ensemble',
    method: 'auto',
    options: {},
    features: names,
    training: linear.training,
    members: [member(linear), member(train(lists, { method: 'elmrank', nodes: 8 })), member(trees)],
    weights: Float64Array.of(0.5, 0.2, 0.3),
  }

  test('becomes JavaScript that scores whole lists as the model does', async () => {
    const { content, parity, missing } = await exportModel(ensemble, { to: 'js', probe: lists })
    expect(parity.rows).toBeGreaterThan(256)
    expect(parity.maxDifference).toBeLessThan(1e-6)
    expect(missing.policy).toBe('by-member')
    const { features, score: scoreOf, scoreList } = await loadJavascript(String(content))
    expect([features, scoreOf, scoreList([])]).toEqual([names, undefined, []])
  })

  test('goes nowhere else, and not at all with a member that has no form there', async () => {
    await expect(exportModel(ensemble, { to: 'onnx' })).rejects.toThrow('Export to js')
    const network = member(train(lists, { method: 'abstaining', hypothesis: 'network', hidden: 3, iterations: 2 }))
    const withNetwork: EnsembleModel = { ...ensemble, members: [member(linear), network, member(trees)] }
    for (const to of exportTargets) await expect(exportModel(withNetwork, { to })).rejects.toThrow('an ensemble')
  })
})

describe('onnx', () => {
  test.each(allMaps)('scores as the model does with %j, outside the training range too', async (choice) => {
    const { parity, limits } = await exportModel(train(lists, { ...options, ...choice }), { to: 'onnx', probe: lists })
    expect(parity).toMatchObject({ checkedIn: 'emulation' })
    expect(parity.maxDifference).toBeLessThanOrEqual(1e-6 * parity.spread)
    expect(limits).toEqual([])
  })

  test('refuses a score that depends on the whole list', async () => {
    await expect(exportModel(train(lists, { ...options, scale: 'per-list' }), { to: 'onnx' })).rejects.toThrow('Export to js')
  })
})

describe('models that are not linear', () => {
  const elm = (['sigmoid', 'gaussian', 'relu', 'linear', 'fourier'] as const).map(
    (node) => ({ method: 'elmrank', node, nodes: 12 }) as const,
  )
  const kernel = (['rbf', 'laplace', 'polynomial'] as const).map((kind) => ({ method: 'rankrls', kernel: kind, basis: 10 }) as const)
  test.each([...elm, ...kernel])('%j: scores alike as js and onnx, missing values and values out of range included', async (choice) => {
    for (const given of [{}, { scale: 'quantile', featureBall: 'l2', missing: 'zero' }] as const) {
      const model = train(lists, { ...choice, ...given, lambda: 1e-3 })
      for (const to of ['js', 'onnx'] as const) {
        const { parity, limits, missing } = await exportModel(model, { to, probe: lists })
        expect(parity.rows).toBe(256 + 60)
        expect(parity.spread).toBeGreaterThan(0)
        expect(parity.maxDifference).toBeLessThan(1e-9 * parity.spread)
        expect([limits, missing.by]).toEqual([[], 'itself'])
      }
    }
  })

  test('per-list scales go to js', async () => {
    const model = train(lists, { method: 'elmrank', nodes: 5, scale: 'per-list', lambda: 1e-3 })
    expect((await exportModel(model, { to: 'js' })).parity.maxDifference).toBeLessThan(1e-12)
    await expect(exportModel(model, { to: 'onnx' })).rejects.toThrow('Export to js')
  })

  test('the linear kernel of rankrls is a linear model to all targets', async () => {
    const model = train(lists, { method: 'rankrls', kernel: 'linear', lambda: 1e-3 })
    for (const to of linearTargets) expect((await exportModel(model, { to })).parity.maxDifference).toBeLessThan(1e-4)
  })

  test.each(foreignTargets)('%s says what is in the way, and where they can go', async (to) => {
    const model = train(lists, { method: 'elmrank', nodes: 5, lambda: 1 })
    await expect(exportModel(model, { to })).rejects.toThrow(
      /through hidden nodes, which .* cannot express. Export to js or onnx, or train another method/,
    )
    const other = train(lists, { method: 'rankrls', basis: 5, lambda: 1 })
    await expect(exportModel(other, { to })).rejects.toThrow('kernels around training rows')
  })
})

describe('a rule for what is left undecided', () => {
  const rules: readonly AbstentionRule[] = [
    { rule: 'margin', threshold: 0.3 },
    { rule: 'probability', threshold: 0.9 },
    { rule: 'distance', threshold: 0.5, norm: '1' },
    { rule: 'distance', threshold: 0.4, norm: '2' },
    { rule: 'distance', threshold: 0.3, norm: 'inf' },
    { rule: 'list', threshold: 0.9, about: 'order', cutoff: 3 },
    { rule: 'list', threshold: 0.9, about: 'top', cutoff: 2 },
  ]

  test.each(rules)('%j is obeyed in JavaScript as by rank', async (rule) => {
    for (const scale of ['min-max', 'per-list'] as const) {
      const model: LinearModel = {
        ...train(lists, { ...options, scale }),
        calibration: { margins: Float64Array.of(0, 0.5, 2), probabilities: Float64Array.of(0.5, 0.8, 1), lists: 9, pairs: 9, data: '' },
        abstention: { ...rule, origin: { by: 'hand' } },
      }
      const { content, limits } = await exportModel(model, { to: 'js' })
      expect(limits).toEqual([])
      const { rankList, probability } = await loadJavascript(String(content))
      let open = 0
      for (const [list, { items, undecided, answered, confidence }] of rank(model, lists).entries()) {
        const rows = Array.from({ length: 6 }, (_, item) =>
          lists.features.values.subarray((6 * list + item) * 4, (6 * list + item + 1) * 4),
        )
        const theirs = rankList!(rows)
        expect(theirs.order.map((item) => 6 * list + item)).toEqual(items.map(({ row }) => row))
        expect(theirs.undecided?.map(([i, k]) => [6 * list + i, 6 * list + k])).toEqual(undecided)
        expect(theirs.answered).toBe(answered)
        if (confidence !== undefined) expect(theirs.confidence).toBeCloseTo(confidence, 9)
        const [first, second] = items
        expect(probability!(first.score - second.score)).toBe(first.probability)
        open += undecided?.length ?? (answered ? 0 : 1)
      }
      expect(open).toBeGreaterThan(0)
    }
  })

  const isAboutPairs = ({ rule }: AbstentionRule) => rule !== 'list'
  const ties: readonly { readonly ties: 'keep' | 'random' | 'review'; readonly seed?: number }[] = [
    { ties: 'review' },
    { ties: 'keep' },
    { ties: 'random' },
    { ties: 'random', seed: 7 },
  ]
  const methods = [options, { method: 'elmrank', nodes: 6, lambda: 1e-3 }, { method: 'rankrls', basis: 5, lambda: 1e-3 }] as const

  test.each(rules.filter(isAboutPairs))('%j: runs of undecided rows are arranged in JavaScript as by rank', async (rule) => {
    let [moved, longest] = [0, 0]
    const wide = { ...rule, threshold: rule.rule === 'distance' ? 2 * rule.threshold : rule.threshold } // runs of more than two rows
    for (const method of methods) {
      const model = {
        ...train(lists, method),
        calibration: { margins: Float64Array.of(0, 0.5, 2), probabilities: Float64Array.of(0.5, 0.8, 1), lists: 9, pairs: 9, data: '' },
        abstention: { ...wide, origin: { by: 'hand' } },
      } as const
      const { rankList } = await loadJavascript(String((await exportModel(model, { to: 'js' })).content))
      for (const serving of ties) {
        for (const [list, { id, items, undecided, runs }] of rank(model, lists, serving).entries()) {
          const rows = Array.from({ length: 6 }, (_, item) =>
            lists.features.values.subarray((6 * list + item) * 4, (6 * list + item + 1) * 4),
          )
          const theirs = rankList!(rows, { ...serving, list: id })
          const asRows = (numbers: readonly number[]) => numbers.map((item) => 6 * list + item)
          expect(asRows(theirs.order)).toEqual(items.map(({ row }) => row))
          expect(theirs.undecided?.map(asRows)).toEqual(undecided)
          expect(theirs.runs?.map(asRows)).toEqual(runs)
          if (theirs.order.join() !== rankList!(rows).order.join()) moved++
          longest = Math.max(longest, ...theirs.runs!.map((run) => run.length))
        }
      }
    }
    expect(moved).toBeGreaterThan(5)
    expect(longest).toBeGreaterThan(2)
  })

  test('another word for ties is refused in JavaScript', async () => {
    const model: LinearModel = { ...train(lists, options), abstention: { rule: 'margin', threshold: 0.3, origin: { by: 'hand' } } }
    const { rankList } = await loadJavascript(String((await exportModel(model, { to: 'js' })).content))
    // @ts-expect-error Not one of the words.
    expect(() => rankList!([[0, 0, 0, 0]], { ties: 'drawn' })).toThrow('give keep, random or review')
  })

  test.each(linearTargets.filter((to) => to !== 'js'))('%s only scores, and says so', async (to) => {
    const model: LinearModel = { ...train(lists, options), abstention: { rule: 'margin', threshold: 0.3, origin: { by: 'hand' } } }
    expect((await exportModel(model, { to })).limits.join()).toContain('the target only scores')
  })
})

test.each(exportTargets)('%s cannot express patches of images, and says so for linear models and networks', async (to) => {
  const random = seededRandom(3)
  const features = Array.from({ length: 12 }, () => Array.from({ length: 49 }, () => random.uniform()))
  const images = rankingLists({ features, labels: features.map((_, row) => row % 2), lists: features.map(() => 'all') })
  const shape = { method: 'abstaining', patches: 3, imageShape: '1x7x7', iterations: 3 } as const
  for (const own of [{ hypothesis: 'linear' }, { hypothesis: 'network', hidden: 2, batch: 4 }] as const) {
    const model = train(images, { ...shape, ...own })
    await expect(exportModel(model, { to })).rejects.toThrow(
      'compares images with patches first (`patches` of `train`), which no export can express',
    )
  }
})
