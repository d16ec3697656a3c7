import { describe, expect, test } from 'vitest'
import { identityMap } from '../../data/features/featureMap.ts'
import { foldsOf } from '../../data/lists/folds.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../../data/lists/rankingLists.ts'
import type { KernelFunction } from '../../kernels/kernelFunction.ts'
import { train } from '../../library/train.ts'
import type { KernelModel } from '../../models/kernel/kernel.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { score } from '../../models/score.ts'
import { seededRandom } from '../../numeric/random.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { LocalLists } from '../../work/localLists.ts'
import { leaveOneOut, listFolds } from '../../work/passes/rankRls/heldOutFolds.ts'
import { centre as centreRows, uncentre } from '../../work/passes/rankRls/pairwiseCentring.ts'
import type { TrainerResult } from '../common/trainerResult.ts'
import { lambdaPath } from './lambdaPath.ts'
import { rankRls } from './rankRls.ts'
import { rankRlsHeldOut } from './rankRlsHeldOut.ts'
import type { RankRlsOptions } from './rankRlsOptions.ts'
import { dualSolver } from './solvers/dualSolver.ts'
import type { HeldOutPath } from './solvers/heldOutPath.ts'
import { iterativeSolver } from './solvers/iterativeSolver.ts'
import { primalSolver } from './solvers/primalSolver.ts'
import { allRows, type RankRlsProblem, rankRlsProblem } from './solvers/rankRlsProblem.ts'
import type { RankRlsSolver } from './solvers/rankRlsSolver.ts'
import { basisSpace } from './spaces/basisSpace.ts'
import { largeBasisSpace } from './spaces/largeBasisSpace.ts'
import { linearSpace } from './spaces/linearSpace.ts'
import { wideLinearSpace } from './spaces/wideLinearSpace.ts'

/** Lists of the given sizes whose labels follow a curved function of the features, with noise. */
function someLists(sizes: readonly number[], width: number, seed: number, weights?: readonly number[]): RankingLists {
  const random = seededRandom(seed)
  const features: number[][] = []
  const labels: number[] = []
  const lists: string[] = []
  for (const [list, size] of sizes.entries()) {
    const shift = random.normal()
    for (let item = 0; item < size; item++) {
      const row = Array.from({ length: width }, () => Math.fround(random.uniform()))
      features.push(row)
      labels.push(3 * Math.sin(4 * row[0]) + 2 * row[1 % width] ** 2 + shift + 0.2 * random.normal())
      lists.push(`q${list}`)
    }
  }
  return rankingLists({
    features,
    labels,
    lists,
    ...(weights && { weights: Object.fromEntries(weights.map((weight, list) => [`q${list}`, weight])) }),
  })
}

function problemOf(lists: RankingLists, centre: 'list' | 'global'): RankRlsProblem {
  return rankRlsProblem({ held: LocalLists.of(lists, plainRuntime), graded: lists, here: lists }, identityMap(lists.width), centre)
}

const dual = (problem: RankRlsProblem, kernel: KernelFunction) => dualSolver(problem, kernel, finish(allRows(problem)), plainRuntime)

function trained(lists: RankingLists, options: RankRlsOptions): TrainerResult<LinearModel | KernelModel> {
  return finish(rankRls(lists, { scale: 'none', missing: 'zero', ...options }))
}

const rbf: KernelFunction = { kind: 'rbf', width: 0.7 }

function kernelValue(kernel: KernelFunction, a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [product, square] = [0, 0]
  for (let j = 0; j < a.length; j++) {
    product += a[j] * b[j]
    square += (a[j] - b[j]) ** 2
  }
  switch (kernel.kind) {
    case 'linear':
      return product
    case 'rbf':
      return Math.exp(-square / (2 * kernel.width ** 2))
    case 'laplace':
      return Math.exp(-Math.sqrt(square) / kernel.width)
    case 'polynomial':
      return (1 + product / kernel.width ** 2) ** kernel.degree
  }
}

function rowsOf({ features, width, labels }: RankingLists): Float32Array[] {
  const values = features.kind === 'dense' ? features.values : new Float32Array(0)
  return Array.from(labels, (_, row) => values.subarray(row * width, (row + 1) * width))
}

/** The error over pairs, pair by pair as it is defined, plus the penalty. */
function objectiveOf(lists: RankingLists, scores: ArrayLike<number>, centre: 'list' | 'global'): number {
  const offsets = centre === 'global' ? [0, lists.labels.length] : lists.offsets
  let [sum, weight] = [0, 0]
  for (let list = 0; list + 1 < offsets.length; list++) {
    const size = offsets[list + 1] - offsets[list]
    const own = centre === 'global' ? 1 : (lists.listWeights?.[list] ?? 1)
    weight += own
    for (let j = offsets[list]; j < offsets[list + 1]; j++) {
      for (let k = offsets[list]; k < offsets[list + 1]; k++) {
        sum += (own / size ** 2) * (lists.labels[j] - lists.labels[k] - (scores[j] - scores[k])) ** 2
      }
    }
  }
  return sum / weight
}

describe('rankrls minimises its objective', () => {
  const compute: KernelFunction[] = [
    rbf,
    { kind: 'laplace', width: 0.7 },
    { kind: 'polynomial', width: 0.9, degree: 3 },
    { kind: 'linear' },
  ]
  test.each(compute.flatMap((kernel) => (['list', 'global'] as const).map((centre) => ({ kernel, centre }))))(
    '$kernel.kind, centred by $centre: no other coefficients of the rows do better',
    ({ kernel, centre }) => {
      const lists = someLists([7, 3, 1, 6], 3, 5, centre === 'list' ? [1, 2, 1, 0.5] : undefined)
      const rows = rowsOf(lists)
      const lambda = 1e-2
      const { objective, optimality, coefficients, scores } = finish(dual(problemOf(lists, centre), kernel).solve(lambda))
      const value = (beta: ArrayLike<number>) => {
        const f = rows.map((row) => rows.reduce((sum, other, k) => sum + beta[k] * kernelValue(kernel, row, other), 0))
        return objectiveOf(lists, f, centre) + lambda * f.reduce((sum, of, j) => sum + beta[j] * of, 0)
      }
      expect(objective).toBeCloseTo(value(coefficients), 10)
      expect(optimality).toBeLessThan(1e-12)
      expect(scores[2]).toBeCloseTo(
        rows.reduce((sum, other, k) => sum + coefficients[k] * kernelValue(kernel, rows[2], other), 0),
        9,
      )
      for (let row = 0; row < rows.length; row++) {
        for (const step of [-1e-3, 1e-3]) {
          const moved = coefficients.slice()
          moved[row] += step
          expect(value(moved)).toBeGreaterThanOrEqual(objective - 1e-12)
        }
      }
    },
  )

  test('it is the solution of (2/m L K + λ I) β = 2/m L y for one list', () => {
    const lists = someLists([9], 2, 6)
    const rows = rowsOf(lists)
    const { coefficients } = finish(dual(problemOf(lists, 'list'), rbf).solve(0.1))
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
    const f = rows.map((row) => rows.reduce((sum, other, k) => sum + coefficients[k] * kernelValue(rbf, row, other), 0))
    for (let row = 0; row < rows.length; row++) {
      const left = (2 / 9) * (f[row] - mean(f)) + 0.1 * coefficients[row]
      expect(left).toBeCloseTo((2 / 9) * (lists.labels[row] - mean([...lists.labels])), 12)
    }
  })
})

/** The held-out scores that refits give, centred in each list: what left-out lists do not determine is not compared. */
function bruteForce(
  lists: RankingLists,
  folds: readonly Uint32Array[],
  lambda: number,
  centre: 'list' | 'global',
  solverOf: (problem: RankRlsProblem) => RankRlsSolver,
  predict: (coefficients: Float64Array, kept: RankingLists, row: number) => number,
): Float64Array {
  const scores = new Float64Array(lists.labels.length)
  for (const fold of folds) {
    const kept = selectLists(
      lists,
      lists.listIds.map((_, list) => list).filter((list) => !fold.includes(list)),
    )
    const { coefficients } = finish(solverOf(problemOf(kept, centre)).solve(lambda))
    for (const list of fold)
      for (let row = lists.offsets[list]; row < lists.offsets[list + 1]; row++) scores[row] = predict(coefficients, kept, row)
  }
  return scores
}

function centredByList({ offsets }: RankingLists, values: Float64Array): Float64Array {
  const centred = values.slice()
  for (let list = 0; list + 1 < offsets.length; list++) {
    const own = centred.subarray(offsets[list], offsets[list + 1])
    const mean = own.reduce((sum, value) => sum + value, 0) / own.length
    for (let i = 0; i < own.length; i++) own[i] -= mean
  }
  return centred
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, row) => Math.max(most, Math.abs(value - b[row])), 0)
}

describe('leaving out in closed form equals refitting', () => {
  const lambdas = [10, 1e-1, 1e-4, 1e-6]
  const sizes = [7, 1, 4, 9, 5]
  const dualOf = (problem: RankRlsProblem) => dual(problem, rbf)
  const primalOf = (problem: RankRlsProblem) => finish(primalSolver(problem, linearSpace(problem), plainRuntime))
  const rowsIn = (lists: RankingLists) => rowsOf(lists)
  const predictRbf = (all: RankingLists) => (coefficients: Float64Array, kept: RankingLists, row: number) =>
    rowsIn(kept).reduce((sum, other, k) => sum + coefficients[k] * kernelValue(rbf, rowsIn(all)[row], other), 0)
  const predictLinear = (all: RankingLists) => (weights: Float64Array, _: RankingLists, row: number) =>
    rowsIn(all)[row].reduce((sum, value, j) => sum + weights[j] * value, 0)

  test.each([
    { name: 'kernel', side: 'dual' as const, centre: 'list' as const },
    { name: 'kernel with global centring', side: 'dual' as const, centre: 'global' as const },
    { name: 'linear', side: 'primal' as const, centre: 'list' as const },
    { name: 'linear with global centring', side: 'primal' as const, centre: 'global' as const },
  ])('$name: one list at a time, and folds of lists, with and without list weights', ({ side, centre }) => {
    for (const weights of [undefined, [1, 2, 0.5, 3, 1]]) {
      const lists = someLists(sizes, 3, 7, weights)
      const problem = problemOf(lists, centre)
      const solver = side === 'dual' ? dualOf(problem) : primalOf(problem)
      const single = lists.listIds.map((_, list) => Uint32Array.of(list))
      for (const [folds, path] of [
        [single, finish(solver.heldOut!(lambdas, leaveOneOut(lists, problem.centring)))],
        [foldsOf(lists, 2), finish(solver.heldOut!(lambdas, listFolds(lists, foldsOf(lists, 2), problem.centring)))],
      ] as [readonly Uint32Array[], HeldOutPath][]) {
        for (const [index, lambda] of lambdas.entries()) {
          const wanted = bruteForce(
            lists,
            folds,
            lambda,
            centre,
            side === 'dual' ? dualOf : primalOf,
            (side === 'dual' ? predictRbf : predictLinear)(lists),
          )
          expect(largestDifference(centredByList(lists, path.scores[index]), centredByList(lists, wanted))).toBeLessThan(1e-8)
          if (centre === 'list') expect(path.errors[index]).toBeCloseTo(objectiveOf(lists, path.scores[index], centre), 9)
        }
      }
    }
  })

  test('one item of a single list at a time, its mean included', () => {
    const lists = someLists([12], 3, 8)
    const problem = problemOf(lists, 'list')
    for (const solver of [dualOf(problem), finish(primalSolver(problem, linearSpace(problem), plainRuntime))]) {
      const { scores } = finish(solver.heldOut!([1e-3], leaveOneOut(lists, problem.centring)))
      for (let item = 0; item < 12; item++) {
        const others = rowsOf(lists).filter((_, row) => row !== item)
        const labels = [...lists.labels].filter((_, row) => row !== item)
        const kept = rankingLists({ features: others.map((row) => [...row]), labels, lists: labels.map(() => 'q') })
        const own = problemOf(kept, 'list')
        const refit = finish((solver === undefined ? dualOf(own) : 'points' in solver ? dualOf(own) : primalOf(own)).solve(1e-3))
        const predict = ('points' in solver ? predictRbf : predictLinear)(lists)
        const shift = kept.labels.reduce((sum, label, row) => sum + label - refit.scores[row], 0) / 11
        expect(scores[0][item]).toBeCloseTo(predict(refit.coefficients, kept, item) + shift, 8)
      }
    }
  })

  test('lists too long to be solved among themselves are taken out of the sums', () => {
    for (const centre of ['list', 'global'] as const) {
      const lists = someLists([1100, 40, 1030], 2, 9)
      const problem = problemOf(lists, centre)
      const path = finish(primalOf(problem).heldOut!([1e-2], leaveOneOut(lists, problem.centring)))
      const folds = lists.listIds.map((_, list) => Uint32Array.of(list))
      const wanted = bruteForce(lists, folds, 1e-2, centre, primalOf, predictLinear(lists))
      expect(largestDifference(centredByList(lists, path.scores[0]), centredByList(lists, wanted))).toBeLessThan(1e-8)
    }
  })

  test('without a penalty worth the name, it says that it does not know', () => {
    const lists = someLists([3, 3], 5, 10)
    const problem = problemOf(lists, 'list')
    const twice = selectLists(lists, [0, 1, 0, 1])
    const again = { ...twice, listIds: ['a', 'b', 'c', 'd'] }
    const { errors } = finish(dualOf(problemOf(again, 'list')).heldOut!([1e-30], leaveOneOut(again, problemOf(again, 'list').centring)))
    expect(Number.isNaN(errors[0]) || Number.isFinite(errors[0])).toBe(true)
    expect(finish(dualOf(problem).heldOut!([1], leaveOneOut(lists, problem.centring))).errors[0]).toBeGreaterThan(0)
  })
})

describe('the ways to solve agree', () => {
  test('one penalty by Cholesky and the path of penalties from one reduction', () => {
    const lists = someLists([8, 12, 9], 4, 11)
    for (const solver of [
      dual(problemOf(lists, 'list'), rbf),
      finish(primalSolver(problemOf(lists, 'list'), linearSpace(problemOf(lists, 'list')), plainRuntime)),
    ]) {
      const lambdas = [1, 1e-3, 1e-6]
      const path = finish(solver.path(lambdas))
      for (const [index, lambda] of lambdas.entries()) {
        const { coefficients } = finish(solver.solve(lambda))
        const size = Math.max(...coefficients.map(Math.abs))
        expect(largestDifference(path[index]!, coefficients)).toBeLessThan(1e-8 * size)
      }
    }
  })

  test('a linear kernel by features, by rows and by conjugate gradients', () => {
    for (const centre of ['list', 'global'] as const) {
      const lists = someLists([8, 12, 700], 4, 12, [1, 2, 0.5])
      const problem = problemOf(lists, centre)
      const byFeatures = finish(finish(primalSolver(problem, linearSpace(problem), plainRuntime)).solve(1e-3))
      const byRows = finish(dual(problem, { kind: 'linear' }).solve(1e-3))
      const steps = finish(iterativeSolver(problem, wideLinearSpace(problem, plainRuntime), plainRuntime).solve(1e-3))
      const weights = new Float64Array(4)
      for (const [row, values] of rowsOf(lists).entries()) for (let j = 0; j < 4; j++) weights[j] += byRows.coefficients[row] * values[j]
      expect(largestDifference(byFeatures.coefficients, weights)).toBeLessThan(1e-9)
      expect(largestDifference(byFeatures.coefficients, steps.coefficients)).toBeLessThan(1e-8)
      expect(byFeatures.objective).toBeCloseTo(byRows.objective, 10)
      expect(byFeatures.optimality).toBeLessThan(1e-9)
      expect(steps.optimality).toBeLessThan(1e-9)
    }
  })

  test('a basis of all rows gives the exact function; a large basis by conjugate gradients the same as a small one', () => {
    const lists = someLists([8, 12, 9], 2, 13)
    const problem = problemOf(lists, 'list')
    const rows = Float32Array.from(rowsOf(lists).flatMap((row) => [...row]))
    const exact = finish(dual(problem, rbf).solve(1e-3))
    const onBasis = finish(finish(primalSolver(problem, basisSpace(rbf, problem.map, rows, 29, plainRuntime), plainRuntime)).solve(1e-3))
    expect(largestDifference(centredByList(lists, onBasis.scores), centredByList(lists, exact.scores))).toBeLessThan(1e-6)
    const some = rows.subarray(0, 20)
    const direct = finish(finish(primalSolver(problem, basisSpace(rbf, problem.map, some, 10, plainRuntime), plainRuntime)).solve(1e-3))
    const stepwise = finish(
      iterativeSolver(problem, largeBasisSpace(rbf, rows, some, 10, problem.centring, plainRuntime), plainRuntime).solve(1e-3),
    )
    expect(largestDifference(direct.scores, stepwise.scores)).toBeLessThan(1e-8)
    expect(stepwise.optimality).toBeLessThan(1e-9)
  })

  test.each(['list', 'global'] as const)('a large basis centres lists longer than a block by %s as the rows say', (centre) => {
    const lists = someLists([3, 1300, 20, 500, 30], 2, 15)
    const problem = problemOf(lists, centre)
    const rows = Float32Array.from(rowsOf(lists).flatMap((row) => [...row]))
    const some = rows.subarray(0, 24)
    const direct = finish(finish(primalSolver(problem, basisSpace(rbf, problem.map, some, 12, plainRuntime), plainRuntime)).solve(1e-3))
    const space = largeBasisSpace(rbf, rows, some, 12, problem.centring, plainRuntime)
    const stepwise = finish(iterativeSolver(problem, space, plainRuntime).solve(1e-3))
    expect(largestDifference(direct.scores, stepwise.scores)).toBeLessThan(1e-6)
    const theta = Float64Array.from({ length: 12 }, (_, i) => Math.sin(i))
    const found = new Float64Array(12)
    space.normalProduct!(theta, found)
    // Values in single precision of some rows, of all and of none: the steps differ, the solution does not.
    const kept = [9000, 40_000, 1_000_000].map((bytes) => ({ values: 0, bytes }))
    for (const each of kept) {
      const rounded = largeBasisSpace(rbf, rows, some, 12, problem.centring, plainRuntime, each)
      const about = new Float64Array(12)
      rounded.roughNormalProduct!(theta, about)
      expect(largestDifference(found, about)).toBeLessThan(1e-4 * Math.max(...found.map(Math.abs)))
      const again = finish(iterativeSolver(problem, rounded, plainRuntime).solve(1e-3))
      expect(largestDifference(again.scores, direct.scores)).toBeLessThan(1e-6)
      expect(again.optimality).toBeLessThan(1e-8)
    }
    const perRow = new Float64Array(lists.labels.length)
    space.multiply(theta, perRow)
    centreRows(problem.centring, perRow)
    uncentre(problem.centring, perRow)
    const wanted = new Float64Array(12)
    space.addTransposed(perRow, wanted)
    expect(largestDifference(found, wanted)).toBeLessThan(1e-10)
  })

  test('lists left out of fits on a smaller basis are told', () => {
    const rows = Array.from({ length: 2520 }, (_, row) => row)
    const lists = rankingLists({
      features: rows.map((row) => [row % 37]), // few different rows: the basis is no larger
      labels: rows.map((row) => ((row % 37) * 7) % 5),
      lists: rows.map((row) => Math.floor(row / 20)),
    })
    expect(finish(rankRlsHeldOut(lists, { lambdas: [0.1] })).notes).toEqual(['lists were left out of fits on a basis of 37 rows'])
    const few = rankingLists({ features: [[1], [2], [3], [5]], labels: [0, 1, 1, 0], lists: [1, 1, 2, 2] })
    expect(finish(rankRlsHeldOut(few, { lambdas: [0.1] })).notes).toEqual([])
  })

  test('a basis leaves lists out in closed form too', () => {
    const lists = someLists([8, 12, 9, 5], 2, 14)
    const problem = problemOf(lists, 'list')
    const rows = Float32Array.from(rowsOf(lists).flatMap((row) => [...row]))
    const some = rows.subarray(0, 20)
    const solver = finish(primalSolver(problem, basisSpace(rbf, problem.map, some, 10, plainRuntime), plainRuntime))
    const { scores } = finish(solver.heldOut!([1e-2], leaveOneOut(lists, problem.centring)))
    for (const list of lists.listIds.keys()) {
      const kept = selectLists(
        lists,
        lists.listIds.map((_, other) => other).filter((other) => other !== list),
      )
      const own = problemOf(kept, 'list')
      const { coefficients } = finish(finish(primalSolver(own, basisSpace(rbf, own.map, some, 10, plainRuntime), plainRuntime)).solve(1e-2))
      const wanted = Float64Array.from(rowsOf(lists), (row) =>
        coefficients.reduce((sum, coefficient, k) => sum + coefficient * kernelValue(rbf, row, some.subarray(2 * k, 2 * k + 2)), 0),
      )
      const [first, last] = [lists.offsets[list], lists.offsets[list + 1]]
      const difference = largestDifference(
        centredByList(lists, scores[0]).subarray(first, last),
        centredByList(lists, wanted).subarray(first, last),
      )
      expect(difference).toBeLessThan(1e-8)
    }
  })
})

describe('the trainer', () => {
  const lists = someLists(
    Array.from({ length: 12 }, () => 10),
    3,
    15,
  )
  const fresh = someLists(
    Array.from({ length: 12 }, () => 10),
    3,
    16,
  )

  test('orders new lists that a linear ranker cannot, and its scores are on the scale of the labels', () => {
    const curved = trained(lists, {})
    const straight = trained(lists, { kernel: 'linear' })
    expect(curved.model.kind).toBe('kernel')
    expect(straight.model.kind).toBe('linear')
    expect(objectiveOf(fresh, score(curved.model, fresh), 'list')).toBeLessThan(
      0.5 * objectiveOf(fresh, score(straight.model, fresh), 'list'),
    )
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(score(curved.model, lists))).toBeCloseTo(mean(lists.labels), 9)
    expect(curved.notes[0]).toBe('solved exactly, from the kernel matrix of all 120 rows')
  })

  test('lambda is the one of the path with the least error on lists left out, and the record says so', () => {
    const { model } = trained(lists, { lambda: 'auto' })
    const [tuned] = model.training.tuned
    expect(tuned.option).toBe('lambda')
    expect(tuned.tried).toEqual(lambdaPath)
    expect(model.options['lambda']).toBe(tuned.tried[tuned.values.indexOf(Math.min(...tuned.values))])
  })

  test.each([{ kernel: 'linear' }, { kernel: 'rbf', kernelWidth: 0.7 }] as const)(
    'lists that stand twice are left out together: %o',
    (options) => {
      const once = someLists([7, 3, 5, 6, 4, 8], 3, 5)
      const twice = selectLists(once, [...once.listIds.keys(), ...once.listIds.keys()])
      const [one, two] = [once, twice].map((lists) => trained(lists, { ...options, lambda: 'auto' }).model.training.tuned[0].values)
      for (const [point, error] of one.entries()) expect(Math.abs(two[point] - error)).toBeLessThan(1e-5 * error)
    },
  )

  test('with validation lists lambda is chosen on them, unless auto asks for the lists left out', () => {
    const { model } = trained(lists, { valid: fresh, earlyStop: 'kendall-tau' })
    expect(model.training.tuned[0]).toMatchObject({ option: 'lambda', on: 'valid', metric: 'kendall-tau' })
    const best = Math.max(...model.training.tuned[0].values)
    expect(model.options['lambda']).toBe(model.training.tuned[0].tried[model.training.tuned[0].values.indexOf(best)])
    expect(trained(lists, { valid: fresh, lambda: 'auto' }).model.training.tuned[0].on).not.toBe('valid')
  })

  test.each(['rbf', 'laplace', 'polynomial', 'linear'] as const)(
    'a model with the kernel %s is the same after a journey through its file',
    (kernel) => {
      const { model } = trained(lists, { kernel, lambda: 0.01 })
      const text = modelToJson(model)
      const read = parsedModel(text, 'model.json')
      expect(modelToJson(read)).toBe(text)
      expect(score(read, fresh)).toEqual(score(model, fresh))
    },
  )

  test('the width is the median distance unless given; the same seed gives the same model', () => {
    const { model } = trained(lists, {})
    const rows = rowsOf(lists)
    const distances = rows
      .flatMap((a, i) => rows.slice(0, i).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])))
      .sort((a, b) => a - b)
    expect(model.options['kernelWidth']).toBeCloseTo(distances[distances.length >> 1], 12)
    expect(modelToJson(trained(lists, {}).model)).toBe(modelToJson(model))
    expect(trained(lists, { kernelWidth: 2, lambda: 0.1 }).model.options['kernelWidth']).toBe(2)
  })

  test('a basis that covers the data does nearly as well as all rows', () => {
    const exact = trained(lists, {})
    const { model, notes } = trained(lists, { basis: 40 })
    expect(notes[0]).toBe('solved on a basis of 40 rows')
    expect((model as KernelModel).coefficients).toHaveLength(40)
    expect(objectiveOf(fresh, score(model, fresh), 'list')).toBeLessThan(1.5 * objectiveOf(fresh, score(exact.model, fresh), 'list'))
  })

  test('rows that repeat are no trouble, nor are features that depend on each other', () => {
    const twice = selectLists(lists, [...lists.listIds.keys(), ...lists.listIds.keys()])
    const doubled = { ...twice, listIds: twice.listIds.map((id, index) => `${id}-${index}`) }
    const one = trained(lists, { lambda: 1e-3, kernelWidth: 1 })
    const two = trained(doubled, { lambda: 1e-3, kernelWidth: 1 })
    expect(largestDifference(centredByList(fresh, score(two.model, fresh)), centredByList(fresh, score(one.model, fresh)))).toBeLessThan(
      1e-9,
    )
    expect(two.optimality).toBeLessThan(1e-9)
    expect((trained(doubled, { lambda: 1e-3, basis: 200 }).model as KernelModel).coefficients).toHaveLength(120)
    const rows = rowsOf(lists).map((row) => [...row, row[0] + row[1], row[0]])
    const collinear = rankingLists({ features: rows, labels: [...lists.labels], lists: rows.map((_, row) => `q${Math.floor(row / 10)}`) })
    expect(trained(collinear, { kernel: 'linear', lambda: 1e-6 }).optimality).toBeLessThan(1e-9)
    expect(trained(collinear, {}).optimality).toBeLessThan(1e-9)
  })

  test('without a penalty, a system that is singular is reported, and one that is not is solved', () => {
    const twice = selectLists(lists, [0, 0])
    const doubled = { ...twice, listIds: ['a', 'b'] }
    expect(() => trained(doubled, { lambda: 0 })).toThrow(RankwrightError)
    expect(() => trained(doubled, { lambda: 0 })).toThrow('Give a lambda above 0')
    const rows = rowsOf(lists).map((row) => [...row, row[0]])
    const collinear = rankingLists({ features: rows, labels: [...lists.labels], lists: rows.map((_, row) => `q${Math.floor(row / 10)}`) })
    expect(() => trained(collinear, { kernel: 'linear', lambda: 0 })).toThrow('Give a lambda above 0')
    expect(trained(lists, { kernel: 'linear', lambda: 0 }).optimality).toBeLessThan(1e-9)
    const few = someLists([4, 4], 3, 17)
    const exact = trained(few, { kernel: 'laplace', kernelWidth: 1, lambda: 0 })
    expect(exact.objective).toBeLessThan(1e-18)
  })

  test('labels of a million millions change the scores by that factor, and nothing else', () => {
    const large = { ...lists, labels: lists.labels.map((label) => 1e12 * label) }
    const [small, huge] = [trained(lists, {}), trained(large, {})]
    expect(huge.model.options['lambda']).toBe(small.model.options['lambda'])
    expect(huge.optimality).toBeLessThan(1e-9)
    expect(
      largestDifference(
        score(huge.model, fresh).map((value) => value / 1e12),
        score(small.model, fresh),
      ),
    ).toBeLessThan(1e-9)
  })

  test('labels whose squares are no numbers are reported', () => {
    const lists = rankingLists({ features: [[1], [2]], labels: [-1e300, 0], lists: [1, 1] })
    expect(() => finish(rankRls(lists, { lambda: 1 }))).toThrow('A label is -1e+300')
  })

  test('labels that are all the same leave nothing to learn, and it says so', () => {
    const flat = { ...lists, labels: lists.labels.map(() => 2) }
    const { model, notes } = trained(flat, {})
    expect(score(model, fresh).every((value) => value === 2)).toBe(true)
    expect(notes.join()).toContain('all coefficients are 0')
  })

  test('options that would change nothing are refused', () => {
    const why = (options: RankRlsOptions) => {
      try {
        trained(lists, options)
      } catch (error) {
        if (error instanceof RankwrightError) return error.problems[0].code
      }
      return undefined
    }
    expect(why({ kernel: 'linear', kernelWidth: 1 })).toBe('option-without-effect')
    expect(why({ kernel: 'linear', basis: 3 })).toBe('option-without-effect')
    expect(why({ degree: 3 })).toBe('option-without-effect')
    expect(why({ earlyStop: 'map' })).toBe('option-without-effect')
    expect(why({ earlyStop: 'map', valid: fresh, lambda: 1 })).toBe('option-without-effect')
    expect(why({ lambda: -1 })).toBe('option-out-of-range')
  })

  test('sparse features of any number go with the linear kernel at their own cost', () => {
    const random = seededRandom(18)
    const rows = Array.from({ length: 60 }, () => [0, 1000, 2000].map((from) => from + random.integer(1000)))
    const rowStarts = Uint32Array.from({ length: 61 }, (_, row) => 3 * row)
    const columns = Uint32Array.from(rows.flat())
    const sparse: RankingLists = {
      features: { kind: 'sparse', rowStarts, columns, values: new Float32Array(columns.length).fill(1) },
      width: 5000,
      labels: Float64Array.from(rows, (row) => row[0] % 3),
      offsets: Uint32Array.of(0, 20, 40, 60),
      listIds: ['a', 'b', 'c'],
    }
    const { model } = trained(sparse, { kernel: 'linear', lambda: 1e-3 })
    expect(model.kind).toBe('linear')
    expect(model.training.optimality).toBeLessThan(1e-9)
    expect(trained(sparse, { lambda: 1e-3 }).model.kind).toBe('kernel')
  })

  test('is a method of train', () => {
    expect(train(lists, { method: 'rankrls', lambda: 0.1 }).method).toBe('rankrls')
  })
})

test('a kernel that overflows at every lambda ends with a problem, with and without validation data', () => {
  const random = seededRandom(1)
  const features = Array.from({ length: 30 }, (_, row) => [row === 0 ? 1e38 : 0, random.normal(), random.normal(), random.normal()])
  const overflowing = rankingLists({ features, labels: features.map((_, row) => row % 3), lists: features.map((_, row) => row % 6) })
  for (const valid of [undefined, overflowing])
    expect(() => train(overflowing, { method: 'rankrls', kernel: 'polynomial', scale: 'none', ...(valid && { valid }) })).toThrow(
      RankwrightError,
    )
})
