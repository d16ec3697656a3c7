import { asSparse } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { applyFeatureMap } from '../../data/features/featureMapApply.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { train, training } from '../../library/train.ts'
import { listMle } from '../../losses/listMle.ts'
import { listNet } from '../../losses/listNet.ts'
import type { ListLoss } from '../../losses/loss.ts'
import { rankNet } from '../../losses/rankNet.ts'
import { rankSvm } from '../../losses/rankSvm.ts'
import { smoothedDcg } from '../../losses/smoothedDcg.ts'
import { meanOverLists, measureLists } from '../../metrics/measureLists.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { score } from '../../models/score.ts'
import { absoluteSum, euclideanNorm, maximumNorm } from '../../numeric/dense/vectors.ts'
import { ballGap, projectOntoBall } from '../../numeric/optimisers/projections.ts'
import { seededRandom } from '../../numeric/random.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish, type Progress } from '../../runtime/training.ts'
import type { TrainerResult } from '../common/trainerResult.ts'

type Given = Readonly<Record<string, unknown>> & { readonly method: string }

function fit(lists: RankingLists, options: Given, runtime?: Runtime): TrainerResult<LinearModel> {
  return finish(training(lists, options as never, runtime)) as TrainerResult<LinearModel>
}

/** Lists whose grades follow the features, with noise. */
function example(seed: number, lists: number, width: number, weights?: Record<string, number>): RankingLists {
  const random = seededRandom(seed)
  const truth = Array.from({ length: width }, () => random.normal())
  const rows = Array.from({ length: lists }, (_, list) => Array.from({ length: 3 + ((list * 7) % 9) }, () => list)).flat()
  const features = rows.map(() => Array.from({ length: width }, () => (random.uniform() < 0.3 ? 0 : random.normal())))
  const labels = features.map((row) => Math.max(0, Math.round(row.reduce((sum, x, j) => sum + x * truth[j], 0) + random.normal())))
  return rankingLists({ features, labels, lists: rows.map((list) => `q${list}`), ...(weights && { weights }) })
}

/** F and ∇F, list by list and row by row. */
function objective(model: LinearModel, lists: RankingLists, loss: ListLoss, lambda: number): { value: number; gradient: Float64Array } {
  const { values } = applyFeatureMap(model.featureMap, lists)
  const { weights } = model
  const gradient = weights.map((weight) => lambda * weight)
  let value = (lambda / 2) * weights.reduce((sum, weight) => sum + weight * weight, 0)
  const total = lists.listIds.reduce((sum, _, list) => sum + (lists.listWeights?.[list] ?? 1), 0)
  for (const list of lists.listIds.keys()) {
    const [start, end] = [lists.offsets[list], lists.offsets[list + 1]]
    const row = (i: number) => values.subarray((start + i) * lists.width, (start + i + 1) * lists.width)
    const scores = Float64Array.from({ length: end - start }, (_, i) => row(i).reduce((sum, x, j) => sum + x * weights[j], 0))
    const pull = new Float64Array(end - start)
    const share = (lists.listWeights?.[list] ?? 1) / total
    value += share * loss.evaluate(scores, lists.labels.subarray(start, end), pull)
    for (const i of scores.keys()) for (let j = 0; j < lists.width; j++) gradient[j] += share * pull[i] * row(i)[j]
  }
  return { value, gradient }
}

const smoothMethods: readonly [Given, () => ListLoss][] = [
  [{ method: 'listnet' }, () => listNet()],
  [{ method: 'listmle' }, () => listMle()],
  [{ method: 'ranknet', pairs: 'mean' }, () => rankNet({ pairs: 'mean' })],
  [{ method: 'ranknet', pairs: 'sum' }, () => rankNet({ pairs: 'sum' })],
  [{ method: 'ranksvm', hinge: 'squared', pairs: 'mean' }, () => rankSvm({ hinge: 'squared', pairs: 'mean' })],
  [{ method: 'ranksvm', hinge: 'squared', pairs: 'sum' }, () => rankSvm({ hinge: 'squared', pairs: 'sum' })],
]

describe.each(smoothMethods)('the minimiser of %j', (method, loss) => {
  const weighted = Object.fromEntries(Array.from({ length: 20 }, (_, list) => [`q${list}`, (list % 3) / 2]))

  test.each([undefined, weighted])('has no gradient left, list weights %j', (weights) => {
    const lists = example(1, 20, 6, weights)
    const { model, objective: value, optimality } = fit(lists, { ...method, lambda: 0.01 })
    const own = objective(model, lists, loss(), 0.01)
    const atZero = objective({ ...model, weights: new Float64Array(6) }, lists, loss(), 0)
    expect(value).toBeCloseTo(own.value, 10)
    expect(maximumNorm(own.gradient)).toBeLessThan(2e-7 * maximumNorm(atZero.gradient))
    expect(optimality).toBeCloseTo(maximumNorm(own.gradient) / maximumNorm(atZero.gradient), 8)
    expect(optimality).toBeLessThan(1e-7)
  })

  test.each(['l1', 'l2'] as const)('lies in the %s ball, with a gap that its own gradient shows', (norm) => {
    const lists = example(2, 20, 8)
    const radius = 0.4
    const { model, objective: value, optimality } = fit(lists, { ...method, ball: norm, radius })
    const { gradient } = objective(model, lists, loss(), 0)
    const length = norm === 'l1' ? absoluteSum(model.weights) : euclideanNorm(model.weights)
    expect(length).toBeLessThanOrEqual(radius)
    expect(length).toBeGreaterThan(0.99 * radius)
    expect(ballGap({ norm, radius }, model.weights, gradient)).toBeLessThan(1e-8 * value)
    expect(optimality).toBeLessThan(1e-8)
  })

  test.each(['l1', 'l2'] as const)('uses the whole of a tiny %s ball, in which there is little to gain', (norm) => {
    const lists = example(2, 20, 8)
    for (const radius of [1e-9, 1e-12]) {
      const { model, notes } = fit(lists, { ...method, ball: norm, radius })
      const { gradient } = objective(model, lists, loss(), 0)
      expect(ballGap({ norm, radius }, model.weights, gradient)).toBeLessThan(1e-5 * radius * euclideanNorm(gradient))
      expect(notes.filter((note) => note.includes('optimal'))).toEqual([])
    }
  })

  test('is found from any start, and at once from itself', () => {
    const lists = example(3, 20, 5)
    const cold = fit(lists, { ...method, lambda: 0.1 })
    const elsewhere: LinearModel = { ...cold.model, weights: Float64Array.from({ length: 5 }, (_, j) => (j % 2 === 0 ? 3 : -3)) }
    const warm = fit(lists, { ...method, lambda: 0.1, start: elsewhere })
    expect(warm.objective).toBeCloseTo(cold.objective, 10)
    const again = fit(lists, { ...method, lambda: 0.1, start: cold.model })
    expect(again.iterations).toBe(0)
    expect(again.model.weights).toEqual(cold.model.weights)
  })

  test('sparse features give the scores of the same features written out', () => {
    const lists = example(4, 20, 6)
    const dense = fit(lists, { ...method, scale: 'none', lambda: 0.01 })
    const sparse = fit(asSparse(lists), { ...method, scale: 'none', lambda: 0.01 })
    expect(sparse.objective).toBeCloseTo(dense.objective, 9)
    for (const [j, weight] of sparse.model.weights.entries()) expect(weight).toBeCloseTo(dense.model.weights[j], 4)
  })
})

describe('the plain hinge', () => {
  test.each([
    { lambda: 0.1 },
    { lambda: 0.001 },
    { ball: 'l2', radius: 0.5 },
    { ball: 'l2', radius: 2, lambda: 0.01 },
    { ball: 'l1', radius: 0.5 },
    { ball: 'l2', radius: 1e-9 },
    { ball: 'l1', radius: 1e-12 },
  ])('%j: ends with a small duality gap, and no point nearby is better', (options) => {
    const lists = example(5, 30, 6)
    for (const pairs of ['mean', 'sum'] as const) {
      const { model, objective: value, optimality } = fit(lists, { method: 'ranksvm', hinge: 'plain', pairs, ...options })
      const loss = rankSvm({ hinge: 'plain', pairs })
      const lambda = options.lambda ?? 0
      expect(optimality).toBeLessThan(1e-6)
      expect(objective(model, lists, loss, lambda).value).toBeCloseTo(value, 9)
      const random = seededRandom(1)
      for (let trial = 0; trial < 40; trial++) {
        const other = model.weights.map((weight) => weight + 0.01 * random.normal())
        if (options.ball !== undefined) projectOntoBall({ norm: options.ball as 'l1' | 'l2', radius: options.radius }, other, other)
        expect(objective({ ...model, weights: other }, lists, loss, lambda).value).toBeGreaterThan(value * (1 - 1e-6))
      }
    }
  })

  test.each([1e3, 1e6, 1e10, 1e14])('a penalty of %d leaves small weights, not zero ones', (lambda) => {
    for (const pairs of ['mean', 'sum'] as const) {
      const lists = example(5, 30, 6)
      const { model, optimality, notes } = fit(lists, { method: 'ranksvm', hinge: 'plain', pairs, lambda })
      // No margin comes near 1, so the loss is linear: w = −∇L(0)/λ.
      const zero = { ...model, weights: new Float64Array(model.weights.length) }
      const { gradient } = objective(zero, lists, rankSvm({ hinge: 'plain', pairs }), 0)
      const missing = model.weights.map((weight, j) => lambda * weight + gradient[j])
      expect(euclideanNorm(missing)).toBeLessThan(1e-3 * euclideanNorm(gradient))
      expect(optimality).toBeLessThan(1e-6)
      expect(notes.filter((note) => note.includes('optimal'))).toEqual([])
    }
  })

  test('without any penalty or ball it is refused', () => {
    expect(() => fit(example(5, 5, 2), { method: 'ranksvm', hinge: 'plain', lambda: 0 })).toThrow(
      '`lambda` is 0; give a number above 0, or a ball',
    )
  })
})

describe('the L1 ball', () => {
  test('leaves exact zeros and tells which features survive', () => {
    const { model, notes } = fit(example(6, 40, 12), { method: 'listnet', ball: 'l1', radius: 0.2 })
    const survivors = model.weights.filter((weight) => weight !== 0).length
    expect(survivors).toBeGreaterThan(0)
    expect(survivors).toBeLessThan(8)
    expect(notes.join()).toContain(`${survivors} of 12 features remain: `)
  })

  test('a radius of 0 gives zero weights, and says so', () => {
    for (const options of [{ method: 'listnet' }, { method: 'ranksvm', hinge: 'plain' }, { method: 'ranksvm' }, { method: 'ogd' }]) {
      for (const ball of ['l1', 'l2']) {
        const { model, notes } = fit(example(7, 6, 3), { ...options, ball, radius: 0 })
        expect([...model.weights].map(Math.abs)).toEqual([0, 0, 0])
        expect(notes.join()).toContain('the radius is 0')
      }
    }
  })
})

describe('validation data', () => {
  const lists = example(8, 60, 10)
  const valid = example(9, 40, 10)

  test('chooses lambda where it is left open: the first of the best', () => {
    const { model } = fit(lists, { method: 'listnet', valid, earlyStop: 'map' })
    const [{ option, metric, tried, values }] = model.training.tuned
    expect([option, metric]).toEqual(['lambda', 'map'])
    expect(model.options['lambda']).toBe(tried[values.indexOf(Math.max(...values))])
    const own = measureLists(score(model, valid), valid, { metrics: ['map'] }).values[0]
    expect(meanOverLists(own)).toBeCloseTo(Math.max(...values), 12)
  })

  test('a fit on the path is the fit of its lambda alone', () => {
    const { model, objective: value } = fit(lists, { method: 'ranksvm', valid })
    const alone = fit(lists, { method: 'ranksvm', lambda: model.options['lambda'] as number })
    expect(Math.abs(value - alone.objective) / value).toBeLessThan(1e-9)
  })

  test('chooses the radius on a ball', () => {
    const { model } = fit(lists, { method: 'listnet', valid, ball: 'l1' })
    expect(model.training.tuned[0].option).toBe('radius')
    expect(absoluteSum(model.weights)).toBeLessThanOrEqual(model.options['radius'] as number)
  })

  test('stops the iterations where lambda is given', () => {
    const { model, iterations } = fit(lists, { method: 'listnet', valid, lambda: 1e-6 })
    const [{ option, values }] = model.training.tuned
    expect(option).toBe('iterations')
    expect(model.options['iterations']).toBe(iterations)
    const own = measureLists(score(model, valid), valid, { metrics: ['ndcg@10'] }).values[0]
    expect(meanOverLists(own)).toBeCloseTo(Math.max(...values), 12)
  })

  test('a metric without validation data, and validation data that decides nothing, are refused', () => {
    expect(() => fit(lists, { method: 'listnet', earlyStop: 'map' })).toThrow('only works with validation data')
    expect(() => fit(lists, { method: 'listnet', valid, earlyStop: 'mapp' })).toThrow('mapp')
    const ungraded = { ...valid, labels: new Float64Array(valid.labels.length) }
    expect(() => fit(lists, { method: 'listnet', valid: ungraded })).toThrow('No validation list has a value for ndcg@10')
  })
})

describe("the theory's lambda", () => {
  test('is √((4G²/n)/(W²/2 + 4W²/n)) with G = 2 R for ListNet', () => {
    const lists = example(10, 25, 4)
    const { model } = fit(lists, { method: 'listnet', featureBall: 'l2', featureRadius: 2, ball: 'l2', radius: 3, lambda: 'theory' })
    expect(model.options['lambda']).toBeCloseTo(Math.sqrt((4 * (2 * 2) ** 2) / 25 / (9 / 2 + (4 * 9) / 25)), 12)
  })

  test('asks for a ball, and for bounded features', () => {
    const lists = example(10, 25, 4)
    expect(() => fit(lists, { method: 'listnet', lambda: 'theory' })).toThrow('together with ball l2 and a radius')
    expect(() => fit(lists, { method: 'listnet', lambda: 'theory', ball: 'l2', radius: 1, scale: 'none' })).toThrow('feature ball')
    const weighted = { method: 'ranknet', lambdaWeights: 'ndcg', lambda: 'theory', ball: 'l2', radius: 1 }
    expect(() => fit(lists, weighted)).toThrow('convex')
  })
})

describe('losses that are not convex', () => {
  test.each([
    { method: 'smoothed-dcg', cutoff: 1 },
    { method: 'smoothed-dcg', sigma: 0.5 },
    { method: 'ranknet', lambdaWeights: 'ndcg' },
    { method: 'ranknet', cutoff: 3 },
  ])('%j orders better than chance, the same each time', (options) => {
    const lists = example(11, 60, 6)
    const { model } = fit(lists, options)
    const ndcg = (scores: Float64Array) => meanOverLists(measureLists(scores, lists, { metrics: ['ndcg@10'] }).values[0])
    expect(ndcg(score(model, lists))).toBeGreaterThan(ndcg(new Float64Array(lists.labels.length)) + 0.1)
    expect(fit(lists, options).model).toEqual(model)
  })

  test('a penalty that leaves smoothed DCG without weights does not spoil the weaker ones that follow', () => {
    const lists = example(13, 40, 5)
    // Wide smoothing leaves small slopes: the first penalties outweigh them.
    const { model } = fit(lists, { method: 'smoothed-dcg', sigma: 100, valid: example(13, 40, 5) })
    const [{ values }] = model.training.tuned
    expect(values[0]).toBeLessThan(Math.max(...values) - 0.05)
    expect(model.options['lambda']).toBeLessThan(1)
  })

  test('smoothed DCG at ten places ends on its kinks, where the objective falls no more but the gradient does not vanish', () => {
    const lists = example(12, 60, 6)
    const { model, objective: value, iterations, optimality, notes } = fit(lists, { method: 'smoothed-dcg', lambda: 1e-3 })
    expect(value).toBeCloseTo(objective(model, lists, smoothedDcg({ cutoff: 10 }), 1e-3).value, 10)
    const start = fit(lists, { method: 'listnet', lambda: 1e-3, tolerance: 1e-3 }).model
    expect(value).toBeLessThan(objective(start, lists, smoothedDcg({ cutoff: 10 }), 1e-3).value)
    expect(optimality).toBeGreaterThan(1e-7)
    expect(iterations).toBeLessThan(500)
    expect(notes).toEqual([])
  })
})

describe('defaults are free of scale', () => {
  const methods: Given[] = [
    { method: 'listnet' },
    { method: 'listmle' },
    { method: 'ranksvm' },
    { method: 'ranksvm', hinge: 'plain', pairs: 'mean' },
    { method: 'ranknet' },
    { method: 'least-squares' },
  ]
  const lists = example(14, 30, 4)
  const inUnits = (factor: number): RankingLists => ({
    ...lists,
    features: { kind: 'dense', values: (lists.features.values as Float32Array).map((value) => factor * value) },
  })

  test.each(methods)('%j: features in another unit give the same scores', (method) => {
    const scores = score(fit(lists, { ...method, scale: 'none' }).model, lists)
    for (const factor of [2 ** -20, 2 ** 20]) {
      const other = score(fit(inUnits(factor), { ...method, scale: 'none' }).model, inUnits(factor))
      const unit = maximumNorm(scores)
      for (const row of scores.keys()) expect(other[row] / unit).toBeCloseTo(scores[row] / unit, 2)
    }
  })

  test.each([{ method: 'ranksvm' }, { method: 'ranknet' }])(
    '%j: on lists of equal length a sum over pairs is ordered as their mean',
    (method) => {
      const features = Array.from({ length: 160 }, (_, row) => [Math.sin(7 * row), Math.cos(5 * row * row), Math.sin(row * row)])
      const same = rankingLists({
        features,
        labels: features.map(([first, second], row) => Math.round(2 + first + 0.5 * second + Math.sin(13 * row * row)) + 0.1 * (row & 3)),
        lists: features.map((_, row) => row >> 2),
      })
      const [sum, mean] = ['sum', 'mean'].map((pairs) => fit(same, { ...method, pairs }).model)
      expect(Number(sum.options['lambda']) / Number(mean.options['lambda'])).toBeCloseTo(6, 0)
      for (const [place, weight] of sum.weights.entries()) expect(weight / mean.weights[place]).toBeCloseTo(1, 1)
    },
  )

  test('the radius of ogd follows from the number of lists and the feature radius alone', () => {
    const radius = (of: RankingLists, options = {}) => Number(fit(of, { method: 'ogd', ...options }).model.options['radius'])
    expect(radius(lists)).toBe(radius(inUnits(100), { scale: 'none' }))
    expect(radius(lists, { featureRadius: 10 })).toBeCloseTo(radius(lists) / 10, 6)
    expect(radius(example(15, 16 * 30, 4)) / radius(lists)).toBeCloseTo(2, 1)
  })
})

describe('data with nothing to learn from', () => {
  const methods: Given[] = [
    { method: 'listnet' },
    { method: 'listmle' },
    { method: 'smoothed-dcg' },
    { method: 'ranksvm' },
    { method: 'ranksvm', hinge: 'plain' },
    { method: 'ranknet' },
    { method: 'ranknet', lambdaWeights: 'ndcg' },
    { method: 'ogd' },
  ]
  test.each(methods)('%j: lists of one item give zero weights, and say so', (options) => {
    const { model, notes } = fit(
      rankingLists({
        features: [
          [1, 2],
          [3, 1],
          [0, 5],
        ],
        labels: [0, 1, 2],
        lists: [1, 2, 3],
      }),
      options,
    )
    expect([...model.weights].map(Math.abs)).toEqual([0, 0])
    expect(notes.join()).toContain('nothing to learn')
  })

  test.each(methods)('%j: features that are all constant give zero weights, and say so', (options) => {
    const { model, notes } = fit(
      rankingLists({
        features: [
          [1, 7],
          [1, 7],
          [1, 7],
        ],
        labels: [0, 1, 2],
        lists: [1, 1, 1],
      }),
      options,
    )
    expect([...model.weights].map(Math.abs)).toEqual([0, 0])
    expect(notes.join()).toContain('all weights are 0')
  })

  test.each(methods)('%j: equal labels everywhere, and huge features, leave finite weights', (options) => {
    const equal = rankingLists({ features: [[1], [2], [4]], labels: [1, 1, 1], lists: [1, 1, 1] })
    expect([...fit(equal, options).model.weights].every(Number.isFinite)).toBe(true)
    if (options.method === 'ogd') return // its features are in a ball
    const huge = rankingLists({
      features: [
        [3e38, 1],
        [-3e38, 2],
        [1e38, 0],
      ],
      labels: [0, 1, 2],
      lists: [1, 1, 1],
    })
    for (const scale of ['none', 'min-max']) {
      expect([...fit(huge, { ...options, scale, lambda: 1 }).model.weights].every(Number.isFinite)).toBe(true)
    }
  })

  test('no rows, and lists that all weigh 0, are refused', () => {
    const features = { kind: 'dense', values: new Float32Array(0) } as const
    const empty = { ...example(1, 3, 2), features, labels: new Float64Array(0), offsets: Uint32Array.of(0), listIds: [] }
    expect(() => fit(empty, { method: 'listnet' })).toThrow('the data has no rows')
    const weightless = rankingLists({ features: [[1], [2]], labels: [1, 0], lists: ['a', 'a'], weights: { a: 0 } })
    expect(() => fit(weightless, { method: 'listnet' })).toThrow('all lists weigh 0')
  })
})

describe('options that would change nothing are refused', () => {
  const lists = example(12, 10, 3)
  const start = train(lists, { method: 'listnet' }) as LinearModel
  test.each([
    [{ method: 'listnet', radius: 1 }, 'only works with `ball` l1 or l2'],
    [{ method: 'listnet', start, scale: 'standard' }, 'only works with no start model'],
    [{ method: 'least-squares', start }, '`start` would change nothing'],
    [{ method: 'ogd', leastLoss: 1 }, 'only works with `step` smooth'],
    [{ method: 'ogd', loss: 'ranksvm', step: 'smooth' }, 'this loss is not smooth'],
    [{ method: 'ogd', featureBall: 'none', scale: 'none' }, 'without one the features are not bounded'],
    [{ method: 'listnet', nodes: 1 }, 'There is no option nodes'],
  ])('%j', (options, message) => {
    expect(() => fit(lists, options as Given)).toThrow(message)
  })
})

describe('online gradient descent', () => {
  /** The module's comment, step by step. */
  function byHand(lists: RankingLists, model: LinearModel, order: Uint32Array, radius: number, step: number): Float64Array {
    const { values } = applyFeatureMap(model.featureMap, lists)
    const { width, offsets, labels } = lists
    const w = new Float64Array(width)
    const sum = new Float64Array(width)
    for (const list of order) {
      for (let j = 0; j < width; j++) sum[j] += w[j] / order.length
      const [start, end] = [offsets[list], offsets[list + 1]]
      const scores = Float64Array.from({ length: end - start }, (_, i) =>
        w.reduce((total, weight, j) => total + weight * values[(start + i) * width + j], 0),
      )
      const pull = new Float64Array(end - start)
      listNet().evaluate(scores, labels.subarray(start, end), pull)
      for (let i = 0; i < pull.length; i++) for (let j = 0; j < width; j++) w[j] -= step * pull[i] * values[(start + i) * width + j]
      const length = euclideanNorm(w)
      if (length > radius) for (let j = 0; j < width; j++) w[j] *= radius / length
    }
    return sum
  }

  test('makes the steps of the theory, W/(G R √(2n)), in seeded order, and returns the average', () => {
    const lists = example(13, 50, 4)
    for (const radius of [0.05, 5]) {
      const { model } = fit(lists, { method: 'ogd', radius, seed: 7, featureRadius: 2 })
      const order = seededRandom(7).shuffle(Uint32Array.from({ length: 50 }, (_, list) => list))
      const expected = byHand(lists, model, order, radius, radius / (2 * 2 * Math.sqrt(100)))
      for (const [j, weight] of model.weights.entries()) expect(weight).toBeCloseTo(expected[j], 12)
    }
    const other = fit(lists, { method: 'ogd', radius: 5, seed: 8, featureRadius: 2 }).model
    expect(other.weights).not.toEqual(fit(lists, { method: 'ogd', radius: 5, seed: 7, featureRadius: 2 }).model.weights)
  })

  test('the smooth step is that of (7), with L* given', () => {
    const lists = example(14, 40, 4)
    const [W, H, best, n] = [2, 1, 0.5, 40]
    const step = W / (4 * H * W + 2 * Math.sqrt(4 * H * H * W * W + 2 * H * best * n))
    const smooth = fit(lists, { method: 'ogd', radius: W, step: 'smooth', leastLoss: best })
    const fixed = fit(lists, { method: 'ogd', radius: W, step })
    expect(smooth.model.weights).toEqual(fixed.model.weights)
  })

  test('with L* left open the mean loss stays near the least there is', () => {
    const lists = example(15, 400, 4)
    const least = fit(lists, { method: 'listnet', featureBall: 'l2', ball: 'l2', radius: 5 }).objective
    for (const step of ['theory', 'smooth']) {
      const { objective: reached } = fit(lists, { method: 'ogd', radius: 5, step })
      expect(reached).toBeLessThan(least + 2 * 5 * Math.sqrt(2 / 400))
    }
  })

  test.each(['listnet', 'listmle', 'ranksvm', 'ranknet'])('%s: stays in the ball and reports the gap', (loss) => {
    const lists = example(16, 60, 5)
    const { model, optimality } = fit(lists, { method: 'ogd', loss, ball: 'l1', radius: 0.3 })
    expect(absoluteSum(model.weights)).toBeLessThanOrEqual(0.3)
    expect(optimality).toBeGreaterThanOrEqual(0)
  })

  test('validation data chooses the radius', () => {
    const { model } = fit(example(17, 60, 5), { method: 'ogd', valid: example(18, 30, 5) })
    expect(model.training.tuned[0].option).toBe('radius')
  })
})

test('every fit tells its steps and can be stopped', () => {
  const lists = example(19, 30, 4)
  const reported: Progress[] = []
  finish(training(lists, { method: 'listnet' }), (step) => reported.push(step))
  expect(reported.filter(({ stage }) => stage === 'iteration').map(({ done }) => done)).toEqual(
    Array.from({ length: reported.filter(({ stage }) => stage === 'iteration').length }, (_, i) => i + 1),
  )
  const stopped = { ...plainRuntime, stop: { stopped: true } }
  for (const method of ['listnet', 'ranksvm', 'ogd']) expect(() => fit(lists, { method }, stopped)).toThrow('was stopped')
})
