import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { listCount, type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { meanOverLists, measureLists } from '../metrics/measureLists.ts'
import type { KernelModel } from '../models/kernel/kernel.ts'
import { score } from '../models/score.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { seededRandom } from '../numeric/random.ts'
import { finish } from '../runtime/training.ts'
import { tiesOfLeftOut } from '../trainers/common/tiesOfLeftOut.ts'
import { methods } from '../trainers/methods.ts'
import { type LeaveListOutOptions, leaveListOut, leavingListsOut } from './leaveListOut.ts'
import { train } from './train.ts'

/** Lists of different lengths, one of them with a single item, others with items of equal features and different labels. */
function drawn({ weighed = false } = {}): RankingLists {
  const random = seededRandom(4)
  const sizes = [4, 7, 1, 5, 22, 6, 3]
  const ids = sizes.flatMap((size, list) => Array<number>(size).fill(list))
  const features = ids.map(() => [Math.fround(random.normal()), Math.fround(random.normal())])
  const labels = features.map(([a, b]) => Math.round(1.5 + a + Math.sin(2 * b) + 0.5 * random.normal()))
  for (const [copy, of] of [
    [1, 0],
    [5, 4],
    [14, 13],
  ]) {
    features[copy] = features[of]
    labels[copy] = labels[of] + 1
  }
  const lists = rankingLists({ features, labels, lists: ids })
  return weighed ? { ...lists, listWeights: Float64Array.of(1, 2, 1, 0.5, 1, 3, 1) } : lists
}

/** Nothing but the fit depends on the lists. */
const fixedMap = { scale: 'none', missing: 'zero' } as const
const lambdas = [1, 0.03, 1e-3]

/** The scores of each list by a model that was trained on all others. */
function retrained(lists: RankingLists, scoresOf: (rest: RankingLists, own: RankingLists) => Float64Array): Float64Array {
  const all = new Float64Array(lists.labels.length)
  const numbers = Array.from({ length: listCount(lists) }, (_, list) => list)
  for (const list of numbers) {
    const rest = selectLists(
      lists,
      numbers.filter((other) => other !== list),
    )
    all.set(scoresOf(rest, selectLists(lists, [list])), lists.offsets[list])
  }
  return all
}

/** Less the mean of the list: scores are known up to a constant. */
function centred({ offsets }: RankingLists, scores: Float64Array): Float64Array {
  const result = scores.slice()
  for (let list = 0; list + 1 < offsets.length; list++) {
    const own = result.subarray(offsets[list], offsets[list + 1])
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length
    for (let i = 0; i < own.length; i++) own[i] -= mean
  }
  return result
}

function expectEqualMetrics(lists: RankingLists, options: LeaveListOutOptions, brute: Float64Array, index: number): void {
  const names = ['ndcg@3', 'map', 'kendall-tau', 'pairwise-accuracy']
  const { penalties } = leaveListOut(lists, { ...options, lambda: lambdas[index], metrics: names })
  expect(penalties.map(({ lambda }) => lambda)).toEqual([lambdas[index]])
  const { values } = measureLists(brute, lists, { metrics: names })
  for (const [metric, name] of names.entries())
    expect(penalties[0].metrics[name]).toBeCloseTo(meanOverLists(values[metric], lists.listWeights), 8)
}

const cases: readonly (readonly [string, LeaveListOutOptions, boolean])[] = [
  ['elmrank with fewer nodes than rows', { method: 'elmrank', nodes: 12, node: 'fourier', nodeScale: 1.3, ...fixedMap }, false],
  ['elmrank with more nodes than rows', { method: 'elmrank', nodes: 70, node: 'sigmoid', nodeScale: 2, ...fixedMap }, false],
  ['elmrank, list weights', { method: 'elmrank', nodes: 12, node: 'gaussian', nodeScale: 1, ...fixedMap }, true],
  ['elmrank, sums of pairs', { method: 'elmrank', nodes: 12, node: 'relu', nodeScale: 1, pairs: 'sum', ...fixedMap }, false],
  ['elmrank, all rows compared', { method: 'elmrank', nodes: 12, node: 'fourier', nodeScale: 1, centre: 'global', ...fixedMap }, false],
  ['rankrls, rbf', { method: 'rankrls', kernelWidth: 0.9, ...fixedMap }, false],
  ['rankrls, list weights', { method: 'rankrls', kernel: 'laplace', kernelWidth: 0.9, ...fixedMap }, true],
  ['rankrls, linear', { method: 'rankrls', kernel: 'linear', ...fixedMap }, false],
  ['rankrls, all rows compared', { method: 'rankrls', kernelWidth: 0.9, centre: 'global', ...fixedMap }, false],
]

describe.each(cases)('%s', (_, options, weighed) => {
  const lists = drawn({ weighed })
  const { method } = options

  test('scores are those of training again without each list, and so are the metrics', () => {
    const { metrics: _, profile: __, method: ___, ...given } = options
    const { scores } = finish(methods[method].leftOut.scores(lists, given, lambdas))
    for (const [index, lambda] of lambdas.entries()) {
      const brute = retrained(lists, (rest, own) => score(train(rest, { ...options, lambda } as Parameters<typeof train>[1]), own))
      const [found, wanted] = [centred(lists, scores[index]!), centred(lists, brute)]
      for (const [row, value] of wanted.entries()) expect(found[row]).toBeCloseTo(value, 8)
      expectEqualMetrics(lists, options, brute, index)
    }
  })
})

test('rankrls on a basis: the points stay, everything else is fitted again without each list', () => {
  const lists = drawn()
  const options = { method: 'rankrls', kernelWidth: 0.9, basis: 9, ...fixedMap } as const
  const { points } = train(lists, { ...options, lambda: 1 }) as KernelModel
  const width = 2
  const kernel = (x: readonly number[]) =>
    Array.from({ length: 9 }, (_, p) => {
      const [a, b] = [x[0] - points[width * p], x[1] - points[width * p + 1]]
      return Math.exp(-(a * a + b * b) / (2 * 0.9 ** 2))
    })
  const rowsOf = ({ features, labels }: RankingLists) =>
    Array.from(labels, (_, row) => [features.values[width * row], features.values[width * row + 1]])
  const among = Array.from({ length: 9 }, (_, p) => kernel([points[width * p], points[width * p + 1]]))
  for (const [index, lambda] of lambdas.entries()) {
    const brute = retrained(lists, (rest, own) => {
      const { offsets, labels } = rest
      const values = rowsOf(rest).map(kernel)
      const system = new Float64Array(81)
      const coefficients = new Float64Array(9)
      for (let list = 0; list + 1 < offsets.length; list++) {
        const rows = Array.from({ length: offsets[list + 1] - offsets[list] }, (_, item) => offsets[list] + item)
        const mean = (of: (row: number) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length
        const away = rows.map((row) => values[row].map((value, p) => value - mean((other) => values[other][p])))
        const share = 2 / rows.length / listCount(rest)
        for (const [i, row] of rows.entries()) {
          for (let p = 0; p < 9; p++) {
            coefficients[p] += share * away[i][p] * (labels[row] - mean((other) => labels[other]))
            for (let q = 0; q < 9; q++) system[9 * p + q] += share * away[i][p] * away[i][q]
          }
        }
      }
      for (let p = 0; p < 9; p++) for (let q = 0; q < 9; q++) system[9 * p + q] += lambda * among[p][q]
      expect(plainCompute.cholesky(9, system)).toBe(true)
      plainCompute.choleskySolve(9, system, coefficients)
      return Float64Array.from(rowsOf(own), (x) => kernel(x).reduce((sum, value, p) => sum + value * coefficients[p], 0))
    })
    const { scores } = finish(methods.rankrls.leftOut.scores(lists, { kernelWidth: 0.9, basis: 9, ...fixedMap }, [lambda]))
    const [found, wanted] = [centred(lists, scores[0]!), centred(lists, brute)]
    for (const [row, value] of wanted.entries()) expect(found[row]).toBeCloseTo(value, 8)
    expectEqualMetrics(lists, options, brute, index)
  }
})

test('without a lambda every penalty that auto tries is measured, the chosen one among them', () => {
  const lists = drawn()
  for (const options of [{ method: 'elmrank', nodes: 12 }, { method: 'rankrls' }] as const) {
    const steps: string[] = []
    const { penalties } = finish(leavingListsOut(lists, options), ({ stage }) => steps.push(stage))
    expect(penalties).toHaveLength(30)
    expect(Object.keys(penalties[0].metrics)).toEqual(['ndcg@10', 'map'])
    expect(penalties.map(({ lambda }) => lambda)).toContain(train(lists, options).options['lambda'])
    expect(steps.length).toBeGreaterThan(2)
  }
})

test('the best penalty has the greatest value, of an error the least', () => {
  const { penalties, best } = leaveListOut(drawn(), { method: 'elmrank', nodes: 12, metrics: ['map', 'squared-error'] })
  const of = (name: string) => penalties.map(({ metrics }) => metrics[name])
  const at = (name: string) => penalties.find(({ lambda }) => lambda === best[name])!.metrics[name]
  expect(at('map')).toBe(Math.max(...of('map')))
  expect(at('squared-error')).toBe(Math.min(...of('squared-error')))
})

test('equal features are tied, whatever rounding makes of them', () => {
  const lists = { offsets: Uint32Array.of(0, 4, 6), labels: Float64Array.of(0, 1, 2, 3, 5, 6) }
  const scores = Float64Array.of(0.1 + 0.2, 0.3, -1, 0.3 + 1e-6, 0, 0)
  expect([...tiesOfLeftOut(scores, lists)]).toEqual([0.3, 0.3, -1, 0.3 + 1e-6, 0, 0])
  const constant = rankingLists({
    features: Array(12).fill([1]),
    labels: [0, 1, 2, 0, 1, 2, 0, 0, 1, 1, 2, 2],
    lists: [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4],
  })
  for (const method of ['elmrank', 'rankrls'] as const) {
    const { penalties } = leaveListOut(constant, { method, scale: 'none', metrics: ['pairwise-accuracy'] })
    for (const { metrics } of penalties) expect(metrics['pairwise-accuracy']).toBe(0.5)
  }
})

test('what cannot be left out is told', () => {
  const lists = drawn()
  const wrong = (options: object) => () => leaveListOut(lists, options as LeaveListOutOptions)
  expect(wrong({ method: 'listnet' })).toThrow('listnet has no closed form for left-out lists; rankrls and elmrank have one.')
  expect(wrong({ method: 'elmrank', metrics: ['ndgc@10'] })).toThrow('ndgc@10')
  expect(wrong({ method: 'elmrank', metrics: 'map' })).toThrow('options.metrics')
  expect(wrong({ method: 'elmrank', noodles: 3 })).toThrow('noodles')
  expect(() => leaveListOut(selectLists(lists, [1]), { method: 'rankrls' })).toThrow('rankrls needs two lists that count')
  expect(() => leaveListOut({ ...lists, listWeights: Float64Array.of(1, 0, 0, 0, 0, 0, 0) }, { method: 'elmrank' })).toThrow(
    'elmrank needs two lists that count',
  )
  const many = rankingLists({
    features: Array.from({ length: 2100 }, (_, row) => [row]),
    labels: Array(2100).fill(0),
    lists: Array.from({ length: 2100 }, (_, row) => row % 9),
  })
  expect(() => leaveListOut(many, { method: 'rankrls', basis: 2099 })).toThrow('give a `basis` of at most 2048')
})
