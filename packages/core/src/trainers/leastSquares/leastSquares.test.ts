import { asSparse } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { applyFeatureMap } from '../../data/features/featureMapApply.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { meanOverLists, measureLists } from '../../metrics/measureLists.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { score } from '../../models/score.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../numeric/random.ts'
import { finish, type Progress } from '../../runtime/training.ts'
import { type LeastSquaresOptions, leastSquares, leastSquaresOptions } from './leastSquares.ts'

const fit = (lists: RankingLists, options: LeastSquaresOptions = {}) => finish(leastSquares(lists, options))

/** Rows whose grades follow the features, with noise; about a third of the values are 0. */
function example(seed: number, rows: number, width: number, weights?: Record<string, number>): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: rows }, () =>
    Array.from({ length: width }, () => (random.uniform() < 0.35 ? 0 : 1 + random.normal())),
  )
  const truth = Array.from({ length: width }, () => random.normal())
  const labels = features.map((row) => row.reduce((sum, value, j) => sum + value * truth[j], 0) + 0.3 * random.normal())
  return rankingLists({ features, labels, lists: features.map((_, row) => `q${Math.floor(row / 10)}`), ...(weights && { weights }) })
}

/** The mapped features of every row, written out. */
function mapped(model: LinearModel, lists: RankingLists): number[][] {
  const { values } = applyFeatureMap(model.featureMap, lists)
  return Array.from(lists.labels, (_, row) => Array.from(values.subarray(row * lists.width, (row + 1) * lists.width)))
}

function weightOfRows(lists: RankingLists): number[] {
  return Array.from(lists.labels, (_, row) => lists.listWeights?.[lists.offsets.findLastIndex((start) => start <= row)] ?? 1)
}

/** F of the module's comment, term by term; the last parameter is the intercept. */
function objective(rows: readonly (readonly number[])[], lists: RankingLists, parameters: readonly number[], lambda: number): number {
  const weights = weightOfRows(lists)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const width = parameters.length - 1
  let value = 0
  for (const [row, features] of rows.entries()) {
    const predicted = features.reduce((sum, x, j) => sum + x * parameters[j], parameters[width])
    value += (weights[row] * (lists.labels[row] - predicted) ** 2) / total
  }
  return value + lambda * parameters.slice(0, width).reduce((sum, w) => sum + w * w, 0)
}

/** Solves the uncentred normal equations, intercept as one more column, by Gaussian elimination with pivoting. */
function eliminated(rows: readonly (readonly number[])[], lists: RankingLists, lambda: number): number[] {
  const weights = weightOfRows(lists)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const side = rows[0].length + 1
  const matrix = Array.from({ length: side }, (_, j) => Array.from({ length: side + 1 }, (_, k) => (j === k && j < side - 1 ? lambda : 0)))
  for (const [row, features] of rows.entries()) {
    const extended = [...features, 1, lists.labels[row]]
    for (let j = 0; j < side; j++) for (let k = 0; k <= side; k++) matrix[j][k] += (weights[row] * extended[j] * extended[k]) / total
  }
  for (let j = 0; j < side; j++) {
    const pivot = matrix.slice(j).reduce((best, row, i) => (Math.abs(row[j]) > Math.abs(matrix[best][j]) ? j + i : best), j)
    ;[matrix[j], matrix[pivot]] = [matrix[pivot], matrix[j]]
    for (let i = 0; i < side; i++) {
      if (i === j) continue
      const factor = matrix[i][j] / matrix[j][j]
      for (let k = j; k <= side; k++) matrix[i][k] -= factor * matrix[j][k]
    }
  }
  return matrix.map((row, j) => row[side] / row[j])
}

describe('the minimiser', () => {
  const weighted = { q0: 1, q1: 3, q2: 0.5, q3: 0, q4: 2, q5: 1 }
  const cases = [
    ['direct', undefined],
    ['direct', weighted],
    ['iterative', undefined],
    ['iterative', weighted],
  ] as const

  test.each(cases)('%s, list weights %j: agrees with elimination on the plain normal equations', (solver, weights) => {
    for (const scale of ['none', 'min-max', 'standard', 'per-list'] as const) {
      const lists = example(1, 60, 5, weights)
      const { model } = fit(lists, { scale, lambda: 0.1, solver })
      const expected = eliminated(mapped(model, lists), lists, 0.1)
      for (const [j, weight] of [...model.weights, model.intercept].entries()) expect(weight).toBeCloseTo(expected[j], 8)
    }
  })

  test.each(cases)('%s, list weights %j: has no gradient left, by its own account and by finite differences', (solver, weights) => {
    const lists = example(2, 60, 6, weights)
    const {
      model,
      optimality,
      objective: value,
    } = fit(lists, { lambda: 0.01, solver, ...(solver === 'iterative' && { tolerance: 1e-12 }) })
    const rows = mapped(model, lists)
    const parameters = [...model.weights, model.intercept]
    expect(optimality).toBeLessThan(1e-9)
    expect(value).toBeCloseTo(objective(rows, lists, parameters, 0.01), 10)
    const atZero = parameters.map(() => 0)
    for (const j of parameters.keys()) {
      const slope = (at: readonly number[]) => {
        const moved = (by: number) =>
          objective(
            rows,
            lists,
            at.map((value, k) => (k === j ? value + by : value)),
            0.01,
          )
        return (moved(1e-4) - moved(-1e-4)) / 2e-4
      }
      expect(Math.abs(slope(parameters))).toBeLessThan(1e-8 * Math.max(1, Math.abs(slope(atZero))))
    }
  })

  test('optimality is the norm of the gradient over 2 σ(y) √(Σ σ²(φⱼ))', () => {
    const lists = asSparse(example(13, 60, 6))
    const { model, optimality } = fit(lists, { scale: 'none', lambda: 0.01, iterations: 2 })
    const rows = mapped(model, example(13, 60, 6))
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const variance = (values: readonly number[]) => mean(values.map((value) => (value - mean(values)) ** 2))
    const residuals = rows.map((row, i) => row.reduce((sum, x, j) => sum + x * model.weights[j], model.intercept) - lists.labels[i])
    const gradient = Array.from(model.weights, (weight, j) => 2 * mean(rows.map((row, i) => row[j] * residuals[i])) + 2 * 0.01 * weight)
    const spread = gradient.reduce((sum, _, j) => sum + variance(rows.map((row) => row[j])), 0)
    const expected = Math.hypot(...gradient, 2 * mean(residuals)) / (2 * Math.sqrt(variance(Array.from(lists.labels)) * spread))
    expect(optimality).toBeCloseTo(expected, 12)
    expect(expected).toBeGreaterThan(1e-4)
  })

  test('every other point is worse', () => {
    const lists = example(3, 50, 4)
    const { model, objective: least } = fit(lists, { lambda: 0.05 })
    const rows = mapped(model, lists)
    const random = seededRandom(9)
    for (let trial = 0; trial < 50; trial++) {
      const other = [...model.weights, model.intercept].map((value) => value + 0.01 * random.normal())
      expect(objective(rows, lists, other, 0.05)).toBeGreaterThan(least)
    }
  })

  test.each(['direct', 'iterative'] as const)('%s: large means do not cost digits', (solver) => {
    const random = seededRandom(4)
    const features = Array.from({ length: 200 }, () => [random.integer(8) / 8 + 4096, random.integer(8) / 8 - 4096])
    const lists = rankingLists({ features, labels: features.map(([a, b]) => 2 * a - b), lists: features.map((_, row) => row % 5) })
    const { model } = fit(lists, { scale: 'none', lambda: 0, solver })
    expect(model.weights[0]).toBeCloseTo(2, 9)
    expect(model.weights[1]).toBeCloseTo(-1, 9)
  })
})

describe('sparse features', () => {
  test.each(['none', 'min-max', 'standard', 'quantile'] as const)('%s: give the scores of the same features written out', (scale) => {
    const lists = example(5, 80, 7)
    const sparse = asSparse(lists)
    const dense = fit(lists, { scale, lambda: 1e-3, solver: 'direct' }).model
    const { model, optimality } = fit(sparse, { scale, lambda: 1e-3 })
    expect(model.options['solver']).toBe('iterative')
    expect(optimality).toBeLessThan(1e-9)
    // A scale that keeps zero rounds to float32 at other places than one that moves it: 2⁻²⁴ of a value on either side, in the rows
    // that are scored and in those that made the weights.
    const rows = mapped(dense, lists)
    const reach = Array.from(dense.weights, (weight, j) => Math.abs(weight) * Math.max(...rows.map((row) => Math.abs(row[j]))))
    const allowed = scale === 'none' ? 1e-8 : 4 * 2 ** -24 * reach.reduce((sum, part) => sum + part, 0)
    const expected = score(dense, lists)
    for (const [row, value] of score(model, sparse).entries()) expect(Math.abs(value - expected[row])).toBeLessThan(allowed)
  })

  test.each(['none', 'min-max', 'standard', 'quantile', 'per-list'] as const)('%s: both solvers find the same minimiser', (scale) => {
    const sparse = asSparse(example(6, 60, 5))
    const direct = fit(sparse, { scale, lambda: 0.01, solver: 'direct' }).model
    const iterative = fit(sparse, { scale, lambda: 0.01 }).model
    for (const [j, weight] of direct.weights.entries()) expect(weight).toBeCloseTo(iterative.weights[j], 9)
    expect(direct.intercept).toBeCloseTo(iterative.intercept, 9)
  })

  test('two hundred rows of two hundred thousand features are fitted at their true cost', () => {
    const random = seededRandom(7)
    const width = 195_097
    const rows = 200
    const columns: number[] = []
    const rowStarts = [0]
    for (let row = 0; row < rows; row++) {
      columns.push(...[...new Set(Array.from({ length: 60 }, () => random.integer(width)))].sort((a, b) => a - b))
      rowStarts.push(columns.length)
    }
    const lists: RankingLists = {
      features: {
        kind: 'sparse',
        rowStarts: Uint32Array.from(rowStarts),
        columns: Uint32Array.from(columns),
        values: Float32Array.from(columns, () => random.uniform()),
      },
      width,
      labels: Float64Array.from({ length: rows }, () => random.integer(3)),
      offsets: Uint32Array.from({ length: 21 }, (_, list) => list * 10),
      listIds: Array.from({ length: 20 }, (_, list) => `${list}`),
    }
    const { model, optimality, iterations } = fit(lists)
    expect(optimality).toBeLessThan(1e-9)
    expect(iterations).toBeLessThan(rows + 2)
    expect(applyFeatureMap(model.featureMap, lists).kind).toBe('sparse')
  })
})

describe('degenerate data', () => {
  test.each(['direct', 'iterative'] as const)('%s: a constant feature gets no weight', (solver) => {
    const features = [
      [1, 7],
      [2, 7],
      [3, 7],
      [5, 7],
    ]
    const lists = rankingLists({ features, labels: [1, 2, 3, 5], lists: [1, 1, 1, 1] })
    for (const [scale, digits] of [
      ['none', 9],
      ['standard', 6],
    ] as const) {
      const { model } = fit(lists, { scale, lambda: 0, solver })
      expect(model.weights[1]).toBeCloseTo(0, 12)
      for (const [row, value] of score(model, lists).entries()) expect(value).toBeCloseTo(features[row][0], digits)
    }
  })

  test('a constant feature whose mean is not exact gets no weight either', () => {
    const features = Array.from({ length: 999 }, (_, row) => [row % 7, 0.1])
    const labels = features.map(([x]) => x)
    const lists = rankingLists({ features, labels, lists: features.map((_, row) => row % 3), weights: { 0: 0.1, 1: 0.3, 2: 0.7 } })
    const { model } = fit(lists, { scale: 'none', lambda: 0 })
    expect(model.weights[1]).toBe(0)
    expect(model.weights[0]).toBeCloseTo(1, 12)
  })

  test('a constant feature does not cost the others their accuracy', () => {
    const features = Array.from({ length: 100 }, (_, row) => [1, 2, 3, 4, 5, 6].map((power) => (row / 100) ** power).concat(3))
    const lists = rankingLists({ features, labels: features.map((_, row) => Math.sin(row / 10)), lists: features.map(() => 1) })
    expect(fit(lists, { scale: 'none', lambda: 0 }).optimality).toBeLessThan(1e-13)
  })

  test.each(['direct', 'iterative'] as const)('%s: of features that are multiples of each other, each takes an even part', (solver) => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const features = Array.from({ length: 30 }, () => {
        const x = random.normal()
        return [x, random.normal(), 2 * Math.fround(x)]
      })
      const lists = rankingLists({ features, labels: features.map(([x, y]) => 3 * x + y), lists: features.map(() => 1) })
      const { model, optimality } = fit(lists, { scale: 'none', lambda: 0, solver })
      expect(optimality).toBeLessThan(1e-9)
      expect(model.weights[0]).toBeCloseTo(3 / 2, 5)
      expect(model.weights[2]).toBeCloseTo(3 / 4, 5)
    }
  })

  test('more features than rows and no penalty: fits the grades exactly', () => {
    const lists = example(10, 8, 20)
    const { model, optimality } = fit(lists, { lambda: 0 })
    expect(optimality).toBeLessThan(1e-9)
    for (const [row, value] of score(model, lists).entries()) expect(value).toBeCloseTo(lists.labels[row], 7)
  })

  test.each(['direct', 'iterative'] as const)('%s: one row is scored with its grade', (solver) => {
    const lists = rankingLists({ features: [[3, 4]], labels: [2], lists: ['q'] })
    const { model, objective: value, optimality } = fit(lists, { solver })
    expect([...model.weights, model.intercept]).toEqual([0, 0, 2])
    expect([value, optimality]).toEqual([0, 0])
    expect(Array.from(score(model, lists))).toEqual([2])
  })

  test('equal grades everywhere leave nothing to learn', () => {
    const lists = rankingLists({ features: [[1], [2], [4]], labels: [0.1, 0.1, 0.1], lists: [1, 1, 1] })
    expect([...fit(lists).model.weights]).toEqual([0])
  })

  test('data without rows, without features or without weight is refused', () => {
    const empty = rankingLists({ features: [], labels: [], lists: [], featureNames: ['a', 'b'] })
    expect(() => fit(empty)).toThrow('the data has no rows')
    expect(() => fit(rankingLists({ features: [[]], labels: [1], lists: [1] }))).toThrow('the rows have no features')
    expect(() => fit(rankingLists({ features: [[1]], labels: [1], lists: ['a'], weights: { a: 0 } }))).toThrow('all lists weigh 0')
  })
})

describe('lambda', () => {
  const graded = (seed: number) => {
    const lists = example(seed, 200, 8)
    return { ...lists, labels: lists.labels.map((label) => Math.max(0, Math.round(label))) }
  }

  test('is chosen on the validation data, by the metric asked for, the strongest of equals', () => {
    const [train, valid] = [graded(11), graded(12)]
    const { model } = fit(train, { valid, earlyStop: 'map' })
    const [{ option, on, metric, tried: recorded, values }] = model.training.tuned
    const tried = recorded.map(Number)
    expect([option, on, metric]).toEqual(['lambda', 'valid', 'map'])
    const best = Math.max(...values)
    expect(model.options['lambda']).toBe(tried[values.indexOf(best)])
    for (const [index, lambda] of tried.entries()) {
      const scores = score(fit(train, { lambda }).model, valid)
      expect(values[index]).toBeCloseTo(meanOverLists(measureLists(scores, valid, { metrics: ['map'] }).values[0]), 9)
    }
    expect([...tried]).toEqual([...tried].sort((a, b) => b - a))
  })

  test('is the strongest where all are equally good', () => {
    const one = rankingLists({ features: [[1], [2], [3]], labels: [0, 1, 2], lists: [1, 1, 1] })
    const { model } = fit(one, { valid: one })
    expect(model.training.tuned[0].values.every((value) => value === 1)).toBe(true)
    expect(model.options['lambda']).toBe(Math.max(...model.training.tuned[0].tried.map(Number)))
  })

  test('given by the caller is used as it is', () => {
    const { model } = fit(graded(11), { lambda: 0.5, valid: graded(12) })
    expect(model.options['lambda']).toBe(0.5)
    expect(model.training).toMatchObject({ given: ['lambda'], tuned: [] })
  })

  test('chosen on the training data itself comes with a warning', () => {
    expect(fit(graded(11), { valid: graded(11) }).notes.join()).toContain('the validation data is the training data')
    expect(fit(graded(11), { valid: graded(12) }).notes).toEqual([])
  })

  test('cannot be chosen on lists where nothing is relevant', () => {
    const valid = { ...graded(12), labels: new Float64Array(200) }
    expect(() => fit(graded(11), { valid })).toThrow('No validation list has a value for ndcg@10')
  })

  test('validation data that leaves out trailing features is filled up, with a note', () => {
    const valid = example(12, 40, 7)
    const labels = valid.labels.map((label) => Math.max(0, Math.round(label)))
    const { notes } = fit(graded(11), { valid: { ...valid, labels } })
    expect(notes).toContain('validation: the data has 7 features, the model 8: features 8 to 8 count as 0')
  })

  test('validation data with other features is refused', () => {
    expect(() => fit(graded(11), { valid: example(12, 20, 9) })).toThrow('The data has 9 features, the model was trained on 8')
  })
})

describe('options', () => {
  test.each([
    [{ tolerance: 1e-3 }, "`tolerance` would change nothing: it only works with `solver: 'iterative'`"],
    [{ iterations: 3 }, '`iterations` would change nothing'],
    [{ earlyStop: 'map' }, '`earlyStop` would change nothing: it only works with validation data'],
    [{ featureRadius: 2 }, '`featureRadius` would change nothing'],
    [{ nodes: 1 }, 'There is no option nodes here'],
  ])('%j has no effect here and is refused', (options, message) => {
    expect(() => fit(example(1, 20, 3), options as LeastSquaresOptions)).toThrow(message)
  })

  test('a metric that does not exist is refused before any work', () => {
    const training = leastSquares(example(1, 20, 3), { valid: example(1, 20, 3), earlyStop: 'ndgc@10' })
    expect(() => training.next()).toThrow('ndgc@10')
  })

  test('too many features for normal equations are refused', () => {
    const wide = rankingLists({ features: [new Float32Array(8193).fill(1)], labels: [1], lists: [1] })
    expect(() => fit(wide, { solver: 'direct' })).toThrow('`solver` is direct; give iterative for more than 8192 features')
  })

  test('an iteration limit that is reached is reported', () => {
    const { notes, optimality, iterations } = fit(example(1, 60, 6), { solver: 'iterative', iterations: 2, lambda: 0 })
    expect(iterations).toBe(2)
    expect(optimality).toBeGreaterThan(1e-9)
    expect(notes[0]).toContain('stopped after 2 iterations')
  })

  test('the model records the options that took effect', () => {
    const { lambda, ...others } = fit(example(1, 60, 6)).model.options
    expect(others).toEqual({ scale: 'min-max', missing: 'mean', featureBall: 'none', solver: 'direct', seed: 1 })
    expect(fit(example(1, 60, 6), { solver: 'iterative' }).model.options['lambda']).toBe(lambda)
    const { options } = fit(example(1, 60, 6), { featureBall: 'l2', solver: 'iterative', lambda: 1 }).model
    expect(options).toMatchObject({ featureRadius: 1, solver: 'iterative', iterations: 1000, tolerance: 1e-10 })
    for (const option of Object.keys(options)) expect(Object.keys(leastSquaresOptions)).toContain(option)
  })
})

describe('at work', () => {
  test('tells how far it is', () => {
    const stages = new Map<string, Progress>()
    finish(leastSquares(example(1, 5000, 6)), (step) => stages.set(step.stage, step))
    expect(stages.get('normal equations')).toMatchObject({ done: 5000, total: 5000 })
    expect(stages.get('check')).toMatchObject({ done: 5000, total: 5000 })
  })

  test.each(['direct', 'iterative'] as const)('%s: stops when asked to', (solver) => {
    const stop = { stopped: false }
    const training = leastSquares(example(1, 500, 6), { solver }, { compute: plainCompute, threads: 1, stop })
    for (let i = 0; i < 2; i++) training.next()
    stop.stopped = true
    expect(() => training.next()).toThrow('The training was stopped')
  })

  test.each([false, true])('frees the memory of compute, stopped midway: %s', (midway) => {
    const released: number[] = []
    const compute = { ...plainCompute, mark: () => 42, release: (mark: number) => void released.push(mark) }
    const training = leastSquares(example(1, 500, 6), {}, { compute, threads: 1 })
    if (midway) {
      for (let i = 0; i < 3; i++) training.next()
      training.return(undefined as never)
    } else finish(training)
    expect(new Set(released)).toEqual(new Set([42]))
  })
})

test('labels whose squares are not finite are refused, so that no file holds an objective that is not a number', () => {
  const features = [[1], [2], [4], [3]]
  for (const huge of [1e155, 1e300, -1e300]) {
    const lists = rankingLists({ features, labels: [0, huge, 1, -huge / 3], lists: ['a', 'a', 'b', 'b'] })
    expect(() => fit(lists)).toThrow('too large for least squares')
  }
})

test.each(['direct', 'iterative'] as const)('features in tiny units do not make a fit look bad, solver %s', (solver) => {
  const lists = example(3, 60, 4)
  const tiny = { ...lists, features: { ...lists.features, values: lists.features.values.map((value) => 1e-30 * value) } }
  const { optimality } = fit(tiny, { scale: 'none', solver })
  expect(optimality).toBeLessThan(1e-5)
})

test('weights that rounding keeps far from optimal are told', () => {
  const random = seededRandom(21)
  const strengths = Array.from({ length: 160 }, () => random.normal())
  const lists = rankingLists({
    features: strengths.map((strength, row) => Array.from({ length: 6 }, (_, j) => strength * (j + 1) + 1e-7 * j * j * row)),
    labels: strengths.map(() => random.integer(3)),
    lists: strengths.map((_, row) => row >> 3),
  })
  const { optimality, notes } = fit(lists, { lambda: 0, scale: 'none' })
  expect(optimality).toBeGreaterThan(1e-5)
  expect(notes).toEqual([expect.stringContaining('from optimal: rounding hides what is left to gain')])
  expect(fit(lists, { scale: 'none' }).notes).toEqual([])
})
