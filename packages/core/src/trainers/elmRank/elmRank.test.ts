import { withoutChecksum } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { applyFeatureMap } from '../../data/features/featureMapApply.ts'
import type { DenseFeatures } from '../../data/lists/features.ts'
import { foldsOf } from '../../data/lists/folds.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import type { ElmModel } from '../../models/elm/elm.ts'
import type { HiddenNodes } from '../../models/elm/hiddenNodes.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { score } from '../../models/score.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { resolveOptionsOn } from '../../options/resolveOptions.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { LocalLists } from '../../work/localLists.ts'
import { leftOut } from './chooseLambda.ts'
import { decomposed } from './decomposed.ts'
import { elmFromStatistics } from './elmFromStatistics.ts'
import { elmRank } from './elmRank.ts'
import { type ElmRankOptions, elmRankOptions } from './elmRankOptions.ts'
import { hiddenStatistics } from './hiddenStatistics.ts'
import { leaveFoldsOut } from './leaveFoldsOut.ts'
import { generalisedCrossValidation, lambdaGrid, pathWeights, type RidgePath, ridgePath } from './ridgePath.ts'

const fit = (lists: RankingLists, options: ElmRankOptions = {}) => finish(elmRank(lists, options))
const held = (lists: RankingLists) => LocalLists.of(lists, plainRuntime)
const leftOutErrors = (of: 'leftOutLists' | 'leftOutItems', path: RidgePath, lists: RankingLists, lambdas: readonly number[]) =>
  Array.from(finish(held(lists).ask(of, leftOut(path, lambdas))))

/** Lists of 2 rows and up whose grades bend with the features, with noise. */
function bentLists(seed: number, lists: number, width = 4, weights?: (list: number) => number, lengths = 8): RankingLists {
  const random = seededRandom(seed)
  const ids: number[] = []
  for (let list = 0; list < lists; list++) for (let item = 2 + random.integer(lengths); item > 0; item--) ids.push(list)
  const features = ids.map(() => Array.from({ length: width }, () => random.normal()))
  const labels = features.map((row) => row[0] + Math.abs(row[1]) - row[2] * row[3 % width] + 0.1 * random.normal())
  const named = weights && Object.fromEntries(Array.from({ length: lists }, (_, list) => [list, weights(list)]))
  return rankingLists({ features, labels, lists: ids, ...(named && { weights: named }) })
}

/** Some rows of a single list. */
function rowsOf({ features, width, labels }: RankingLists, rows: readonly number[]): RankingLists {
  const { values } = features as DenseFeatures
  return rankingLists({
    features: rows.map((row) => Array.from(values.subarray(row * width, (row + 1) * width))),
    labels: rows.map((row) => labels[row]),
    lists: rows.map(() => 0),
  })
}

/** φ of each row, written out from the definitions of the nodes. */
function nodesOf(model: ElmModel, lists: RankingLists): number[][] {
  const { values } = applyFeatureMap(model.featureMap, lists)
  const { count, width } = model.nodes
  return Array.from(lists.labels, (_, row) => {
    const x = Array.from(values.subarray(row * width, (row + 1) * width))
    return Array.from({ length: count }, (_, i) => nodeOf(model.nodes, i, x))
  })
}

function nodeOf({ kind, count, weights, offsets }: HiddenNodes, i: number, x: readonly number[]): number {
  const inner = x.reduce((sum, value, j) => sum + value * weights[j * count + i], offsets[i])
  switch (kind) {
    case 'sigmoid':
      return 1 / (1 + Math.exp(-inner))
    case 'relu':
      return Math.max(0, inner)
    case 'linear':
      return inner
    case 'fourier':
      return Math.cos(inner)
    case 'gaussian':
      return Math.exp(-offsets[i] * x.reduce((sum, value, j) => sum + (value - weights[j * count + i]) ** 2, 0))
  }
}

/** F of the module's comment, pair by pair. */
function objective(model: ElmModel, lists: RankingLists, beta: ArrayLike<number>): number {
  const rows = nodesOf(model, lists)
  const scores = rows.map((row) => row.reduce((sum, value, i) => sum + value * beta[i], 0))
  const { centre, pairs, lambda } = model.options
  const groups = centre === 'global' ? [0, lists.labels.length] : lists.offsets
  let [total, weight] = [0, 0]
  for (let group = 0; group + 1 < groups.length; group++) {
    const [first, last] = [groups[group], groups[group + 1]]
    const own = lists.listWeights?.[group] ?? 1
    let sum = 0
    for (let j = first; j < last; j++)
      for (let k = first; k < last; k++) sum += (lists.labels[j] - lists.labels[k] - scores[j] + scores[k]) ** 2
    total += own * (pairs === 'sum' ? sum : sum / (last - first) ** 2)
    weight += own
  }
  return total / weight + Number(lambda) * Array.from(beta).reduce((sum, value) => sum + value * value, 0)
}

describe('the minimiser', () => {
  const cases: readonly ElmRankOptions[] = [
    {},
    { pairs: 'sum' },
    { centre: 'global' },
    { node: 'gaussian' },
    { node: 'sigmoid' },
    { node: 'fourier' },
    { node: 'linear' },
    { scale: 'standard', nodeScale: 0.7 },
  ]
  test.each(cases)('%j: has the objective of the definition and no gradient left', (options) => {
    const weights = options.centre === 'global' ? undefined : (list: number) => 1 + (list % 3)
    const lists = bentLists(1, 12, 4, weights)
    const { model, objective: reported, optimality } = fit(lists, { nodes: 9, lambda: 0.01, ...options })
    const at = (beta: ArrayLike<number>) => objective(model, lists, beta)
    expect(optimality).toBeLessThan(1e-9)
    expect(Math.abs(reported - at(model.weights))).toBeLessThan(1e-9 * at(model.weights.map(() => 0)))
    for (const i of model.weights.keys()) {
      const slope = (beta: Float64Array) =>
        (at(beta.map((b, k) => b + (k === i ? 1e-3 : 0))) - at(beta.map((b, k) => b - (k === i ? 1e-3 : 0)))) / 2e-3
      expect(Math.abs(slope(model.weights))).toBeLessThan(1e-7 * Math.max(1, Math.abs(slope(model.weights.map(() => 0)))))
    }
  })

  test('on one list solves (2/m HᵀLH + λ Iₙ) β = 2/m HᵀLy, with n × n penalties', () => {
    const lists = bentLists(2, 1, 3)
    const { model } = fit(lists, { nodes: 5, lambda: 0.1 })
    const rows = nodesOf(model, lists)
    const m = rows.length
    const centred = (values: readonly number[]) => values.map((value) => value - values.reduce((sum, each) => sum + each, 0) / m)
    const columns = Array.from({ length: 5 }, (_, i) => centred(rows.map((row) => row[i])))
    const y = centred(Array.from(lists.labels))
    const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, i) => sum + value * b[i], 0)
    for (let i = 0; i < 5; i++) {
      const left = columns.reduce((sum, column, k) => sum + (2 / m) * dot(columns[i], column) * model.weights[k], 0.1 * model.weights[i])
      expect(left).toBeCloseTo((2 / m) * dot(columns[i], y), 10)
    }
  })

  test('is the same for list weights and for lists that stand there several times', () => {
    const weighted = bentLists(3, 6, 4, (list) => 1 + (list % 3))
    const { listWeights, ...plain } = weighted
    const repeated = selectLists(plain, Array.from(listWeights!, (weight, list) => Array<number>(weight).fill(list)).flat())
    const one = fit(weighted, { nodes: 8, lambda: 0.02, scale: 'none', nodeScale: 1 }).model
    const other = fit(repeated, { nodes: 8, lambda: 0.02, scale: 'none', nodeScale: 1 }).model
    for (const [i, weight] of one.weights.entries()) expect(weight).toBeCloseTo(other.weights[i], 9)
  })
})

describe('scores', () => {
  test('are the sum over the nodes, and survive the model file', () => {
    for (const node of ['sigmoid', 'gaussian', 'relu', 'linear', 'fourier'] as const) {
      const lists = bentLists(4, 8)
      const { model } = fit(lists, { nodes: 70, node, lambda: 0.01, uncertainty: true })
      const expected = nodesOf(model, lists).map((row) => row.reduce((sum, value, i) => sum + value * model.weights[i], model.intercept))
      for (const [row, value] of score(model, lists).entries()) expect(value).toBeCloseTo(expected[row], 9)
      const text = modelToJson(model)
      const back = parsedModel(text, 'model.json')
      expect(modelToJson(back)).toBe(text)
      expect(score(back, lists)).toEqual(score(model, lists))
    }
  })

  test('a damaged layer is reported', () => {
    const text = withoutChecksum(modelToJson(fit(bentLists(4, 8), { nodes: 3, lambda: 1 }).model))
    expect(() => parsedModel(text.replace('"count":3', '"count":4'), 'm.json')).toThrow('damaged at nodes.weights')
    expect(() => parsedModel(text.replace('"kind":"relu"', '"kind":"step"'), 'm.json')).toThrow('damaged at nodes.kind')
  })

  test('are on the scale of the labels', () => {
    const lists = bentLists(5, 30)
    const values = score(fit(lists, { nodes: 30, lambda: 1e-3 }).model, lists)
    const mean = (of: Float64Array) => of.reduce((sum, value) => sum + value, 0) / of.length
    expect(mean(values)).toBeCloseTo(mean(lists.labels), 9)
  })
})

describe('left-out lists', () => {
  const settings = [
    ['list', 'mean', undefined, 8],
    ['list', 'sum', undefined, 8],
    ['list', 'mean', (list: number) => 1 + (list % 4), 8],
    ['global', 'mean', undefined, 8],
    ['global', 'mean', (list: number) => 1 + (list % 4), 8],
    ['list', 'mean', (list: number) => 1 + (list % 4), 150],
    ['global', 'mean', undefined, 150],
  ] as const

  test.each(settings)(
    'centred by %s, pairs %s, weights %o, lengths to %i: cost what they cost a fit without them',
    (centre, pairs, weights, lengths) => {
      const lists = bentLists(6, 9, 4, weights, lengths)
      const { statistics } = fit(lists, { nodes: 7, centre, ...(centre === 'list' && { pairs }), lambda: 1 })
      const lambdas = [1, 0.05, 1e-3]
      const errors = leftOutErrors('leftOutLists', ridgePath(statistics, plainCompute), lists, lambdas)
      const others = (list: number) => Array.from(lists.listIds.keys()).filter((other) => other !== list)
      for (const [point, lambda] of lambdas.entries()) {
        let [error, total] = [0, 0]
        for (const list of lists.listIds.keys()) {
          const rest = finish(hiddenStatistics(statistics.space, selectLists(lists, others(list)), plainRuntime))
          const { model } = finish(elmFromStatistics(rest, { lambda }))
          const alone = selectLists(lists, [list])
          const values = score(model, alone)
          const own = lists.listWeights?.[list] ?? 1
          const residuals = alone.labels.map((label, item) => label - values[item])
          const mean = centre === 'list' ? residuals.reduce((sum, value) => sum + value, 0) / residuals.length : 0
          const squares = residuals.reduce((sum, value) => sum + (value - mean) ** 2, 0)
          const perRow = centre === 'global' ? 2 : pairs === 'sum' ? 2 * residuals.length : 2 / residuals.length
          error += own * perRow * squares
          total += centre === 'global' ? own * residuals.length : own
        }
        expect(Math.abs(errors[point] - error / total)).toBeLessThan(1e-8 * (error / total))
      }
    },
  )

  test.each(settings)(
    'centred by %s, pairs %s, weights %o, lengths to %i: folds of one list each have the same errors',
    (centre, pairs, weights, lengths) => {
      const lists = bentLists(7, 11, 4, weights, lengths)
      const { statistics } = fit(lists, { nodes: 6, centre, ...(centre === 'list' && { pairs }), lambda: 1 })
      const errors = finish(leaveFoldsOut(statistics, held(lists), foldsOf(lists, 11), [0.1, 0.01], plainRuntime))
      const one = leftOutErrors('leftOutLists', ridgePath(statistics, plainCompute), lists, [0.1, 0.01])
      for (const [point, error] of errors.entries()) expect(Math.abs(error - one[point])).toBeLessThan(1e-8 * error)
    },
  )

  test('of long lists choose lambda in folds, and the model says so', () => {
    const { notes, model } = fit(bentLists(7, 4, 4, undefined, 900), { nodes: 6 })
    expect(notes[0]).toContain('4 folds of lists')
    expect(model.training.tuned[0].on).toBe('left-out lists')
  })

  test('that stand twice are left out together: the errors are those of each once', () => {
    const once = bentLists(11, 12, 4, undefined, 4)
    const twice = selectLists(once, [...once.listIds.keys(), ...once.listIds.keys()])
    const { notes, model } = fit(twice, { nodes: 20 })
    expect(notes[0]).toBe('lambda chosen by 5 folds of lists, as some lists repeat others')
    const [{ tried, values }] = model.training.tuned
    const { statistics } = fit(once, { nodes: 20, lambda: 1 })
    const errors = finish(leaveFoldsOut(statistics, held(once), foldsOf(once, 5, { seed: 1 }), tried as number[], plainRuntime))
    for (const [point, error] of errors.entries()) expect(Math.abs(values[point] - error)).toBeLessThan(1e-6 * error)
  })

  test('choose lambda by itself: the least error of the grid, recorded in the model', () => {
    const lists = bentLists(8, 25)
    const { model, statistics } = fit(lists, { nodes: 20 })
    const grid = lambdaGrid(statistics)
    const errors = leftOutErrors('leftOutLists', ridgePath(statistics, plainCompute), lists, grid)
    expect(model.options['lambda']).toBe(grid[errors.indexOf(Math.min(...errors))])
    const [tuned] = model.training.tuned
    expect([tuned.option, tuned.on, tuned.metric]).toEqual(['lambda', 'left-out lists', 'squared error of pairs'])
    expect(Math.min(...tuned.values)).toBe(Math.min(...errors))
    expect(fit(lists, { nodes: 20, lambda: 'auto', valid: bentLists(9, 5) }).model.options['lambda']).toBe(model.options['lambda'])
  })

  test.each([
    ['list', 'mean', 5],
    ['list', 'sum', 5],
    ['global', 'mean', 5],
    ['list', 'mean', 40],
  ] as const)('of a single list, centred by %s, pairs %s, %i nodes: items are left out as by fits without them', (centre, pairs, nodes) => {
    const lists = bentLists(10, 1, 4, undefined, 25)
    const rows = lists.labels.length
    const { statistics } = fit(lists, { nodes, centre, ...(centre === 'list' && { pairs }), lambda: 1 })
    const lambdas = [1, 0.01]
    const errors = leftOutErrors('leftOutItems', finish(decomposed(statistics, held(lists), plainRuntime)), lists, lambdas)
    const without = (item: number) => {
      const kept = Array.from(lists.labels.keys()).filter((row) => row !== item)
      return rowsOf(lists, kept)
    }
    for (const [point, lambda] of lambdas.entries()) {
      let sum = 0
      for (let item = 0; item < rows; item++) {
        const rest = finish(hiddenStatistics(statistics.space, without(item), plainRuntime))
        const { model } = finish(elmFromStatistics(rest, { lambda }))
        sum += (lists.labels[item] - score(model, rowsOf(lists, [item]))[0]) ** 2
      }
      expect(Math.abs(errors[point] - (2 * sum) / rows)).toBeLessThan(1e-8 * errors[point])
    }
  })

  test('of a single list, items choose lambda, and the model says so', () => {
    const { model, notes } = fit(bentLists(10, 1), { nodes: 5 })
    expect(notes[0]).toContain('there is one list')
    expect([model.training.tuned[0].on, model.training.tuned[0].metric]).toEqual(['left-out items', 'squared error of pairs'])
  })

  test('sums alone are left with generalised cross-validation', () => {
    const { statistics } = fit(bentLists(10, 3), { nodes: 5, lambda: 1 })
    const { model, notes } = finish(elmFromStatistics(statistics))
    expect(notes[0]).toContain('the lists themselves are gone')
    expect(model.training.tuned[0].metric).toBe('generalised cross-validation')
  })
})

describe('more nodes than rows', () => {
  test.each(['list', 'global'] as const)('centred by %s: the rows give the path that the sums give', (centre) => {
    const lists = bentLists(22, 6, 4, (list) => 1 + (list % 2))
    const { statistics } = fit(lists, { nodes: 60, centre, lambda: 1 })
    const rows = lists.labels.length
    expect(rows).toBeLessThan(60)
    const thin = finish(decomposed(statistics, held(lists), plainRuntime))
    expect(thin.values.length).toBeLessThan(rows)
    const full = ridgePath(statistics, plainCompute)
    const lambdas = [0.1, 1e-3]
    for (const lambda of lambdas) {
      const [one, other] = [pathWeights(thin, lambda)!, pathWeights(full, lambda)!]
      for (const [i, weight] of one.entries()) expect(weight).toBeCloseTo(other[i], 8)
      expect(generalisedCrossValidation(thin, lambda)).toBeCloseTo(generalisedCrossValidation(full, lambda), 8)
    }
    const [few, many] = [thin, full].map((path) => leftOutErrors('leftOutLists', path, lists, lambdas))
    for (const [point, error] of few.entries()) expect(error).toBeCloseTo(many[point], 8)
    expect(pathWeights(thin, 0)).toBeUndefined()
  })
})

describe('validation data', () => {
  test('chooses lambda and steepness by its metric', () => {
    const [lists, valid] = [bentLists(11, 20), bentLists(12, 20)]
    const { model } = fit(lists, { nodes: 15, node: 'sigmoid', valid, earlyStop: 'kendall-tau' })
    expect(model.training.tuned.map(({ option, on, metric }) => [option, on, metric])).toEqual([
      ['steepness', 'valid', 'kendall-tau'],
      ['lambda', 'valid', 'kendall-tau'],
    ])
    const [steepness] = model.training.tuned
    expect(model.options['steepness']).toBe(steepness.tried[steepness.values.indexOf(Math.max(...steepness.values))])
    expect(model.training.valid).toBeDefined()
    expect(fit(lists, { nodes: 15, valid }).model.training.tuned.map(({ option }) => option)).toEqual(['lambda'])
    expect(fit(lists, { nodes: 15, node: 'sigmoid', valid, steepness: 1 }).model.training.tuned.map(({ option }) => option)).toEqual([
      'lambda',
    ])
  })
})

describe('hard data', () => {
  test('more nodes than rows, duplicate rows and collinear features are fitted all the same', () => {
    const random = seededRandom(13)
    const features = Array.from({ length: 12 }, (_, row) => {
      const x = row < 6 ? random.normal() : 0.5
      return [x, 2 * x, 1]
    })
    const lists = rankingLists({ features, labels: features.map(([x]) => x), lists: features.map((_, row) => row % 3) })
    const { optimality, model } = fit(lists, { nodes: 60, lambda: 1e-6 })
    expect(optimality).toBeLessThan(1e-9)
    expect(score(model, lists).every(Number.isFinite)).toBe(true)
    expect(fit(lists, { nodes: 60 }).optimality).toBeLessThan(1e-9)
  })

  test('lambda 0 with nodes that depend on each other says so, and what to do', () => {
    const lists = bentLists(14, 3)
    expect(() => fit(lists, { nodes: 100, lambda: 0 })).toThrow(
      /lambda 0 the weights of the 100 nodes are not unique.*auto, or fewer nodes/,
    )
    expect(fit(bentLists(14, 40), { nodes: 4, lambda: 0 }).optimality).toBeLessThan(1e-9)
  })

  test('the lambda that it suggests is greater than the one given, and does', () => {
    const lists = bentLists(14, 3)
    for (const [nodeScale, lambda] of [
      [1, 1e-17],
      [1e6, 1e-4],
      [1e8, 1e-4],
    ]) {
      const options = { nodes: 100, node: 'linear', nodeScale } as const
      let told = ''
      try {
        fit(lists, { ...options, lambda })
      } catch (error) {
        told = String(error)
      }
      const suggestion = Number(/such as (\S+), or auto/.exec(told)?.[1])
      expect(suggestion).toBeGreaterThan(lambda)
      expect(fit(lists, { ...options, lambda: suggestion }).optimality).toBeLessThan(1e-6)
    }
  })

  test('labels of any size are only a unit', () => {
    const lists = bentLists(15, 15)
    const large = { ...lists, labels: lists.labels.map((label) => 1e12 * label) }
    const [one, other] = [fit(lists, { nodes: 10, lambda: 0.01 }), fit(large, { nodes: 10, lambda: 0.01 })]
    expect(other.optimality).toBeLessThan(1e-9)
    for (const [i, weight] of one.model.weights.entries()) expect(other.model.weights[i] / 1e12).toBeCloseTo(weight, 9)
    const shifted = { ...lists, labels: lists.labels.map((label) => label + 1e12) }
    const [plain, far] = [score(one.model, lists), score(fit(shifted, { nodes: 10, lambda: 0.01 }).model, lists)]
    for (const [row, value] of far.entries()) expect(Math.abs(value - far[0] - (plain[row] - plain[0]))).toBeLessThan(1e-2)
  })

  test('labels whose squares are no numbers are reported', () => {
    const lists = bentLists(15, 5)
    expect(() => fit({ ...lists, labels: lists.labels.map((label) => 1e300 * label) }, { nodes: 3 })).toThrow('Divide all labels')
  })

  test('lists of one row, lists that weigh nothing and equal labels teach nothing', () => {
    const lists = rankingLists({ features: [[1], [2], [3]], labels: [5, 5, 5], lists: [1, 2, 2] })
    const { model, notes } = fit(lists, { nodes: 3 })
    expect(Array.from(model.weights)).toEqual([0, 0, 0])
    expect(notes.join()).toContain('all weights are 0')
    expect(() => fit(bentLists(16, 3, 4, () => 0))).toThrow('all lists weigh 0')
  })

  test('a list longer than a block is one list', () => {
    const random = seededRandom(17)
    const features = Array.from({ length: 1300 }, () => [random.normal() + 50, random.normal()])
    const lists = rankingLists({ features, labels: features.map(([a, b]) => a * b), lists: features.map((_, row) => (row < 1200 ? 1 : 2)) })
    const { model, objective: reported } = fit(lists, { nodes: 5, lambda: 0.01 })
    expect(Math.abs(reported - objective(model, lists, model.weights))).toBeLessThan(1e-9 * objective(model, lists, [0, 0, 0, 0, 0]))
  })

  test('too many features, and options without effect, are refused', () => {
    const wide: RankingLists = {
      features: { kind: 'sparse', rowStarts: Uint32Array.of(0, 1, 2), columns: Uint32Array.of(0, 9), values: Float32Array.of(1, 2) },
      width: 20_000,
      labels: Float64Array.of(0, 1),
      offsets: Uint32Array.of(0, 2),
      listIds: ['a'],
    }
    expect(() => fit(wide)).toThrow('elmrank uses dense rows')
    const lists = bentLists(18, 4)
    expect(() => fit(lists, { centre: 'global', pairs: 'sum' })).toThrow("only works with `centre: 'list'`")
    expect(() => fit(lists, { steepness: 2, nodeScale: 1 })).toThrow('only works with no `nodeScale`')
    expect(() => fit(lists, { earlyStop: 'map' })).toThrow('only works with validation data')
  })

  test('missing values follow the feature map', () => {
    const lists = bentLists(19, 10)
    const values = lists.features.values.slice()
    values[0] = Number.NaN
    const { model } = fit({ ...lists, features: { kind: 'dense', values } }, { nodes: 6, lambda: 0.1 })
    expect(model.featureMap.missing).toBe('mean')
    expect(score(model, { ...lists, features: { kind: 'dense', values } }).every(Number.isFinite)).toBe(true)
  })
})

test('mixed precision agrees with double to a few digits, and is recorded in the model', () => {
  const lists = bentLists(21, 60)
  const [double, mixed] = (['double', 'mixed'] as const).map((precision) => fit(lists, { nodes: 20, lambda: 0.01, precision }).model)
  const [one, other] = [score(double, lists), score(mixed, lists)]
  const apart = Math.max(...one.map((value, row) => Math.abs(value - other[row])))
  expect(apart).toBeGreaterThan(0)
  expect(apart).toBeLessThan(1e-4)
  expect(mixed.options['precision']).toBe('mixed')
})

test('a model of mixed precision is scored in it, from a file too', () => {
  const lists = bentLists(21, 20)
  const { model } = fit(lists, { nodes: 20, lambda: 0.01, precision: 'mixed' })
  const single = score(model, lists)
  const apart = score({ ...model, options: { ...model.options, precision: 'double' } }, lists).map((value, row) =>
    Math.abs(value - single[row]),
  )
  expect(Math.max(...apart)).toBeGreaterThan(0)
  expect(Math.max(...apart)).toBeLessThan(1e-5)
  expect(score(parsedModel(modelToJson(model), 'a test'), lists)).toEqual(single)
})

test('more rows never get fewer nodes', () => {
  expect(fit(bentLists(3, 4), { lambda: 1 }).model.nodes.count).toBe(1000)
  const nodesFor = (rows: number) => resolveOptionsOn(elmRankOptions, {}, { rows, valid: false }).nodes
  const counts = [1, 5000, 20_000, 26_619, 26_620, 50_000, 160_000, 500_000, 10_000_000].map(nodesFor)
  expect(counts).toEqual([1000, 1000, 1000, 1000, 1100, 1300, 2000, 2000, 2000])
})

test('with many rows, some lists are left out: the errors are near those of all, and the note says so', () => {
  expect(fit(bentLists(31, 1000), { nodes: 10 }).notes.join()).not.toContain('drawn by the seed')
  const many = bentLists(31, 4000, 4, undefined, 8)
  const some = fit(many, { nodes: 10, seed: 1 })
  expect(some.notes.join()).toMatch(/leaving out \d+ of 4000 lists in turn, drawn by the seed/)
  const path = ridgePath(some.statistics, plainCompute)
  const [tuned] = some.model.training.tuned
  const exact = leftOutErrors('leftOutLists', path, many, tuned.tried.map(Number))
  for (const [point, error] of tuned.values.entries()) expect(Math.abs(error / exact[point] - 1)).toBeLessThan(0.1)
})

test('the same seed draws the same nodes, another one others', () => {
  const lists = bentLists(20, 5)
  const nodes = (seed: number): HiddenNodes => fit(lists, { nodes: 4, lambda: 1, seed }).model.nodes
  expect(nodes(1)).toEqual(nodes(1))
  expect(nodes(1).weights).not.toEqual(nodes(2).weights)
})

test.each([
  [
    'lists with a single item',
    {
      features: [
        [1, 2],
        [3, 4],
        [0, 1],
      ],
      labels: [0, 1, 2],
      lists: ['a', 'b', 'c'],
    },
  ],
  ['features that are constant within lists', { features: [[1], [1], [2], [2]], labels: [0, 1, 0, 1], lists: ['a', 'a', 'b', 'b'] }],
  ['features that are missing everywhere', { features: [[Number.NaN], [Number.NaN]], labels: [0, 1], lists: ['a', 'a'] }],
])('%s give a model that tells no items apart', (_, rows) => {
  const lists = rankingLists(rows)
  for (const options of [{}, { nodes: 20 }, { nodes: 20, scale: 'per-list' }] as const) {
    const { model } = fit(lists, options)
    expect(model.weights.every((weight) => weight === 0)).toBe(true)
    expect(score(parsedModel(modelToJson(model), 'a test'), lists).every(Number.isFinite)).toBe(true)
  }
})
