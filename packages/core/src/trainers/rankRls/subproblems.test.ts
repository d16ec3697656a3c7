import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { KernelFunction } from '../../kernels/kernelFunction.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { fittedMap } from '../../work/fitFeatureMap.ts'
import { LocalLists } from '../../work/localLists.ts'
import { leaveOneOut } from '../../work/passes/rankRls/heldOutFolds.ts'
import { dualSolver } from './solvers/dualSolver.ts'
import { allRows, type RankRlsProblem, rankRlsProblem } from './solvers/rankRlsProblem.ts'
import { sampledErrors, sampleRows, subproblems } from './subproblems.ts'

/** Each row has one feature, its number among all rows; list weights count up. */
function problemOf(sizes: readonly number[], centre: 'list' | 'global' = 'list'): RankRlsProblem {
  const random = seededRandom(1)
  const rows = sizes.flatMap((size, list) => Array.from({ length: size }, () => list))
  const lists = rankingLists({
    features: rows.map((_, row) => [row]),
    labels: rows.map(() => random.normal()),
    lists: rows,
    weights: Object.fromEntries(sizes.map((_, list) => [list, 1 + list])),
  })
  const held = LocalLists.of(lists, plainRuntime)
  const map = finish(fittedMap(held, { scale: 'none', missing: 'zero', featureBall: 'none' }))
  return rankRlsProblem({ held, graded: lists, here: lists }, map, centre)
}

const eachAlone = ({ graded }: RankRlsProblem) => Array.from(graded.offsets.subarray(1).keys(), (list) => [list])

describe('samples of rows', () => {
  test.each([
    ['all rows, if there are few', [400, 300, 1], 1],
    ['whole lists', Array.from({ length: 500 }, (_, list) => 1 + (list % 20)), 3],
    ['some items of long lists', [3000, 3000, 20], 1],
    ['items of a single list', [2500], 2],
  ])('hold %s', (_, sizes, count) => {
    const problem = problemOf(sizes)
    const samples = finish(subproblems(problem, eachAlone(problem), 1))
    expect(samples).toHaveLength(count)
    const total = sizes.reduce((sum, size) => sum + size, 0)
    const seen = new Set<number>()
    for (const { problem: part, mapped, share } of samples) {
      const { labels, offsets, listWeights } = part.graded
      expect(share).toBe(total / labels.length)
      expect(labels.length).toBeLessThanOrEqual(1.6 * sampleRows)
      if (sizes.length > 1) expect(offsets.length - 1).toBeGreaterThan(1)
      for (const [at, row] of mapped.entries()) {
        expect(labels[at]).toBe(problem.graded.labels[row])
        expect(seen.has(row)).toBe(false)
        seen.add(row)
      }
      for (const [list, weight] of listWeights!.entries()) {
        const row = mapped[offsets[list]]
        const own = weight - 1
        expect(row).toBeGreaterThanOrEqual(problem.graded.offsets[own])
        expect(mapped[offsets[list + 1] - 1]).toBeLessThan(problem.graded.offsets[own + 1])
      }
    }
  })

  test('know which of their lists repeat each other', () => {
    const problem = problemOf(Array.from({ length: 300 }, () => 10))
    const pairs = Array.from({ length: 150 }, (_, list) => [list, list + 150])
    for (const { problem: part, groups } of finish(subproblems(problem, pairs, 1))) {
      const numbers = Array.from(part.graded.listWeights!, (weight) => weight - 1)
      expect(groups.flat().toSorted((a, b) => a - b)).toEqual([...numbers.keys()])
      for (const group of groups) expect(new Set(group.map((place) => numbers[place] % 150)).size).toBe(1)
      expect(groups).toHaveLength(new Set(numbers.map((list) => list % 150)).size)
    }
  })

  test.each(['list', 'global'] as const)('that hold all rows, centred by %s, have the errors of all rows', (centre) => {
    const problem = problemOf([6, 4, 7], centre)
    const kernel: KernelFunction = { kind: 'rbf', width: 3 }
    const lambdas = [1, 0.1, 1e-3]
    const samples = finish(subproblems(problem, eachAlone(problem), 1))
    const solver = dualSolver(problem, kernel, finish(allRows(problem)), plainRuntime)
    const { errors } = finish(solver.heldOut!(lambdas, leaveOneOut(problem.graded, problem.centring)))
    const found = finish(sampledErrors(samples, kernel, lambdas, plainRuntime))
    for (const [index, error] of errors.entries()) expect(found[index]).toBeCloseTo(error, 12)
  })
})
