import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { evaluate } from '../../evaluation/evaluate.ts'
import { train } from '../../library/train.ts'
import { score } from '../../models/score.ts'
import type { TreesModel } from '../../models/trees/trees.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { finish } from '../../runtime/training.ts'
import { objectiveFor, objectiveNames } from '../../work/passes/trees/objectives/objectives.ts'
import { lambdaMart } from './lambdaMart.ts'

interface Made {
  readonly lists?: number
  readonly missing?: number
  readonly noise?: number
}

/** Lists of twelve rows and five features. The label depends on the first two together, and on the third; a missing third is worth most. */
function made(seed: number, { lists = 40, missing = 0, noise = 0 }: Made = {}): RankingLists {
  const random = seededRandom(seed)
  const ids = Array.from({ length: lists }, (_, list) => Array<number>(12).fill(list)).flat()
  const features = ids.map(() => Array.from({ length: 5 }, () => random.normal()))
  for (const row of features) if (random.uniform() < missing) row[2] = Number.NaN
  const labels = features.map(([a, b, c]) => {
    const worth = a > 0 === b > 0 ? 1 : 0
    return Math.max(0, Math.round(worth + (Number.isNaN(c) ? 2 : Number(c > 0.5)) + noise * random.normal()))
  })
  return rankingLists({ features, labels, lists: ids })
}

const fitted = (lists: RankingLists, options: Parameters<typeof lambdaMart>[1] = {}) => finish(lambdaMart(lists, options))
const ndcgOf = (model: TreesModel, lists: RankingLists) => evaluate(model, lists, { metrics: ['ndcg@10'] }).metrics['ndcg@10'] ?? 0

describe('lambdaMart', () => {
  test('understands the names that LightGBM and XGBoost have for its options', () => {
    const lists = made(1)
    const named = {
      num_leaves: 5,
      eta: 0.3,
      n_estimators: 3,
      min_data_in_leaf: 4,
      colsample_bytree: 0.6,
      subsample: 0.8,
      max_bin: 20,
      reg_lambda: 1,
    }
    const { model, notes } = fitted(lists, named)
    const own = { leaves: 5, learningRate: 0.3, trees: 3, minRows: 4, featureShare: 0.6, listShare: 0.8, bins: 20, l2: 1 }
    expect(model).toEqual(fitted(lists, own).model)
    expect(notes).toContain('subsample is `listShare` here. Share of the lists that each tree is grown on, drawn anew.')
    expect(train(lists, { method: 'lambdamart', ...named }).options).toEqual(model.options)
    expect(() => fitted(lists, { eta: 0.1, learning_rate: 0.1 })).toThrow('eta and learning_rate are both `learningRate`')
  })

  test('rows counted by curvature grow other trees, and the model says so', () => {
    const own = { trees: 3, leaves: 5, minRows: 30, featureShare: 1, listShare: 1 }
    const [exactly, estimated] = (['exactly', 'by-curvature'] as const).map((countRows) => fitted(made(1), { ...own, countRows }).model)
    expect(exactly.options.countRows).toBe('exactly')
    expect(estimated.options.countRows).toBe('by-curvature')
    expect(estimated.thresholds).not.toEqual(exactly.thresholds)
    expect(fitted(made(1), own).model.options.countRows).toBe('exactly')
    expect(() => fitted(made(1), { ...own, countRows: 'roughly' as never })).toThrow('countRows')
  })

  test('learns what features say together, which no weighted sum can, and what a missing value means', () => {
    const lists = made(1, { missing: 0.2 })
    const unseen = made(2, { missing: 0.2 })
    const { model } = fitted(lists, { trees: 60, learningRate: 0.2 })
    expect(ndcgOf(model, unseen)).toBeGreaterThan(0.97)
    const linear = train(lists, { method: 'listnet' })
    expect(evaluate(linear, unseen, { metrics: ['ndcg@10'] }).metrics['ndcg@10']).toBeLessThan(0.93)
  })

  test.each(objectiveNames)('objective %s lowers what it is grown on, and orders unseen lists', (objective) => {
    const { model, objective: left } = fitted(made(3), { objective, trees: 40, learningRate: 0.2 })
    expect(left).toBeLessThan(1)
    expect(ndcgOf(model, made(4))).toBeGreaterThan(0.9)
  })

  test.each(['ndcg', 'map', 'mrr', 'err'] as const)('pairs weighted by %s', (weights) => {
    expect(ndcgOf(fitted(made(5), { weights, trees: 40, learningRate: 0.2 }).model, made(6))).toBeGreaterThan(0.9)
  })

  test('growing on from a model gives the trees of one long training', () => {
    const lists = made(7, { noise: 0.3 })
    const options = { featureShare: 1, listShare: 1, leaves: 6 }
    const whole = fitted(lists, { ...options, trees: 9 }).model
    const start = fitted(lists, { ...options, trees: 4 }).model
    const rest = fitted(lists, { ...options, trees: 5, start }).model
    expect(rest.leaves).toEqual(whole.leaves)
    expect(rest.thresholds).toEqual(whole.thresholds)
    expect(rest.columns).toEqual(whole.columns)
    expect([rest.covers, rest.leafCovers, rest.gains]).toEqual([whole.covers, whole.leafCovers, whole.gains])
    expect(whole.covers?.[0]).toBe(lists.labels.length)
    expect(whole.leafCovers?.subarray(0, 6).reduce((sum, rows) => sum + rows)).toBe(lists.labels.length)
    expect(whole.gains?.every((gain) => gain > 0)).toBe(true)
    const { gains: _, ...bare } = start
    expect(fitted(lists, { ...options, trees: 5, start: bare }).model).not.toHaveProperty('gains')
    expect(rest.training.start).toBeDefined()
  })

  test('the same seed gives the same trees, another seed others', () => {
    const lists = made(8, { noise: 0.5 })
    expect(fitted(lists, { trees: 5 }).model.leaves).toEqual(fitted(lists, { trees: 5 }).model.leaves)
    expect(fitted(lists, { trees: 5, seed: 2 }).model.leaves).not.toEqual(fitted(lists, { trees: 5 }).model.leaves)
  })

  test('validation lists end the growing, and later trees are dropped', () => {
    const { model, notes } = fitted(made(9, { noise: 1 }), { valid: made(10, { noise: 1 }), trees: 300, patience: 10, learningRate: 0.3 })
    const trees = model.starts.length - 1
    expect(trees).toBeLessThan(290)
    expect(model.options['trees']).toBe(trees)
    expect(model.training.tuned[0]).toMatchObject({ option: 'trees', on: 'valid', metric: 'ndcg@10' })
    expect(notes.join()).toContain(`after iteration ${trees}`)
  })

  test('scores never fall with an increasing feature, nor rise with a decreasing one', () => {
    const { model } = fitted(made(11, { noise: 1 }), { increasing: ['1'], decreasing: ['f3'], trees: 80, learningRate: 0.3, minRows: 2 })
    const random = seededRandom(12)
    const rows = Array.from({ length: 60 }, () => Array.from({ length: 5 }, () => random.normal()))
    const scoresWith = (feature: number, value: number) =>
      score(
        model,
        rankingLists({ features: rows.map((row) => row.with(feature, value)), labels: rows.map(() => 0), lists: rows.map(() => 1) }),
      )
    let [before, after] = [scoresWith(0, -4), scoresWith(2, -4)]
    let moved = 0
    for (let value = -3.8; value < 4; value += 0.2) {
      const [next, then] = [scoresWith(0, value), scoresWith(2, value)]
      for (const row of rows.keys()) {
        expect(next[row]).toBeGreaterThanOrEqual(before[row])
        expect(then[row]).toBeLessThanOrEqual(after[row])
        moved += next[row] - before[row]
      }
      ;[before, after] = [next, then]
    }
    expect(moved).toBeGreaterThan(0)
  })

  test('features of different groups never meet in a tree from its root to a leaf', () => {
    const { model } = fitted(made(13), { together: ['1+3', '2+4+5'], trees: 30, leaves: 12, featureShare: 1 })
    const groups = [0, 1, 0, 1, 1]
    const pairwise = fitted(made(13, { noise: 1 }), { together: ['1+2', '2+3', '1+3'], trees: 30, leaves: 12, minRows: 2 }).model
    for (const way of waysOf(pairwise)) expect(way.size).toBeLessThanOrEqual(2)
    expect(waysOf(pairwise).some((way) => way.has(3) || way.has(4))).toBe(true) // alone
    for (let tree = 0; tree + 1 < model.starts.length; tree++) {
      const own = model.columns.subarray(model.starts[tree], model.starts[tree + 1])
      expect(new Set(Array.from(own, (column) => groups[column])).size).toBeLessThanOrEqual(1)
    }
  })

  test('rows of lists that a tree was not grown on get their leaves, too', () => {
    const lists = made(18, { noise: 0.5 })
    const rows = lists.labels.length
    const { model, objective } = fitted(lists, { listShare: 0.5, trees: 6 })
    const options = { objective: 'lambdarank', weights: 'ndcg', cutoff: 30, normalise: true } as const
    const steepness = (scores: Float64Array) => {
      const into = { slopes: new Float64Array(rows), curvatures: new Float64Array(rows) }
      objectiveFor(lists, options, seededRandom(1), plainCompute).gradients(scores, into, 0)
      return into.slopes.reduce((sum, slope) => sum + Math.abs(slope), 0)
    }
    expect(objective).toBeCloseTo(steepness(score(model, lists)) / steepness(new Float64Array(rows)), 10)
  })

  test.each([0, -1])('a depth of %i is any depth', (depth) => {
    const lists = made(14, { noise: 0.5 })
    const { model } = fitted(lists, { max_depth: depth, trees: 3 })
    const { model: other } = fitted(lists, { trees: 3 })
    expect({ ...model, training: undefined }).toEqual({ ...other, training: undefined })
  })

  test('depth and level by level', () => {
    const { model } = fitted(made(14, { noise: 0.5 }), { growth: 'level', depth: 2, leaves: 100, trees: 5 })
    for (let tree = 0; tree + 1 < model.starts.length; tree++) expect(model.starts[tree + 1] - model.starts[tree]).toBeLessThanOrEqual(3)
  })

  test('rows of a list may stand in any order', () => {
    const lists = made(15)
    const sorted = sortedByLabel(lists)
    const unseen = made(16)
    const options = { trees: 30, learningRate: 0.2 }
    expect(Math.abs(ndcgOf(fitted(lists, options).model, unseen) - ndcgOf(fitted(sorted, options).model, unseen))).toBeLessThan(0.02)
  })

  test.each([
    [{ patience: 3 }, '`patience` would change nothing'],
    [{ earlyStop: 'ndcg@5' }, '`earlyStop` would change nothing'],
    [{ increasing: ['9'] }, '`increasing` is "9"; give numbers of features, from 1 to 5.'],
    [{ increasing: ['2'], decreasing: ['2'] }, '`decreasing` is 2; give a feature that is not among the increasing ones.'],
    [{ objective: 'squared', cutoff: 3 } as const, '`cutoff` would change nothing'],
  ])('%j is refused', (options, message) => {
    expect(() => fitted(made(17), options)).toThrow(message)
  })

  test('lists without an order, constant features, one list', () => {
    const flat = rankingLists({ features: [[1], [2]], labels: [1, 1], lists: [1, 1] })
    expect(() => fitted(flat)).toThrow('different labels')
    const constant = rankingLists({ features: [[1], [1], [1]], labels: [1, 0, 2], lists: [1, 1, 1] })
    const { model, notes } = fitted(constant)
    expect(model.starts).toEqual(Uint32Array.of(0))
    expect(notes.join()).toContain('no trees: each feature has the same value in all rows')
    const negative = rankingLists({ features: [[1], [2], [3]], labels: [-3, -2, -1], lists: [1, 1, 1] })
    expect(fitted(negative).notes.join()).toContain(
      "no trees: no pair changes ndcg, which takes labels below 0 for 0. Give labels above 0 for what is relevant, or `objective: 'logistic'`",
    )
    const { model: ofPairs } = fitted(negative, { objective: 'logistic', minRows: 1, trees: 5 })
    expect([...score(ofPairs, negative)]).toEqual([...score(ofPairs, negative)].sort((a, b) => a - b))
    expect(ofPairs.starts.length).toBe(6)
    const huge = rankingLists({ features: [[1e38], [-3.4e38], [3.4e38], [0]], labels: [1, 0, 2, 0], lists: [1, 1, 1, 1] })
    const scores = score(fitted(huge, { minRows: 1, trees: 20 }).model, huge)
    expect(scores[2]).toBeGreaterThan(scores[1])
  })

  test('refuses list weights whose squares are no numbers', () => {
    const lists = made(1, { lists: 10 })
    const weighted = (weight: number) => fitted({ ...lists, listWeights: new Float64Array(10).fill(weight) }, { trees: 2 })
    expect(() => weighted(1e160)).toThrow('add up to 1.00e+161')
    expect(weighted(1e98).model.gains?.every(Number.isFinite)).toBe(true)
  })
})

/** The label follows from the category alone, in no order: a third of `count` categories is worth most. */
function ofCategories(seed: number, count: number): RankingLists {
  const random = seededRandom(seed)
  const ids = Array.from({ length: 60 * 12 }, (_, row) => Math.floor(row / 12))
  const features = ids.map(() => [random.uniform() < 0.1 ? Number.NaN : 7 * random.integer(count), random.normal()])
  const labels = features.map(([category]) => (Number.isNaN(category) ? 1 : (category * 5) % 3))
  return rankingLists({ features, labels, lists: ids })
}

/** NDCG@10 of the validation lists after each tree. */
function progressOf(lists: RankingLists, options: Parameters<typeof lambdaMart>[1]): number[] {
  return Array.from(lambdaMart(lists, options)).flatMap((step) => ('metrics' in step && step.metrics ? [step.metrics['ndcg@10']] : []))
}

describe('features of categories', () => {
  const given = { trees: 20, learningRate: 0.3, leaves: 4, featureShare: 1, listShare: 1, minRows: 5 }

  test('sets of categories are found, and the model scores rows as the training did', () => {
    const [lists, unseen] = [ofCategories(1, 30), ofCategories(2, 30)]
    const { model } = fitted(lists, { ...given, categories: ['1'] })
    expect(model.categorical.length).toBeGreaterThan(15)
    expect(ndcgOf(model, unseen)).toBeGreaterThan(0.99)
    expect(ndcgOf(fitted(lists, { ...given, trees: 3, categories: ['1'] }).model, unseen)).toBeGreaterThan(
      ndcgOf(fitted(lists, { ...given, trees: 3 }).model, unseen) + 0.05,
    )
    const watched = fitted(lists, { ...given, categories: ['1'], valid: unseen, patience: 100 }).model
    const told = progressOf(lists, { ...given, categories: ['1'], valid: unseen, patience: 100 })
    expect(ndcgOf(watched, unseen)).toBeCloseTo(Math.max(...told), 12)
  })

  test('unknown categories go where no set sends them, all the same way; so do values that are no category', () => {
    const { model } = fitted(ofCategories(1, 30), { ...given, categories: ['1'] })
    const scores = score(
      model,
      rankingLists({ features: [5, 300, 65_000, 1e9, -3].map((value) => [value, 0]), labels: [0, 0, 0, 0, 0], lists: [1, 1, 1, 1, 1] }),
    )
    expect(new Set(scores).size).toBe(1)
  })

  test('a feature may have more categories than there are bins; a note says which are not told apart', () => {
    const lists = ofCategories(1, 30)
    const few = fitted(lists, { ...given, categories: ['1'], bins: 11 })
    expect(few.notes).toEqual([])
    expect(ndcgOf(few.model, lists)).toBeGreaterThan(0.95)
    const { model, notes } = fitted(lists, { ...given, categories: ['1'], bins: 2 })
    expect(notes).toContain('feature 1 has 30 categories: the 16 most frequent ones are told apart, the others go where unknown ones go')
    expect(score(model, lists).every(Number.isFinite)).toBe(true)
  })

  test('trees go on from a model with categories', () => {
    const lists = ofCategories(1, 30)
    const once = fitted(lists, { ...given, categories: ['1'] }).model
    const half = fitted(lists, { ...given, categories: ['1'], trees: 10 }).model
    const whole = fitted(lists, { ...given, categories: ['1'], trees: 10, start: half }).model
    expect(score(whole, lists)).toEqual(score(once, lists))
    expect(whole.sets).toEqual(once.sets)
  })

  test('categories have no direction', () => {
    expect(() => fitted(ofCategories(1, 5), { categories: ['1'], increasing: ['1'] })).toThrow(
      'categories have no order to rise or fall with',
    )
    expect(() => fitted(ofCategories(1, 5), { categories: ['3'] })).toThrow('`categories` is "3"; give numbers of features, from 1 to 2')
    expect(() => fitted(ofCategories(1, 5), { categories: ['2'] })).toThrow('`categories` is "2", which is')
    expect(() => fitted(ofCategories(1, 5), { categoryL2: 1 })).toThrow('it only works with `categories`')
  })
})

/** The features on each way from a root to a leaf. */
function waysOf({ starts, columns, left, right }: TreesModel): Set<number>[] {
  const ways: Set<number>[] = []
  const walk = (first: number, split: number, seen: ReadonlySet<number>) => {
    if (split < 0) return void ways.push(new Set(seen))
    const here = new Set([...seen, columns[first + split]])
    walk(first, left[first + split], here)
    walk(first, right[first + split], here)
  }
  for (let tree = 0; tree + 1 < starts.length; tree++) if (starts[tree + 1] > starts[tree]) walk(starts[tree], 0, new Set())
  return ways
}

function sortedByLabel(lists: RankingLists): RankingLists {
  const rows = Array.from(lists.labels.keys()).sort((a, b) => Math.floor(a / 12) - Math.floor(b / 12) || lists.labels[b] - lists.labels[a])
  const values = lists.features.kind === 'dense' ? lists.features.values : new Float32Array(0)
  return rankingLists({
    features: rows.map((row) => Array.from(values.subarray(5 * row, 5 * row + 5))),
    labels: rows.map((row) => lists.labels[row]),
    lists: rows.map((row) => Math.floor(row / 12)),
  })
}
