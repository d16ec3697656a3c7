import { asSparse } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { evaluate } from '../../evaluation/evaluate.ts'
import { train } from '../../library/train.ts'
import { score } from '../../models/score.ts'
import { seededRandom } from '../../numeric/random.ts'
import { finish, type Progress } from '../../runtime/training.ts'
import { rankBoost } from './rankBoost.ts'

interface Made {
  readonly grades: readonly number[]
  readonly missing?: number
  readonly rounded?: boolean
  readonly weighted?: boolean
  readonly lists?: number
}

/** Lists of three to nine rows and four features, of which two tell something. */
function made(seed: number, { grades, missing = 0, rounded = false, weighted = false, lists = 6 }: Made): RankingLists {
  const random = seededRandom(seed)
  const ids = Array.from({ length: lists }, (_, list) => Array<number>(3 + random.integer(7)).fill(list)).flat()
  const features = ids.map(() =>
    Array.from({ length: 4 }, () => {
      if (random.uniform() < missing) return Number.NaN
      return rounded ? random.integer(4) : random.normal()
    }),
  )
  const labels = features.map(([a, b]) => {
    const sum = (a || 0) + 0.5 * (b || 0) + 0.7 * random.normal()
    return grades[Math.max(0, Math.min(grades.length - 1, Math.floor(sum + grades.length / 2)))]
  })
  const made = rankingLists({ features, labels, lists: ids })
  return weighted ? { ...made, listWeights: Float64Array.from({ length: lists }, (_, list) => (list % 3 === 0 ? 0 : 0.5 + list)) } : made
}

interface Pair {
  readonly better: number
  readonly worse: number
  readonly weight: number
}

/** Every pair of items of a list with different labels, with its share of the loss of equal scores. */
function everyPair({ labels, offsets, listWeights }: RankingLists, total: 'sum' | 'mean'): Pair[] {
  const pairs: Pair[] = []
  for (let list = 0; list + 1 < offsets.length; list++) {
    const own: Pair[] = []
    for (let better = offsets[list]; better < offsets[list + 1]; better++) {
      for (let worse = offsets[list]; worse < offsets[list + 1]; worse++) {
        if (labels[better] > labels[worse]) own.push({ better, worse, weight: listWeights?.[list] ?? 1 })
      }
    }
    pairs.push(
      ...own.map((pair) => (total === 'mean' ? { ...pair, weight: pair.weight / own.length } : pair)).filter(({ weight }) => weight > 0),
    )
  }
  const all = pairs.reduce((sum, { weight }) => sum + weight, 0)
  return pairs.map((pair) => ({ ...pair, weight: pair.weight / all }))
}

function lossOf(pairs: readonly Pair[], scores: ArrayLike<number>): number {
  return pairs.reduce((sum, { better, worse, weight }) => sum + weight * Math.exp(scores[worse] - scores[better]), 0)
}

/** RankBoost as the paper prints it: a distribution over pairs, every threshold on every feature tried on all of them. */
function bruteForce(lists: RankingLists, rounds: number, total: 'sum' | 'mean', how: 'exact' | 'bound'): number[] {
  if (lists.features.kind !== 'dense') throw new Error('the sample is dense')
  const { values } = lists.features
  const pairs = everyPair(lists, total)
  const candidates: Uint8Array[] = []
  for (let column = 0; column < lists.width; column++) {
    const of = Array.from(lists.labels, (_, row) => values[row * lists.width + column])
    const known = [...new Set(of.filter((value) => !Number.isNaN(value)))].sort((a, b) => b - a)
    const sides = of.some(Number.isNaN) ? [false, true] : [false]
    if (sides.length > 1) candidates.push(Uint8Array.from(of, (value) => Number(Number.isNaN(value))))
    for (const least of known.slice(0, -1)) {
      for (const side of sides) candidates.push(Uint8Array.from(of, (value) => Number(Number.isNaN(value) ? side : value >= least)))
    }
  }
  const scores = new Float64Array(lists.labels.length)
  const objectives: number[] = []
  for (let round = 0; round < rounds; round++) {
    const all = lossOf(pairs, scores)
    const now = pairs.map((pair) => ({ ...pair, weight: (pair.weight * Math.exp(scores[pair.worse] - scores[pair.better])) / all }))
    const sides = (h: Uint8Array) => {
      let [right, wrong] = [0, 0]
      for (const { better, worse, weight } of now) {
        if (h[better] > h[worse]) right += weight
        if (h[better] < h[worse]) wrong += weight
      }
      return { right, wrong, r: right - wrong }
    }
    let best = candidates[0]
    for (const h of candidates) if (Math.abs(sides(h).r) > Math.abs(sides(best).r) + 1e-12) best = h
    const { right, wrong, r } = sides(best)
    const one = 1 / pairs.length
    const alpha =
      how === 'exact' ? Math.log((right + one) / (wrong + one)) / 2 : Math.log(Math.max((1 + r) / 2, one) / Math.max((1 - r) / 2, one)) / 2
    for (let row = 0; row < scores.length; row++) scores[row] += alpha * best[row]
    objectives.push(lossOf(pairs, scores))
  }
  return objectives
}

const samples: Readonly<Record<string, Made>> = {
  'two grades': { grades: [0, 1] },
  'two grades, one list': { grades: [0, 1], lists: 1 },
  'three grades': { grades: [0, 1, 2] },
  'grades of any sort': { grades: [-7.5, -1, 0.25, 3, 1e6] },
  'missing values': { grades: [0, 1, 2], missing: 0.3 },
  'weights, one of them 0': { grades: [0, 1, 2], weighted: true },
}

const every = { thresholds: 65_536, learningRate: 1 } as const

describe.each(Object.entries(samples))('%s', (_, sample) => {
  test.each(['exact', 'bound'] as const)('each round is that of brute force over all pairs, with the weight %s', (weight) => {
    for (const pairs of ['sum', 'mean'] as const) {
      for (let seed = 1; seed <= 2; seed++) {
        const lists = made(seed, sample)
        const objectives = bruteForce(lists, 12, pairs, weight)
        const steps: Progress[] = []
        const { model, iterations } = finish(rankBoost(lists, { ...every, iterations: 12, pairs, weight }), (step) => steps.push(step))
        expect(iterations).toBe(12)
        const found = steps.filter(({ stage }) => stage === 'round').map(({ objective }) => objective)
        for (const [round, objective] of objectives.entries()) expect(found[round]).toBeCloseTo(objective, 10)
        expect(lossOf(everyPair(lists, pairs), score(model, lists))).toBeCloseTo(objectives[11], 10)
      }
    }
  })
})

test.each(['exact', 'bound'] as const)('the loss never rises, with the weight %s and any learning rate', (weight) => {
  for (let seed = 1; seed <= 3; seed++) {
    for (const learningRate of [1, 0.3]) {
      const lists = made(seed, { grades: [0, 1, 2, 3], missing: 0.1, rounded: true, lists: 15 })
      let last = 1
      finish(rankBoost(lists, { iterations: 150, weight, learningRate, thresholds: 3 }), ({ stage, objective = Number.NaN }) => {
        if (stage !== 'round') return
        expect(objective).toBeLessThanOrEqual(last * (1 + 1e-12))
        last = objective
      })
      expect(last).toBeLessThan(1)
    }
  }
})

test('a threshold that orders everything gets a finite weight, and the rounds end once all pairs are far apart', () => {
  const lists = rankingLists({ features: [[1], [2], [3], [4]], labels: [0, 0, 1, 1], lists: [1, 1, 1, 1] })
  const { model, objective, notes } = finish(rankBoost(lists, { iterations: 1000, learningRate: 1 }))
  expect(model.thresholds).toEqual(Float32Array.of(2.5))
  expect(objective).toBeLessThan(1e-12)
  expect(notes.join()).toContain('every pair of the training lists is in order')
  expect(score(model, lists).every(Number.isFinite)).toBe(true)
})

test('features that say nothing give a model of equal scores, and a note', () => {
  const lists = rankingLists({ features: [[1], [1], [1]], labels: [0, 1, 2], lists: [1, 1, 1] })
  const { model, iterations, notes } = finish(rankBoost(lists))
  expect([iterations, model.columns.length]).toEqual([0, 0])
  expect(score(model, lists)).toEqual(new Float64Array(3))
  expect(notes.join()).toContain('no threshold lowers the loss')
})

test('lists without two grades are refused', () => {
  const lists = rankingLists({ features: [[1], [2], [3]], labels: [1, 1, 2], lists: [1, 1, 2] })
  expect(() => train(lists, { method: 'rankboost' })).toThrow('no pairs')
  const weightless = { ...rankingLists({ features: [[1], [2]], labels: [0, 1], lists: [1, 1] }), listWeights: Float64Array.of(0) }
  expect(() => train(weightless, { method: 'rankboost' })).toThrow('no pairs')
})

test('only the order of the values counts: a rising function of a feature gives the same order', () => {
  const lists = made(3, { grades: [0, 1, 2] })
  if (lists.features.kind !== 'dense') throw new Error('the sample is dense')
  const bent = { ...lists, features: { kind: 'dense' as const, values: lists.features.values.map((value) => value ** 3 - 100) } }
  const one = score(train(lists, { method: 'rankboost', iterations: 30 }), lists)
  const two = score(train(bent, { method: 'rankboost', iterations: 30 }), bent)
  for (const [row, value] of one.entries()) expect(two[row]).toBeCloseTo(value, 12)
})

test('rows that are stored as sparse ones give the same scores', () => {
  const lists = made(5, { grades: [0, 1, 2], rounded: true, missing: 0.1, lists: 12 })
  const sparse = asSparse(lists)
  const model = train(lists, { method: 'rankboost', iterations: 40 })
  expect(score(model, sparse)).toEqual(score(model, lists))
  const found = score(train(sparse, { method: 'rankboost', iterations: 40 }), lists)
  for (const [row, value] of score(model, lists).entries()) expect(found[row]).toBeCloseTo(value, 9)
})

test('infinite values count as the greatest there are', () => {
  const plain = rankingLists({ features: [[0], [0], [0], [0]], labels: [0, 0, 1, 1], lists: [1, 1, 1, 1] })
  const lists = { ...plain, features: { kind: 'dense' as const, values: Float32Array.of(-Infinity, 0, 1, Infinity) } }
  const model = train(lists, { method: 'rankboost' })
  const scores = score(model, lists)
  expect(scores[0]).toBe(scores[1])
  expect(scores[2]).toBe(scores[3])
  expect(scores[2]).toBeGreaterThan(scores[1])
})

test('thresholds lie between values also where float32 has nothing between them', () => {
  const next = Math.fround(1 + 2 ** -23)
  const lists = rankingLists({ features: [[1], [next]], labels: [0, 1], lists: [1, 1] })
  const [low, high] = score(train(lists, { method: 'rankboost' }), lists)
  expect(high).toBeGreaterThan(low)
})

test('fewer thresholds are shares of the values', () => {
  const rows = Array.from({ length: 100 }, (_, row) => row)
  const lists = rankingLists({ features: rows.map((row) => [row]), labels: rows.map((row) => row), lists: rows.map((row) => row % 10) })
  const model = train(lists, { method: 'rankboost', thresholds: 3, iterations: 50 })
  expect(Array.from(model.thresholds).sort((a, b) => a - b)).toEqual([24.5, 49.5, 74.5])
})

test('validation lists end the rounds where they are ordered best, and the model has no later round', () => {
  const lists = made(1, { grades: [0, 1, 2], lists: 20 })
  const valid = made(2, { grades: [0, 1, 2], lists: 20 })
  const { model, iterations, notes } = finish(rankBoost(lists, { valid, iterations: 300, earlyStop: 'pairwise-accuracy' }))
  const [{ option, values, tried }] = model.training.tuned
  expect(option).toBe('iterations')
  expect(values[tried.indexOf(iterations)]).toBe(Math.max(...values))
  expect(evaluate(model, valid, { metrics: ['pairwise-accuracy'] }).metrics['pairwise-accuracy']).toBeCloseTo(Math.max(...values), 12)
  const { columns, thresholds, leaves } = train(lists, { method: 'rankboost', iterations })
  expect([model.columns, model.thresholds, model.leaves]).toEqual([columns, thresholds, leaves])
  expect(model.options).toMatchObject({ iterations, earlyStop: 'pairwise-accuracy' })
  expect(notes.join()).toContain('stopped by the validation data')
  const sparse = finish(rankBoost(lists, { valid: asSparse(valid), iterations: 300, earlyStop: 'pairwise-accuracy' }))
  expect(sparse.iterations).toBe(iterations)
})

test('each step function has the mean 0 over the training rows', () => {
  const lists = made(4, { grades: [0, 1, 2], missing: 0.2, lists: 10 })
  const scores = score(train(lists, { method: 'rankboost', iterations: 60 }), lists)
  expect(scores.reduce((sum, value) => sum + value, 0) / scores.length).toBeCloseTo(0, 12)
})
