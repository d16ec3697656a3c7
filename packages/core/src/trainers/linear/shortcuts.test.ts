import { expect, test } from 'vitest'
import { identityMap } from '../../data/features/featureMap.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { LossSpec } from '../../losses/lossSpec.ts'
import { addScaled, euclideanNorm } from '../../numeric/dense/vectors.ts'
import { seededRandom } from '../../numeric/random.ts'
import { runToEnd } from '../../numeric/steps.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish, type Training } from '../../runtime/training.ts'
import { LocalLists } from '../../work/localLists.ts'
import { hingeSolver } from './hingeSolver.ts'
import { type LinearLists, linearLists } from './linearLists.ts'
import type { LinearSolver, SolverOptions } from './linearSolver.ts'
import { listMleSolver } from './listMle.ts'
import { listNetSolver } from './listNet.ts'
import { competitionPairs, logisticPairs, marginPairs, softmaxPairs } from './pairDraws.ts'
import { everyPairSolver } from './rankNet.ts'
import { squaredHingeSolver } from './rankSvm.ts'
import { type PairDraws, sampledCurvature } from './sampledCurvature.ts'

const width = 6

/** Features that go together, of very different sizes; lists of 3 to 11 items. */
function example(lists: number, weights?: Record<string, number>): RankingLists {
  const random = seededRandom(4)
  const rows = Array.from({ length: lists }, (_, list) => Array.from({ length: 3 + ((list * 7) % 9) }, () => list)).flat()
  const features = rows.map(() => {
    const common = random.normal()
    return Array.from({ length: width }, (_, j) => 0.3 ** j * (common + random.normal()))
  })
  const labels = features.map((row) => Math.max(0, Math.round(row[0] - 3 * row[1] + random.normal())))
  return rankingLists({ features, labels, lists: rows.map((list) => `q${list}`), ...(weights && { weights }) })
}

function seen(lists: RankingLists): LinearLists {
  return finish(linearLists(LocalLists.of(lists, plainRuntime), identityMap(width)))
}

const weights = Float64Array.of(0.3, -0.5, 0.2, 0, 1, -2)

test.each([
  ['ListNet', { loss: 'listnet' }, softmaxPairs()],
  ['the sum of squared hinges', { loss: 'ranksvm', hinge: 'squared', pairs: 'sum' }, marginPairs('sum', (margin) => (margin < 1 ? 2 : 0))],
  ['ListMLE', { loss: 'listmle' }, competitionPairs()],
  ['the sum of logistic losses', { loss: 'ranknet', lambdaWeights: 'none', pairs: 'sum' }, logisticPairs('sum')],
  [
    'the mean of squared hinges',
    { loss: 'ranksvm', hinge: 'squared', pairs: 'mean' },
    marginPairs('mean', (margin) => (margin < 1 ? 2 : 0)),
  ],
] as const satisfies (readonly [string, LossSpec, PairDraws])[])('drawn pairs know how %s bends', (_, loss, draws) => {
  const weighed = Object.fromEntries(Array.from({ length: 400 }, (_, list) => [`q${list}`, list % 3]))
  const lists = seen(example(400, weighed))
  const gradientAt = (at: Float64Array) => finish(lists.loss(loss, at)).gradient
  const random = seededRandom(9)
  for (const from of ['few lists', 'many lists'] as const) {
    const curvature = sampledCurvature(lists, { spec: () => loss, draws, from }, 1, plainRuntime)
    expect(curvature).toBeDefined()
    const solve = curvature && finish(curvature(weights, 0))
    for (let trial = 0; trial < 10; trial++) {
      // H v by differences of gradients, then H⁻¹ by the sample: v again, give or take.
      const direction = weights.map((_, j) => random.normal() / 0.3 ** j)
      const at = weights.slice()
      addScaled(1e-4, direction, at)
      const bent = gradientAt(at)
      addScaled(-2e-4, direction, at)
      const before = gradientAt(at)
      for (let j = 0; j < width; j++) bent[j] = (bent[j] - before[j]) / 2e-4
      solve?.(bent)
      for (let j = 0; j < width; j++) bent[j] = (bent[j] - direction[j]) * 0.3 ** j
      expect(euclideanNorm(bent)).toBeLessThan(0.6 * euclideanNorm(direction.map((entry, j) => entry * 0.3 ** j)))
    }
  }
})

const solvers: readonly [string, number, (lists: LinearLists, options: SolverOptions) => Training<LinearSolver>][] = [
  ['ListNet', 1e-10, (lists, options) => listNetSolver(lists, options, plainRuntime)],
  ['squared hinges', 1e-10, (lists, options) => squaredHingeSolver(lists, 'mean', options, plainRuntime)],
  ['ListMLE', 1e-10, (lists, options) => listMleSolver(lists, options, plainRuntime)],
  ['logistic losses', 1e-10, (lists, options) => everyPairSolver(lists, 'mean', options, plainRuntime)],
  ['plain hinges', 1e-6, (lists, options) => hingeSolver(lists, 'mean', options, plainRuntime)],
]

test.each(solvers)('%s: the short way leads where the long one does', (_, tolerance, solverOf) => {
  const solver = finish(solverOf(seen(example(600)), { iterations: 1000, tolerance, seed: 1 }))
  const run = (gradual: boolean) => runToEnd(solver.solve({ lambda: 1e-4 }, new Float64Array(width), gradual))
  const short = run(false)
  const long = run(true)
  expect(short.ended).toBe('converged')
  expect(Math.abs(short.objective - long.objective)).toBeLessThan(2 * tolerance * long.objective)
  expect(short.iterations).toBeLessThan(30)
})

test('lists that weigh nothing do not lead astray, even where a share has no others', () => {
  const heavy = 4 // not among every eighth list from the fifth on
  const lists = example(600, Object.fromEntries(Array.from({ length: 600 }, (_, list) => [`q${list}`, list % 8 === heavy ? 0 : 1])))
  const solver = finish(listNetSolver(seen(lists), { iterations: 1000, tolerance: 1e-10, seed: 1 }, plainRuntime))
  const { ended, optimality } = runToEnd(solver.solve({ lambda: 1e-4 }, new Float64Array(width)))
  expect(ended).toBe('converged')
  expect(optimality).toBeLessThan(1e-10)
})

test('with many features and few rows no pairs are drawn', () => {
  const loss: LossSpec = { loss: 'listnet' }
  const sampled = { spec: () => loss, draws: softmaxPairs(), from: 'few lists' } as const
  expect(sampledCurvature(seen(example(5)), sampled, 1, plainRuntime)).toBeUndefined()
})
