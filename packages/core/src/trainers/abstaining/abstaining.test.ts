import { expect, test } from 'vitest'
import { applyFeatureMap } from '../../data/features/featureMapApply.ts'
import { normOf } from '../../data/features/featureMapBall.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { train } from '../../library/train.ts'
import { surrogateNames } from '../../losses/abstentionLoss.ts'
import { pairwiseExponential } from '../../losses/pairwiseExponential.ts'
import { pairwiseAccuracy } from '../../metrics/pairwiseAccuracy.ts'
import { kindOf } from '../../models/kinds.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import type { NetworkModel } from '../../models/network/network.ts'
import { score } from '../../models/score.ts'
import { absoluteSum, euclideanNorm, maximumNorm } from '../../numeric/dense/vectors.ts'
import { ballGap } from '../../numeric/optimisers/projections.ts'
import { seededRandom } from '../../numeric/random.ts'
import { finish } from '../../runtime/training.ts'
import { abstaining } from './abstaining.ts'

const norms = ['1', '2', 'inf'] as const
const dualNorm = { 1: maximumNorm, 2: euclideanNorm, inf: absoluteSum }

/** Ten lists of twelve items whose worth leans on the first two features. */
function lists(seed: number, worth = (x: readonly number[]) => x[0] - 0.5 * x[1]): RankingLists {
  const random = seededRandom(seed)
  const features = Array.from({ length: 120 }, () => Array.from({ length: 4 }, () => 2 * random.uniform() - 1))
  const labels = features.map((row) => Math.round(2 * worth(row) + 0.3 * random.normal()))
  return rankingLists({ features, labels, lists: features.map((_, row) => Math.floor(row / 12)) })
}

test.each(norms)('in norm %s, linear weights lie in the dual ball, rows in the unit ball, and no point of the ball is better', (norm) => {
  const data = lists(1)
  const model = train(data, { method: 'abstaining', norm, radius: 3 })
  if (model.kind !== 'linear') return expect.unreachable()
  expect(dualNorm[norm](model.weights)).toBeLessThanOrEqual(3)
  const mapped = applyFeatureMap(model.featureMap, data)
  if (mapped.kind !== 'dense') return expect.unreachable()
  for (let row = 0; row < 120; row++) {
    expect(normOf(({ 1: 'l1', 2: 'l2', inf: 'inf' } as const)[norm], mapped.values, 4 * row, 4 * row + 4)).toBeLessThanOrEqual(1)
  }
  const loss = pairwiseExponential({ pairs: 'mean' })
  const gradient = new Float64Array(4)
  let value = 0
  const scores = score(model, data)
  for (let list = 0; list < 10; list++) {
    const pull = new Float64Array(12)
    value += loss.evaluate(scores.subarray(12 * list, 12 * list + 12), data.labels.subarray(12 * list, 12 * list + 12), pull) / 10
    for (let item = 0; item < 12; item++) {
      for (let j = 0; j < 4; j++) gradient[j] += (pull[item] * mapped.values[4 * (12 * list + item) + j]) / 10
    }
  }
  expect(model.training.objective).toBeCloseTo(value, 10)
  const ball = { norm: ({ 1: 'inf', 2: 'l2', inf: 'l1' } as const)[norm], radius: 3 }
  expect(ballGap(ball, model.weights, gradient)).toBeLessThan(1e-5 * value)
})

test.each(surrogateNames)('the %s surrogate orders new lists, linear or through a network', (surrogate) => {
  const [data, unseen] = [lists(1), lists(2)]
  for (const hypothesis of ['linear', 'network'] as const) {
    const few = hypothesis === 'network' ? ({ hidden: 8, iterations: 80, batch: 64, optimiser: 'adam' } as const) : { radius: 5 }
    const model = train(data, { method: 'abstaining', surrogate, hypothesis, ...few })
    expect(pairwiseAccuracy(score(model, unseen), unseen.labels)).toBeGreaterThan(0.8)
  }
})

test('a network learns what no linear score can, inside its balls', () => {
  const bumps = (x: readonly number[]) => 2 * Math.abs(x[0]) - 1
  const data = lists(3, bumps)
  const options = { method: 'abstaining', norm: 'inf', hypothesis: 'network', hidden: 16, iterations: 150, batch: 128 } as const
  const linear = train(data, { method: 'abstaining', norm: 'inf' })
  for (const optimiser of ['sgd', 'adam'] as const) {
    const model = train(data, { ...options, optimiser, radius: 2, outputRadius: 20, biasRadius: 1.5 }) as NetworkModel
    expect(pairwiseAccuracy(score(model, data), data.labels)).toBeGreaterThan(0.85)
    expect(absoluteSum(model.outputs)).toBeLessThanOrEqual(20)
    expect(maximumNorm(model.biases)).toBeLessThanOrEqual(1.5)
    for (let unit = 0; unit < 16; unit++) {
      expect(absoluteSum(Float64Array.from(model.weights.subarray(4 * unit, 4 * unit + 4)))).toBeLessThanOrEqual(2)
    }
  }
  expect(pairwiseAccuracy(score(linear, data), data.labels)).toBeLessThan(0.65)
})

/** One list of images. Brightness and shade vary most and mean nothing; what counts is a faint pattern of stripes, and labels are noisy. */
function images(seed: number): RankingLists {
  const random = seededRandom(seed)
  const drawn = Array.from({ length: 150 }, () => ({ light: random.normal(), shade: random.normal(), worth: random.normal() }))
  const labels = drawn.map(({ worth }) => Math.round(worth + random.normal()))
  const features = drawn.map(({ light, shade, worth }) =>
    Array.from({ length: 256 }, (_, at) => {
      const stripes = at % 16 < 8 ? 1 : -1
      const value = 0.5 + 0.2 * light + 0.2 * shade * (at / 256 - 0.5) + 0.01 * worth * stripes + 0.1 * random.normal()
      return Math.min(1, Math.max(0, value))
    }),
  )
  return rankingLists({ features, labels, lists: labels.map(() => 'all') })
}

test.each(norms.flatMap((norm) => surrogateNames.map((surrogate) => [norm, surrogate] as const)))(
  'in norm %s with the %s surrogate, a network learns from images by default steps and stays in its balls',
  (norm, surrogate) => {
    const [data, unseen] = [images(1), images(2)]
    const few = { iterations: 60, batch: 64, hidden: 16 }
    const { model, notes } = finish(abstaining(data, { norm, surrogate, hypothesis: 'network', ...few }))
    expect(pairwiseAccuracy(score(model, unseen), unseen.labels)).toBeGreaterThan(0.6) // the stripes themselves: 0.74
    expect(notes.join()).not.toContain('no better than')
    expect(kindOf(model).certifiable?.balls?.(model)?.inside.holds).toBe(true)
  },
)

test.each(surrogateNames)('balls far larger than margins need to be do not keep the %s surrogate from learning', (surrogate) => {
  const few = { iterations: 60, batch: 64, hidden: 16, radius: 30, outputRadius: 1000 }
  const model = train(images(1), { method: 'abstaining', norm: 'inf', surrogate, hypothesis: 'network', ...few })
  const unseen = images(2)
  expect(pairwiseAccuracy(score(model, unseen), unseen.labels)).toBeGreaterThan(0.6)
})

test('a fit that orders nothing says that all-equal scores are as good', () => {
  const same = rankingLists({ features: [[0.5], [0.5], [0.5]], labels: [0, 1, 2], lists: [1, 1, 1] })
  for (const own of [{ hypothesis: 'linear' }, { hypothesis: 'network', hidden: 2, iterations: 3, batch: 4 }] as const) {
    const { notes } = finish(abstaining(same, { norm: 'inf', valid: same, ...own }))
    expect(notes.join('\n')).toContain(
      'on the training lists the fit is no better than all-equal scores: 50.0 % of the pairs are wrong and the loss is 1.0000',
    )
    expect(notes.join('\n')).toContain('on the validation lists the fit is no better than all-equal scores: 50.0 % of the pairs are wrong;')
  }
  const { notes } = finish(abstaining(lists(1), { valid: lists(2, (x) => x[1] - x[0]), radius: 3 }))
  expect(notes.join('\n')).toMatch(
    /on the validation lists the fit is no better than all-equal scores: [5-9]\d\.\d % of the pairs are wrong/,
  )
  expect(notes.join('\n')).not.toContain('on the training lists')
})

test('rows kept sparse give the network that the same rows kept dense give', () => {
  const dense = lists(4)
  if (dense.features.kind !== 'dense') return expect.unreachable()
  const { values } = dense.features
  const present = Array.from({ length: 120 }, (_, row) => [0, 1, 2, 3].filter((j) => (row + j) % 3 !== 0))
  const sparse: RankingLists = {
    ...dense,
    features: {
      kind: 'sparse',
      rowStarts: Uint32Array.from({ length: 121 }, (_, row) => present.slice(0, row).flat().length),
      columns: Uint32Array.from(present.flat()),
      values: Float32Array.from(present.flatMap((columns, row) => columns.map((j) => values[4 * row + j]))),
    },
  }
  const kept = values.map((value, at) => (present[Math.floor(at / 4)].includes(at % 4) ? value : 0))
  const options = { method: 'abstaining', hypothesis: 'network', norm: 'inf', hidden: 4, iterations: 10, batch: 16 } as const
  const [one, other] = [sparse, { ...dense, features: { kind: 'dense', values: kept } as const }].map((data) => train(data, options))
  if (one.kind !== 'network' || other.kind !== 'network') return expect.unreachable()
  expect(one.weights).toEqual(other.weights)
  expect(one.outputs).toEqual(other.outputs)
})

test('a network on more features than memory holds is refused before anything is made', () => {
  const width = 3_000_000
  const features = {
    kind: 'sparse',
    rowStarts: Uint32Array.of(0, 1, 2),
    columns: Uint32Array.of(0, 9),
    values: Float32Array.of(1, 1),
  } as const
  const wide: RankingLists = { features, width, labels: Float64Array.of(0, 1), offsets: Uint32Array.of(0, 2), listIds: ['a'] }
  expect(() => train(wide, { method: 'abstaining', hypothesis: 'network' })).toThrow(
    'A network with 64 hidden units and 1024 pairs a step uses dense rows of up to 65536 features; the data has 3000000. Choose some with `features`',
  )
})

test('moved and mirrored images train a network of their own', () => {
  const data = rankingLists({
    features: Array.from({ length: 20 }, (_, row) => Array.from({ length: 12 }, (_, at) => ((row * (at + 1)) % 7) / 7)),
    labels: Array.from({ length: 20 }, (_, row) => row % 3),
    lists: Array.from({ length: 20 }, () => 'all'),
  })
  const options = { method: 'abstaining', hypothesis: 'network', norm: 'inf', hidden: 4, iterations: 5, batch: 16 } as const
  const plain = train(data, options) as NetworkModel
  const moved = train(data, { ...options, augmentImages: '2x2x3' }) as NetworkModel
  expect(moved.weights).not.toEqual(plain.weights)
  expect(moved.options).toMatchObject({ augmentImages: '2x2x3' })
  expect(() => train(data, { ...options, augmentImages: '3x32x32' })).toThrow(
    '`augmentImages` is 3x32x32; give channels x rows x columns of the images, such as 3x32x32: 12 numbers, as many as the features.',
  )
  expect(() => train(data, { ...options, augmentImages: 'big' })).toThrow('`augmentImages` is big')
  expect(() => train(data, { ...options, norm: '2', augmentImages: '2x2x3' })).toThrow("it only works with `scale: 'none'`")
})

test('the same seed gives the same network, another seed another one, and its file reads back to it', () => {
  const options = { method: 'abstaining', hypothesis: 'network', hidden: 4, iterations: 5, batch: 16 } as const
  const model = train(lists(1), options)
  expect(train(lists(1), options)).toEqual(model)
  expect((train(lists(1), { ...options, seed: 2 }) as NetworkModel).weights).not.toEqual((model as NetworkModel).weights)
  expect(parsedModel(modelToJson(model), 'model.json')).toEqual(model)
})

test('validation data chooses the radius of linear scores, and the step at which a network is kept', () => {
  const valid = lists(9)
  const linear = train(lists(1), { method: 'abstaining', valid })
  expect(linear.training.tuned).toMatchObject([{ option: 'radius', metric: 'pairwise-accuracy' }])
  const { model, notes } = finish(abstaining(lists(1), { hypothesis: 'network', hidden: 4, iterations: 60, batch: 16, valid }))
  const { tried, values } = model.training.tuned[0]
  expect(values).toHaveLength(tried.length)
  expect(model.training.iterations).toBe(tried[values.indexOf(Math.max(...values))])
  expect(notes.join()).toContain('stopped by the validation data')
})

test('rows inside the unit ball stay as they are, others are scaled, and without scaling the first one outside is named', () => {
  const inside = rankingLists({
    features: [
      [0.5, 0.2],
      [0.1, 0.9],
    ],
    labels: [0, 1],
    lists: [1, 1],
  })
  expect(train(inside, { method: 'abstaining', norm: 'inf' }).featureMap.scale.kind).toBe('none')
  expect(train(inside, { method: 'abstaining', norm: '1' }).featureMap.scale.kind).toBe('none')
  const outside = rankingLists({
    features: [
      [0.5, 0.2],
      [0.8, 0.9],
    ],
    labels: [0, 1],
    lists: [1, 1],
  })
  expect(train(outside, { method: 'abstaining', norm: '1' }).featureMap.scale.kind).toBe('min-max')
  expect(() => train(outside, { method: 'abstaining', norm: '1', scale: 'none' })).toThrow(
    'Row 2 of the data lies outside the unit ball of the norm 1: its length is 1.7',
  )
})

test.each([
  [{ steepness: 2 }, 'it only works with `surrogate` sigmoid'],
  [{ hidden: 3 }, 'it only works with `hypothesis` network'],
  [{ augmentImages: '1x2x2' }, 'it only works with `hypothesis` network'],
  [{ hypothesis: 'network', tolerance: 0.1 }, 'it only works with `hypothesis` linear'],
  [{ hypothesis: 'network', optimiser: 'adam', momentum: 0.5 }, 'it only works with `optimiser` sgd'],
  [{ hypothesis: 'network', earlyStop: 'map' }, 'it only works with validation data'],
  [{ radius: 0 }, '`radius` is 0; give a number above 0'],
  [{ norm: '3' }, '`norm` is 3; give one of 1, 2, inf.'],
  [{ setting: 'bipartite' }, 'the bipartite setting needs two'],
])('%j is refused', (options, message) => {
  expect(() => train(lists(1), { method: 'abstaining', ...options } as { method: 'abstaining' })).toThrow(message)
})

test('one class, or no list with two labels, leaves nothing to learn', () => {
  const oneClass = rankingLists({ features: [[1], [2]], labels: [1, 1], lists: [1, 1] })
  expect(() => train(oneClass, { method: 'abstaining', setting: 'bipartite' })).toThrow('All labels are the same')
  expect(() => train(oneClass, { method: 'abstaining' })).toThrow('No list has two items with different labels')
})

test('a network whose biases reach less far than its weights says that no bound holds', () => {
  const { notes } = finish(abstaining(lists(1), { hypothesis: 'network', hidden: 2, iterations: 2, batch: 4, biasRadius: 0.5 }))
  expect(notes.join()).toContain('no H-consistency bound')
})
