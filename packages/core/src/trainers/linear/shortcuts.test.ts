import { expect, test } from 'vitest'
import { identityMap } from '../../data/features/featureMap.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { listMle as listMleLoss } from '../../losses/listMle.ts'
import { listNet as listNetLoss } from '../../losses/listNet.ts'
import { rankNet as rankNetLoss } from '../../losses/rankNet.ts'
import { rankSvm as rankSvmLoss } from '../../losses/rankSvm.ts'
import { plainCompute } from '../../numeric/compute/plainCompute.ts'
import { addScaled, euclideanNorm } from '../../numeric/dense/vectors.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { type MappedFeatures, mappedFeatures } from '../common/mappedFeatures.ts'
import { hingeSolver } from './hingeSolver.ts'
import type { LinearSolver } from './linearSolver.ts'
import { listMleSolver } from './listMle.ts'
import { listNetSolver } from './listNet.ts'
import { competitionPairs, logisticPairs, marginPairs, softmaxPairs } from './pairDraws.ts'
import { type GradedLists, rankingPass } from './rankingPass.ts'
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

function mapped(lists: RankingLists): MappedFeatures {
  const steps = mappedFeatures(identityMap(width), lists, plainRuntime)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const weights = Float64Array.of(0.3, -0.5, 0.2, 0, 1, -2)

test.each([
  ['ListNet', listNetLoss(), softmaxPairs()],
  ['the sum of squared hinges', rankSvmLoss({ hinge: 'squared', pairs: 'sum' }), marginPairs('sum', (margin) => (margin < 1 ? 2 : 0))],
  ['ListMLE', listMleLoss(), competitionPairs()],
  ['the sum of logistic losses', rankNetLoss(), logisticPairs('sum')],
  ['the mean of squared hinges', rankSvmLoss({ hinge: 'squared', pairs: 'mean' }), marginPairs('mean', (margin) => (margin < 1 ? 2 : 0))],
] as const)('drawn pairs know how %s bends', (_, loss, draws: PairDraws) => {
  const lists = example(400, Object.fromEntries(Array.from({ length: 400 }, (_, list) => [`q${list}`, list % 3])))
  const features = mapped(lists)
  const { evaluate } = rankingPass(features, lists, loss, plainRuntime)
  const scores = new Float64Array(features.rows)
  features.multiply(0, features.rows, weights, scores)
  const random = seededRandom(9)
  for (const given of [undefined, scores]) {
    const solve = sampledCurvature(features, lists, draws, plainRuntime, given)?.(weights, 0)
    expect(solve).toBeDefined()
    for (let trial = 0; trial < 10; trial++) {
      // H v by differences of gradients, then H⁻¹ by the sample: v again, give or take.
      const direction = weights.map((_, j) => random.normal() / 0.3 ** j)
      const bent = new Float64Array(width)
      const at = weights.slice()
      const before = new Float64Array(width)
      addScaled(1e-4, direction, at)
      evaluate(at, bent)
      addScaled(-2e-4, direction, at)
      evaluate(at, before)
      for (let j = 0; j < width; j++) bent[j] = (bent[j] - before[j]) / 2e-4
      solve?.(bent)
      for (let j = 0; j < width; j++) bent[j] = (bent[j] - direction[j]) * 0.3 ** j
      expect(euclideanNorm(bent)).toBeLessThan(0.6 * euclideanNorm(direction.map((entry, j) => entry * 0.3 ** j)))
    }
  }
})

const solvers: readonly [string, number, (features: MappedFeatures, lists: GradedLists, tolerance: number) => LinearSolver][] = [
  ['ListNet', 1e-10, (features, lists, tolerance) => listNetSolver(features, lists, { iterations: 1000, tolerance }, plainRuntime)],
  [
    'squared hinges',
    1e-10,
    (features, lists, tolerance) => squaredHingeSolver(features, lists, 'mean', { iterations: 1000, tolerance }, plainRuntime),
  ],
  ['ListMLE', 1e-10, (features, lists, tolerance) => listMleSolver(features, lists, { iterations: 1000, tolerance }, plainRuntime)],
  [
    'logistic losses',
    1e-10,
    (features, lists, tolerance) => everyPairSolver(features, lists, 'mean', { iterations: 1000, tolerance }, plainRuntime),
  ],
  [
    'plain hinges',
    1e-6,
    (features, lists, tolerance) => hingeSolver(features, lists, 'mean', { iterations: 1000, tolerance }, plainRuntime),
  ],
]

test.each(solvers)('%s: the short way leads where the long one does', (_, tolerance, solverOf) => {
  const lists = example(600)
  const solver = solverOf(mapped(lists), lists, tolerance)
  const penalty = { lambda: 1e-4 }
  const run = (gradual: boolean) => {
    const steps = solver.solve(penalty, new Float64Array(width), gradual)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
    }
  }
  const short = run(false)
  const long = run(true)
  expect(short.ended).toBe('converged')
  expect(Math.abs(short.objective - long.objective)).toBeLessThan(2 * tolerance * long.objective)
  expect(short.iterations).toBeLessThan(30)
})

test('lists that weigh nothing do not lead astray, even where a share has no others', () => {
  const heavy = 4 // not among every eighth list from the fifth on
  const lists = example(600, Object.fromEntries(Array.from({ length: 600 }, (_, list) => [`q${list}`, list % 8 === heavy ? 0 : 1])))
  const solver = listNetSolver(mapped(lists), lists, { iterations: 1000, tolerance: 1e-10 }, plainRuntime)
  const steps = solver.solve({ lambda: 1e-4 }, new Float64Array(width))
  let step = steps.next()
  while (!step.done) step = steps.next()
  expect(step.value.ended).toBe('converged')
  expect(step.value.optimality).toBeLessThan(1e-10)
})

test('with many features and few rows no pairs are drawn', () => {
  const lists = example(5)
  expect(sampledCurvature(mapped(lists), lists, softmaxPairs(), { compute: plainCompute, threads: 1 })).toBeUndefined()
})
