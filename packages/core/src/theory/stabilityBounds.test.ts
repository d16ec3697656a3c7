import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { identityMap } from '../data/features/featureMap.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { type KernelFunction, kernelAtSelf, kernelBlock, kernelPoints } from '../kernels/kernelFunction.ts'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { type Random, seededRandom } from '../numeric/random.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { dualSolver } from '../trainers/rankRls/solvers/dualSolver.ts'
import { allRows, rankRlsProblem } from '../trainers/rankRls/solvers/rankRlsProblem.ts'
import { LocalLists } from '../work/localLists.ts'
import { bound } from './bound.ts'
import { plan } from './plan.ts'
import { functionStability, pairConstants } from './stabilityBounds.ts'

test('e-stability is the mean loss, the stability and the deviation', () => {
  const inputs = { sigma: 2, kappa: 1.5, lambda: 0.5, n: 400, B: 3, delta: 0.05, empirical: 0.25 }
  const alpha = (4 * 2 ** 2 * 1.5 ** 2) / (0.5 * 400)
  const deviation = (2 * 400 * alpha + 3) * Math.sqrt(Math.log(20) / 800)
  const { value, terms } = bound('e-stability', inputs)
  expect(value).toBeCloseTo(0.25 + alpha + deviation, 12)
  expect(terms).toEqual({ empirical: 0.25, stability: expect.closeTo(alpha, 12), deviation: expect.closeTo(deviation, 12) })
  expect(bound('e-stability', { sigma: 2, kappa: 1.5, lambda: 0.5, n: 400, B: 3 }).value).toBeCloseTo(alpha + deviation, 12)
})

test('e-stability-item counts the two items of a pair', () => {
  const alpha = (16 * 2 ** 2 * 1.5 ** 2) / (0.5 * 400)
  const { value } = bound('e-stability-item', { sigma: 2, kappa: 1.5, lambda: 0.5, n: 400, B: 3, empirical: 1 })
  expect(value).toBeCloseTo(1 + 2 * alpha + (400 * alpha + 3) * Math.sqrt((2 * Math.log(20)) / 400), 12)
})

test('plan finds the least number of lists, and one less is not enough', () => {
  const inputs = { sigma: 2, kappa: 1, lambda: 1, B: 4 }
  for (const theorem of ['e-stability', 'e-stability-item']) {
    const { lists, gap } = plan(theorem, 0.5, inputs)
    expect(gap).toBeLessThanOrEqual(0.5)
    expect(bound(theorem, { ...inputs, n: lists - 1 }).value).toBeGreaterThan(0.5)
  }
})

/** A list in the unit ball with labels between 0 and `range`. */
interface PlainList {
  readonly rows: number[][]
  readonly labels: number[]
}

function drawList(random: Random, size: number, width: number, range: number): PlainList {
  const rows = Array.from({ length: size }, () => {
    const row = Array.from({ length: width }, () => random.normal())
    const length = Math.hypot(...row)
    const reach = random.uniform()
    return row.map((value) => Math.fround((value / length) * reach))
  })
  // Often at the ends: the worst cases are there.
  const labels = rows.map(() => range * (random.uniform() < 0.6 ? random.integer(2) : random.uniform()))
  return { rows, labels }
}

function listsOf(lists: readonly PlainList[]): RankingLists {
  return rankingLists({
    features: lists.flatMap(({ rows }) => rows),
    labels: lists.flatMap(({ labels }) => labels),
    lists: lists.flatMap(({ rows }, list) => rows.map(() => `${list}`)),
  })
}

function fitted(lists: readonly PlainList[], kernel: KernelFunction, lambda: number) {
  const data = listsOf(lists)
  const held = LocalLists.of(data, plainRuntime)
  const problem = rankRlsProblem({ held, graded: data, here: data }, identityMap(data.width), 'list')
  return {
    rows: lists.flatMap(({ rows }) => rows),
    coefficients: finish(dualSolver(problem, kernel, finish(allRows(problem)), plainRuntime).solve(lambda)).coefficients,
  }
}

type Fitted = ReturnType<typeof fitted>

function kernelMatrix(kernel: KernelFunction, a: readonly number[][], b: readonly number[][]): Float64Array {
  const into = new Float64Array(a.length * b.length)
  const points = kernelPoints(b.flat(), b.length, b[0].length, plainCompute)
  kernelBlock(kernel, a.length, Float64Array.from(a.flat()), points, plainCompute, into)
  return into
}

function scoresOf({ rows, coefficients }: Fitted, kernel: KernelFunction, at: readonly number[][]): Float64Array {
  const matrix = kernelMatrix(kernel, at, rows)
  return Float64Array.from(at, (_, i) => coefficients.reduce((sum, beta, j) => sum + beta * matrix[i * rows.length + j], 0))
}

function distance(one: Fitted, two: Fitted, kernel: KernelFunction): number {
  const rows = [...one.rows, ...two.rows]
  const beta = [...one.coefficients, ...two.coefficients.map((value) => -value)]
  const matrix = kernelMatrix(kernel, rows, rows)
  let square = 0
  for (let i = 0; i < rows.length; i++) for (let j = 0; j < rows.length; j++) square += beta[i] * beta[j] * matrix[i * rows.length + j]
  return Math.sqrt(Math.max(0, square))
}

function pairLoss(labels: readonly number[], scores: ArrayLike<number>): number {
  let sum = 0
  for (let j = 0; j < labels.length; j++)
    for (let k = 0; k < labels.length; k++) sum += (labels[j] - labels[k] - (scores[j] - scores[k])) ** 2
  return sum / labels.length ** 2
}

describe('stability audit: one list, or one item, is replaced and the model refitted', () => {
  const kernels: KernelFunction[] = [
    { kind: 'rbf', width: 0.5 },
    { kind: 'laplace', width: 1 },
    { kind: 'linear' },
    { kind: 'polynomial', width: 1, degree: 2 },
  ]
  const cases = fc.record({
    seed: fc.integer({ min: 0, max: 1e9 }),
    kernel: fc.constantFrom(...kernels),
    sizes: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 6 }),
    lambda: fc.double({ min: -3, max: 1, noNaN: true }).map((power) => 10 ** power),
    range: fc.constantFrom(1, 4),
  })

  test('neither the function, nor the loss of any list, moves by more than the theorem says', () => {
    fc.assert(
      fc.property(cases, ({ seed, kernel, sizes, lambda, range }) => {
        const random = seededRandom(seed)
        const lists = sizes.map((size) => drawList(random, size, 2, range))
        const replaced = lists.slice()
        replaced[random.integer(lists.length)] = drawList(random, 1 + random.integer(6), 2, range)
        const kappa = Math.sqrt(kernelAtSelf(kernel, 1))
        const { sigma, B } = pairConstants(range, kappa, lambda)
        const n = lists.length
        const [one, two] = [fitted(lists, kernel, lambda), fitted(replaced, kernel, lambda)]
        expect(distance(one, two, kernel)).toBeLessThanOrEqual(functionStability('list', { sigma, kappa, lambda, n }) * (1 + 1e-9))
        const alpha = (4 * sigma ** 2 * kappa ** 2) / (lambda * n)
        for (const { rows, labels } of [...lists, ...replaced, drawList(random, 5, 2, range)]) {
          const losses = [one, two].map((fit) => pairLoss(labels, scoresOf(fit, kernel, rows)))
          expect(Math.abs(losses[0] - losses[1])).toBeLessThanOrEqual(alpha * (1 + 1e-9))
          expect(Math.max(...losses)).toBeLessThanOrEqual(B * (1 + 1e-9))
        }
      }),
      { numRuns: 300 },
    )
  })

  test('the same with one item of a single list', () => {
    fc.assert(
      fc.property(cases, ({ seed, kernel, sizes, lambda, range }) => {
        const random = seededRandom(seed)
        const n = 2 + sizes.reduce((sum, size) => sum + size, 0)
        const list = drawList(random, n, 2, range)
        const other = drawList(random, 1, 2, range)
        const item = random.integer(n)
        const replaced = {
          rows: list.rows.map((row, i) => (i === item ? other.rows[0] : row)),
          labels: list.labels.map((label, i) => (i === item ? other.labels[0] : label)),
        }
        const kappa = Math.sqrt(kernelAtSelf(kernel, 1))
        const { sigma } = pairConstants(range, kappa, lambda)
        const moved = distance(fitted([list], kernel, lambda), fitted([replaced], kernel, lambda), kernel)
        expect(moved).toBeLessThanOrEqual(functionStability('item', { sigma, kappa, lambda, n }) * (1 + 1e-9))
      }),
      { numRuns: 300 },
    )
  })
})
