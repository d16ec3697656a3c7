import { describe, expect, test } from 'vitest'
import { joined } from '../data/lists/folds.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { listCount, type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { meanOverLists, measureLists } from '../metrics/measureLists.ts'
import { modelToJson, parsedModel } from '../models/modelJson.ts'
import { score } from '../models/score.ts'
import { seededRandom } from '../numeric/random.ts'
import { RankwrightError } from '../problems/problem.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { methodNames } from '../trainers/methods.ts'
import { leaveListOut } from './leaveListOut.ts'
import { train } from './train.ts'
import { refit, tune, tuneFold } from './tune.ts'
import { type TuneOptions, tunePlan } from './tunePlan.ts'

/** Lists of five items whose grade follows the first feature, with some noise. */
function exampleLists(count = 20, seed = 3): RankingLists {
  const random = seededRandom(seed)
  const features: number[][] = []
  const labels: number[] = []
  for (let row = 0; row < 5 * count; row++) {
    features.push([random.uniform(), 10 * random.uniform(), random.uniform() - 0.5])
    labels.push(Math.floor(3 * Math.min(0.999, Math.max(0, features[row][0] + 0.4 * (random.uniform() - 0.5)))))
  }
  return rankingLists({ features, labels, lists: labels.map((_, row) => Math.floor(row / 5)) })
}

const lists = exampleLists()
const options = { method: 'least-squares', folds: 4, grid: { lambda: [100, 1, 0.01] } } as const satisfies TuneOptions

describe('tune', () => {
  test('the score of a trial is the mean over all lists, each measured by a model that was trained without it', () => {
    const { trials, best, metric, method } = tune(lists, options)
    expect([method, metric]).toEqual(['least-squares', 'ndcg@10'])
    const { folds } = tunePlan(lists, options)
    for (const { options: tried, score: mean, folds: means } of trials) {
      const all = new Float64Array(listCount(lists))
      for (const [fold, tested] of folds.entries()) {
        const rest = selectLists(lists, joined(folds.filter((_, other) => other !== fold)))
        const test = selectLists(lists, tested)
        const model = train(rest, { method: 'least-squares', lambda: Number(tried['lambda']) })
        const { values } = measureLists(score(model, test), test, { metrics: ['ndcg@10'] })
        expect(means[fold]).toBe(meanOverLists(values[0]))
        tested.forEach((list, index) => {
          all[list] = values[0][index]
        })
      }
      expect(mean).toBe(meanOverLists(all))
    }
    expect(best.score).toBe(Math.max(...trials.map((trial) => trial.score)))
  })

  test('copies of lists under other ids stay in one fold, and no list is left out by itself while its copy stays', () => {
    const twice = selectLists(lists, [...lists.listIds.keys(), ...lists.listIds.keys()])
    const { folds } = tunePlan(twice, { method: 'lambdamart', folds: 4 })
    for (const fold of folds) for (const list of fold) expect(fold).toContain((list + listCount(lists)) % listCount(twice))
    expect(tunePlan(lists, { method: 'rankrls' }).leavesListsOut).toBe(true)
    expect(tunePlan(twice, { method: 'rankrls' }).leavesListsOut).toBe(false)
  })

  test('penalties of a method with a path come from one decomposition, with the scores of a training each', () => {
    const grid = { kernel: ['linear', 'rbf'], lambda: [1, 1e-3, 0] }
    const { trials } = tune(lists, { method: 'rankrls', folds: 3, metric: 'kendall-tau', grid })
    const { folds } = tunePlan(lists, { method: 'rankrls', folds: 3, grid })
    for (const { options: tried, folds: means } of trials) {
      const rest = selectLists(lists, joined([folds[1], folds[2]]))
      const test = selectLists(lists, folds[0])
      const model = train(rest, { method: 'rankrls', kernel: tried['kernel'] as 'rbf', lambda: Number(tried['lambda']) })
      const { values } = measureLists(score(model, test), test, { metrics: ['kendall-tau'] })
      expect(means[0]).toBeCloseTo(meanOverLists(values[0]), 9)
    }
  })

  test.each([12, 80])('so do those of elmrank with %i nodes', (nodes) => {
    const grid = { lambda: [1, 1e-3] }
    const { trials } = tune(lists, { method: 'elmrank', fixed: { nodes }, folds: 3, metric: 'kendall-tau', grid })
    const { folds } = tunePlan(lists, { method: 'elmrank', folds: 3, grid })
    for (const { options: tried, folds: means } of trials) {
      const rest = selectLists(lists, joined([folds[1], folds[2]]))
      const test = selectLists(lists, folds[0])
      const model = train(rest, { method: 'elmrank', nodes, lambda: Number(tried['lambda']) })
      expect(means[0]).toBeCloseTo(meanOverLists(measureLists(score(model, test), test, { metrics: ['kendall-tau'] }).values[0]), 9)
    }
  })

  test('numbers of trees come from one growth, with the scores of a training each', () => {
    const grid = { leaves: [2, 4], trees: [1, 3, 8] }
    const { trials } = tune(lists, { method: 'lambdamart', folds: 3, fixed: { learningRate: 0.1 }, metric: 'kendall-tau', grid })
    const { folds } = tunePlan(lists, { method: 'lambdamart', folds: 3, grid })
    expect(trials).toHaveLength(6)
    for (const { options: tried, folds: means } of trials) {
      const rest = selectLists(lists, joined([folds[1], folds[2]]))
      const test = selectLists(lists, folds[0])
      const [leaves, trees] = [Number(tried['leaves']), Number(tried['trees'])]
      const model = train(rest, { method: 'lambdamart', learningRate: 0.1, leaves, trees })
      expect(means[0]).toBe(meanOverLists(measureLists(score(model, test), test, { metrics: ['kendall-tau'] }).values[0]))
    }
  })

  test('with halving, the best fits of the first folds go on, and the winner is measured on all', () => {
    const grid = { lambda: [1e6, 1e5, 1e4, 1, 0.1, 0.01] }
    const full = tune(lists, { ...options, folds: 5, fixed: { scale: 'none' }, grid, halving: 'off' })
    const halved = tune(lists, { ...options, folds: 5, fixed: { scale: 'none' }, grid, halving: 'on' })
    expect(halved.trials.map(({ folds }) => folds.length).sort()).toEqual([2, 2, 2, 2, 3, 5])
    for (const [place, { folds, leftOutAfter }] of halved.trials.entries()) {
      expect(folds).toEqual(full.trials[place].folds.slice(0, folds.length))
      expect(leftOutAfter).toBe(folds.length === 5 ? undefined : folds.length)
    }
    expect(halved.best.folds).toHaveLength(5)
    expect(halved.best.score).toBe(full.trials[halved.trials.indexOf(halved.best)].score)
    expect(halved.best.score).toBeGreaterThan(0.98 * full.best.score)
  })

  test('lambdamart goes by rounds on its own grid; numbers of trees of a fit go on together', () => {
    const { rounds, trials } = tunePlan(lists, { method: 'lambdamart' })
    expect([rounds, trials.length]).toEqual([[[0, 1], [2], [3, 4]], 4 * 2 * 5])
    expect(tunePlan(lists, { method: 'lambdamart', halving: 'off' }).rounds).toEqual([[0, 1, 2, 3, 4]])
    const tuned = tune(lists, { method: 'lambdamart', grid: { leaves: [2, 3, 4], trees: [1, 5], learningRate: [0.01, 0.2] } })
    const fully = tuned.trials.filter(({ leftOutAfter }) => leftOutAfter === undefined)
    expect(new Set(fully.map(({ options: { leaves, learningRate } }) => `${leaves} ${learningRate}`)).size).toBe(1)
    expect(fully).toHaveLength(2)
  })

  test('of equally good trials the first is best, and the same call gives the same result', () => {
    const same = tune(lists, { ...options, grid: { lambda: [0.1, 0.1, 0.1] } })
    expect(same.best).toBe(same.trials[0])
    expect(tune(lists, options)).toEqual(tune(lists, options))
  })

  test('all combinations are tried, with the fixed options in each', () => {
    const { trials } = tune(lists, { ...options, fixed: { missing: 'zero' }, grid: { scale: ['none', 'standard'], lambda: [1, 0.1] } })
    expect(trials.map((trial) => trial.options)).toEqual([
      { scale: 'none', lambda: 1 },
      { scale: 'none', lambda: 0.1 },
      { scale: 'standard', lambda: 1 },
      { scale: 'standard', lambda: 0.1 },
    ])
  })

  test('another seed draws other folds', () => {
    expect(tunePlan(lists, { ...options, seed: 2 }).folds).not.toEqual(tunePlan(lists, options).folds)
  })
})

describe('methods with a closed form for left-out lists', () => {
  test('measure every list by the fit on all others, and choose the width of the kernel by it', () => {
    const { by, best, trials } = tune(lists, { method: 'rankrls', metric: 'kendall-tau' })
    expect(by).toBe('left-out lists')
    expect(new Set(trials.map(({ options: tried }) => tried['kernelWidth'])).size).toBe(3)
    expect(trials).toHaveLength(3 * 7)
    const { kernelWidth, lambda } = best.options
    const { penalties } = leaveListOut(lists, {
      method: 'rankrls',
      kernelWidth: Number(kernelWidth),
      lambda: Number(lambda),
      metrics: ['kendall-tau'],
    })
    expect(best.score).toBe(penalties[0].metrics['kendall-tau'])
    expect(best.folds).toEqual([best.score])
  })

  test('the scale of the nodes is chosen too, where nodes bend', () => {
    const gridOf = (fixed: TuneOptions['fixed']) => Object.keys(tunePlan(lists, { method: 'elmrank', fixed: { nodes: 10, ...fixed } }).grid)
    expect(gridOf({ node: 'fourier' })).toEqual(['steepness', 'lambda'])
    const others: readonly TuneOptions['fixed'][] = [{}, { node: 'fourier', nodeScale: 1 }, { node: 'sigmoid', steepness: 1 }]
    for (const fixed of others) expect(gridOf(fixed)).toEqual(['lambda'])
    const given = { method: 'elmrank', fixed: { nodes: 10, node: 'gaussian', lambda: 0.01 }, grid: { nodeScale: [0.5, 1] } } as const
    const { trials } = tune(lists, given)
    for (const { options: tried, score: mean } of trials) {
      const nodeScale = Number(tried['nodeScale'])
      const [{ metrics }] = leaveListOut(lists, { method: 'elmrank', nodes: 10, node: 'gaussian', nodeScale, lambda: 0.01 }).penalties
      expect(mean).toBe(metrics['ndcg@10'])
    }
  })

  test('use folds if folds are asked for, or where a trial has no closed form', () => {
    const leaves = (asked: Partial<TuneOptions>) => tunePlan(lists, { method: 'rankrls', ...asked }).leavesListsOut
    expect(leaves({})).toBe(true)
    expect(leaves({ grid: { kernel: ['linear', 'rbf'] } })).toBe(true)
    expect(leaves({ folds: 5 })).toBe(false)
    expect(leaves({ fixed: { lambda: 'auto' } })).toBe(false)
    expect(leaves({ grid: { lambda: [1, 0] } })).toBe(false)
    expect(leaves({ method: 'listnet' })).toBe(false)
    expect(tunePlan(lists, { method: 'listnet' }).folds).toHaveLength(5)
  })

  test('the model records that lists were left out', () => {
    const asked = { method: 'elmrank', fixed: { nodes: 8 }, grid: { lambda: [1, 0.01] } } as const
    const { model } = finish(refit(lists, tunePlan(lists, asked), tune(lists, asked)))
    expect(model.training.tuned).toMatchObject([{ option: 'lambda', on: 'left-out lists', triedFrom: 'given' }])
    expect(parsedModel(modelToJson(model), 'm')).toMatchObject({ training: model.training })
  })
})

describe('nothing leaks between folds', () => {
  /** The same lists with one of them made extreme: features a million times as large, labels upside down. */
  function withPoison(list: number): RankingLists {
    const values = (lists.features.values as Float32Array).slice()
    const labels = lists.labels.slice()
    for (let row = lists.offsets[list]; row < lists.offsets[list + 1]; row++) {
      for (let j = 0; j < lists.width; j++) values[row * lists.width + j] *= 1e6
      labels[row] = 2 - labels[row]
    }
    return { ...lists, features: { kind: 'dense', values }, labels }
  }

  test.each(['min-max', 'standard'] as const)(
    'a poisoned list changes no other list of its fold, and does change what others train (%s)',
    (scale) => {
      const plan = tunePlan(lists, { ...options, fixed: { scale } })
      const [poisoned] = plan.folds[0]
      const broken = withPoison(poisoned)
      let changed = 0
      for (const fold of plan.folds.keys()) {
        const before = finish(tuneFold(lists, plan, fold)).values as Float64Array[]
        const after = finish(tuneFold(broken, plan, fold)).values as Float64Array[]
        const others = [...plan.folds[fold].keys()].filter((index) => plan.folds[fold][index] !== poisoned)
        const of = (values: readonly Float64Array[]) => values.map((trial) => others.map((index) => trial[index]))
        if (fold === 0) expect(of(after)).toEqual(of(before))
        else if (JSON.stringify(of(after)) !== JSON.stringify(of(before))) changed++
      }
      expect(changed).toBeGreaterThan(0)
    },
  )

  test.each(['min-max', 'standard', 'quantile'] as const)('the feature map knows nothing of the fold that is tested (%s)', (scale) => {
    // Percentiles hardly move for a single odd list, so one list here has three quarters of all rows. Moving its first feature away
    // changes the map of that feature, and of no other, for whoever fits on it, and with it the order of all lists.
    const random = seededRandom(5)
    const listOf = (row: number) => (row < 600 ? 0 : 1 + Math.floor((row - 600) / 10))
    const features = Array.from({ length: 800 }, () => [random.uniform(), random.uniform(), random.uniform()])
    const labels = features.map(([a, b]) => Math.floor(2.999 * Math.min(1, Math.max(0, (a + b) / 2 + 0.3 * (random.uniform() - 0.5)))))
    const of = (rows: number[][]) => rankingLists({ features: rows, labels, lists: labels.map((_, row) => listOf(row)) })
    const plain = of(features)
    const moved = of(features.map(([a, ...others], row) => [row < 600 ? 5 + a : a, ...others]))
    const plan = tunePlan(plain, { ...options, metric: 'kendall-tau', fixed: { scale } })
    for (const [fold, tested] of plan.folds.entries()) {
      const values = [plain, moved].map((data) => finish(tuneFold(data, plan, fold)).values as Float64Array[])
      const [before, after] = values.map((trials) => trials.map((trial) => Array.from(trial).filter((_, index) => tested[index] !== 0)))
      // Where the moved list is trained on it must show, or this test would find no leak either.
      if (tested.includes(0)) expect(after).toEqual(before)
      else expect(after).not.toEqual(before)
    }
  })

  test('what can only be known from the list itself is worth nothing: noise scores as noise', () => {
    // Feature j is the answer in list j and noise elsewhere: whoever trains on the list knows it by heart.
    const count = 30
    const random = seededRandom(11)
    const labels = Array.from({ length: 6 * count }, () => random.integer(3))
    const features = labels.map((label, row) =>
      Array.from({ length: count }, (_, j) => (j === Math.floor(row / 6) ? 100 * label : random.uniform())),
    )
    const detector = rankingLists({ features, labels, lists: labels.map((_, row) => Math.floor(row / 6)) })
    const honest = tune(detector, { method: 'least-squares', folds: 5, grid: { lambda: [1e-6] }, fixed: { scale: 'none' } }).best.score
    const model = train(detector, { method: 'least-squares', lambda: 1e-6, scale: 'none' })
    const cheating = meanOverLists(measureLists(score(model, detector), detector, { metrics: ['ndcg@10'] }).values[0])
    const chance = meanOverLists(measureLists(new Float64Array(labels.length), detector, { metrics: ['ndcg@10'] }).values[0])
    expect(cheating).toBeGreaterThan(0.99)
    expect(honest).toBeLessThan((chance + 1) / 2)
  })
})

describe('the default grid', () => {
  const gridOf = (method: TuneOptions['method'], fixed: TuneOptions['fixed'] = {}) => tunePlan(lists, { method, fixed }).grid

  test('varies the penalty, strongest first, or the radius on a ball, smallest first', () => {
    const { lambda } = gridOf('listnet') as { lambda: number[] }
    expect(lambda).toEqual([...lambda].sort((a, b) => b - a))
    const { radius, ...others } = gridOf('listnet', { ball: 'l1' }) as { radius: number[] }
    expect(radius).toEqual([...radius].sort((a, b) => a - b))
    expect(others).toEqual({})
    expect(Object.keys(gridOf('ogd'))).toEqual(['radius'])
  })

  test('varies the rounds of boosting', () => {
    expect(gridOf('rankboost')).toEqual({ iterations: [30, 100, 300, 1000] })
    expect(gridOf('rankboost', { iterations: 20 })).toEqual({})
  })

  test('varies the radius of methods that are always on a ball', () => {
    expect(Object.keys(tunePlan(lists, { method: 'abstaining' }).grid)).toEqual(['radius'])
    expect(Object.keys(tunePlan(lists, { method: 'abstaining', fixed: { radius: 3 } }).grid)).toEqual([])
  })

  test('varies sigma where there is one, and nothing that is fixed', () => {
    expect(Object.keys(gridOf('smoothed-dcg'))).toEqual(['lambda', 'sigma'])
    expect(gridOf('smoothed-dcg', { lambda: 1, sigma: 1 })).toEqual({})
    expect(tunePlan(lists, { method: 'least-squares', fixed: { lambda: 1 } }).trials).toEqual([{}])
  })

  test.each(['listnet', 'listmle', 'smoothed-dcg', 'ranksvm', 'ranknet', 'least-squares'] as const)(
    'goes from 1000 times the default penalty of %s to a thousandth of it',
    (method) => {
      const usual = Number(train(lists, { method }).options['lambda'])
      const { lambda } = gridOf(method) as { lambda: number[] }
      expect(lambda).toHaveLength(7)
      expect(lambda).toContainEqual(expect.closeTo(usual, 12))
      expect(lambda[0] / usual).toBeCloseTo(1000, 6)
      expect(lambda[6] / usual).toBeCloseTo(0.001, 12)
    },
  )

  test('says that its penalties were computed from the lists, and that radii were not', () => {
    expect(tunePlan(lists, { method: 'listnet' }).fitted).toEqual(['lambda'])
    expect(tunePlan(lists, { method: 'listnet', grid: { lambda: [1, 0.1] } }).fitted).toEqual([])
    for (const method of ['ogd', 'elmrank', 'abstaining'] as const) expect(tunePlan(lists, { method }).fitted).toEqual([])
    expect(tunePlan(lists, { method: 'rankrls' }).fitted).toEqual(['kernelWidth'])
    const plan = tunePlan(lists, { method: 'listnet', folds: 2 })
    const { model } = finish(refit(lists, plan, tune(lists, { method: 'listnet', folds: 2 })))
    expect(model.training.tuned[0]).toMatchObject({ option: 'lambda', triedFrom: 'fitted' })
    expect(model.training.fitted).toBeUndefined()
  })

  test('goes around the default radius of ogd', () => {
    const usual = Number(train(lists, { method: 'ogd' }).options['radius'])
    const { radius } = gridOf('ogd') as { radius: number[] }
    expect(radius[0]).toBeLessThan(usual / 30)
    expect(radius[radius.length - 1]).toBeGreaterThan(2 * usual)
  })

  test('goes with the unit of the features and with the number of pairs', () => {
    const wide = { ...lists, features: { ...lists.features, values: lists.features.values.map((value) => 100 * value) } }
    const first = (of: RankingLists, fixed: TuneOptions['fixed']) => Number(tunePlan(of, { method: 'ranksvm', fixed }).grid['lambda'][0])
    expect(first(wide, { scale: 'none' }) / first(lists, { scale: 'none' })).toBeCloseTo(1e4, -3)
    const [sum, mean] = [first(lists, { pairs: 'sum' }), first(lists, { pairs: 'mean' })]
    expect(sum).toBeGreaterThan(3 * mean)
    const { lambda } = tunePlan(lists, { method: 'ranksvm', grid: { pairs: ['sum', 'mean'] } }).grid as { lambda: number[] }
    expect(lambda[0]).toBeGreaterThan(0.9 * sum)
    expect(lambda[lambda.length - 1]).toBeLessThan(1.1e-6 * mean)
  })

  test.each(methodNames)('every trial of %s can be trained', (method) => {
    const small = exampleLists(6)
    const { trials } = tune(small, { method, folds: 2 })
    expect(trials.every(({ score: mean }) => mean > 0 && mean <= 1)).toBe(true)
  })
})

describe('refit', () => {
  test('trains on all lists with the best options and records what was tried, in the file too', () => {
    const plan = tunePlan(lists, options)
    const result = tune(lists, options)
    const { model } = finish(refit(lists, plan, result))
    if (model.kind !== 'linear') throw new Error('least squares make linear models')
    const plain = train(lists, { method: 'least-squares', lambda: Number(result.best.options['lambda']) })
    expect(model.weights).toEqual(plain.weights)
    expect(model.training.given).toEqual([])
    expect(model.training.tuned).toEqual([
      {
        option: 'lambda',
        on: 'folds',
        metric: 'ndcg@10',
        tried: [100, 1, 0.01],
        triedFrom: 'given',
        values: result.trials.map((trial) => trial.score),
      },
    ])
    expect(parsedModel(modelToJson(model), 'm')).toMatchObject({ training: model.training })
  })

  test('a default grid is not called given', () => {
    const usual = { method: 'least-squares', folds: 2 } as const
    const { model } = finish(refit(lists, tunePlan(lists, usual), tune(lists, usual)))
    expect(model.training.tuned.map(({ option, triedFrom }) => [option, triedFrom])).toEqual([['lambda', 'fitted']])
  })

  test('words among the values are recorded as words', () => {
    const plan = tunePlan(lists, { ...options, grid: { scale: ['min-max', 'standard'] }, fixed: { lambda: 1 } })
    const { model } = finish(
      refit(lists, plan, tune(lists, { ...options, grid: { scale: ['min-max', 'standard'] }, fixed: { lambda: 1 } })),
    )
    expect(parsedModel(modelToJson(model), 'm')).toMatchObject({ training: { tuned: [{ tried: ['min-max', 'standard'] }] } })
    expect(model.training.given).toEqual(['lambda'])
  })
})

test.each([
  [{ grid: { lambda: [-1] } }, '`lambda` is -1; give a number of at least 0'],
  [{ grid: { lamda: [1] } }, 'There is no option lamda here. Did you mean `lambda`?'],
  [{ grid: { lambda: [] } }, '`lambda` is an empty list; give values to try'],
  [{ folds: 1 }, '`folds` is 1'],
  [{ folds: 21 }, '21'],
  [{ metric: 'ndgc@10' }, 'ndgc'],
  [{ method: 'forest' as 'listnet' }, 'There is no method "forest"'],
])('%j is refused before any training', (wrong, message) => {
  const attempt = () => tunePlan(lists, { ...options, ...wrong } as TuneOptions)
  expect(attempt).toThrow(RankwrightError)
  expect(attempt).toThrow(message)
})

test('lists of which none counts decide nothing', () => {
  const flat = { ...lists, labels: new Float64Array(lists.labels.length) }
  expect(() => tune(flat, options)).toThrow('No list has a value for ndcg@10')
})

test('a raised stop flag ends it', () => {
  const plan = tunePlan(lists, options)
  const stopped = { ...plainRuntime, stop: { stopped: true } }
  expect(() => finish(tuneFold(lists, plan, 0, stopped))).toThrow('stopped')
})

test('of an error the least is the best, also in the record of the model', () => {
  const asked = { ...options, metric: 'squared-error' }
  const result = tune(lists, asked)
  const scores = result.trials.map((trial) => trial.score)
  expect(new Set(scores).size).toBe(3)
  expect(result.best.score).toBe(Math.min(...scores))
  const { model } = finish(refit(lists, tunePlan(lists, asked), result))
  expect(model.training.tuned.find(({ option }) => option === 'lambda')?.values).toEqual(scores)
})
