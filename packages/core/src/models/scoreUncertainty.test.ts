import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import { rank } from '../library/rank.ts'
import { seededRandom } from '../numeric/random.ts'
import { plainRuntime } from '../runtime/runtime.ts'
import { finish } from '../runtime/training.ts'
import { drawNodes } from '../trainers/elmRank/drawNodes.ts'
import { elmFromStatistics } from '../trainers/elmRank/elmFromStatistics.ts'
import { elmRank } from '../trainers/elmRank/elmRank.ts'
import { hiddenStatistics } from '../trainers/elmRank/hiddenStatistics.ts'
import { leastSquares } from '../trainers/leastSquares/leastSquares.ts'
import { elmScores } from './elm/elm.ts'
import { scoreUncertainty } from './scoreUncertainty.ts'

const noise = 0.5
const nodes = drawNodes('fourier', 40, 3, 1.5, 1)

/** Lists whose true scores are a draw from the model's own prior, and labels about them. */
function drawn(seed: number, count: number, beta: Float64Array) {
  const random = seededRandom(seed)
  const ids = Array.from({ length: count }, (_, list) => Array<number>(3 + random.integer(6)).fill(list)).flat()
  const features = ids.map(() => [random.normal(), random.normal(), random.normal()])
  const blank = rankingLists({ features, labels: ids.map(() => 0), lists: ids })
  const space = { features: 3, featureMap: identity, nodes, centre: 'list', pairs: 'mean' } as const
  const [truth] = elmScores(space, [{ weights: beta, intercept: 0 }], blank, plainRuntime.compute)
  const labels = truth.map((value, row) => value + 10 * ids[row] + noise * random.normal())
  return { lists: { ...blank, labels }, truth, space }
}
const identity = { width: 3, missing: 'zero', scale: { kind: 'none' }, zero: 'kept', shrink: 1, ball: { norm: 'none' } } as const

test('intervals hold what they promise on lists that were not seen: true scores, and labels', () => {
  const held = { score: 0, label: 0, items: 0 }
  for (let trial = 0; trial < 8; trial++) {
    const random = seededRandom(100 + trial)
    const beta = Float64Array.from({ length: 40 }, () => random.normal())
    const { lists, space } = drawn(200 + trial, 40, beta)
    const statistics = finish(hiddenStatistics(space, lists, plainRuntime))
    // The penalty of the prior: variances of noise and weights, and how the objective weighs a free difference.
    const lambda = (noise ** 2 * statistics.freedomWeight) / statistics.freedom / statistics.weight
    const { model } = finish(elmFromStatistics(statistics, { lambda, uncertainty: true }))
    const fresh = drawn(300 + trial, 40, beta)
    const { offsets, labels } = fresh.lists
    const mean = (of: Float64Array, list: number) =>
      of.subarray(offsets[list], offsets[list + 1]).reduce((sum, value) => sum + value, 0) / (offsets[list + 1] - offsets[list])
    const [scores] = elmScores(model, [model], fresh.lists, plainRuntime.compute)
    const ranked = rank(model, fresh.lists, { intervals: true, level: 0.9 })
    for (const [list, { items }] of ranked.entries()) {
      for (const { row, interval, labelInterval } of items) {
        const inside = ([low, high]: readonly [number, number], of: Float64Array) => {
          const seen = of[row] - mean(of, list) + mean(scores, list)
          return seen >= low && seen <= high ? 1 : 0
        }
        held.score += inside(interval!, fresh.truth)
        held.label += inside(labelInterval!, labels)
        held.items++
      }
    }
  }
  // About 1700 items, of which those of a trial share their weights: the shares scatter about 0.9 by a few hundredths.
  expect(held.score / held.items).toBeGreaterThan(0.86)
  expect(held.score / held.items).toBeLessThan(0.94)
  expect(held.label / held.items).toBeGreaterThan(0.88)
  expect(held.label / held.items).toBeLessThan(0.92)
})

test('the noise is estimated, and more lists make scores surer', () => {
  const beta = Float64Array.from({ length: 40 }, (_, i) => Math.cos(7 * i))
  const deviation = (count: number) => {
    const { lists, space } = drawn(1, count, beta)
    const statistics = finish(hiddenStatistics(space, lists, plainRuntime))
    const { model } = finish(elmFromStatistics(statistics, { lambda: 1e-3, uncertainty: true }))
    expect(model.posterior!.noise).toBeGreaterThan(0.6 * noise ** 2)
    expect(model.posterior!.noise).toBeLessThan(1.6 * noise ** 2)
    const { deviations } = scoreUncertainty(model, drawn(2, 10, beta).lists)
    return deviations.reduce((sum, value) => sum + value, 0)
  }
  expect(deviation(400)).toBeLessThan(0.6 * deviation(40))
})

test('models without it say what to do', () => {
  const { lists } = drawn(1, 5, new Float64Array(40).fill(1))
  expect(() => rank(finish(elmRank(lists, { nodes: 5, lambda: 1 })).model, lists, { intervals: true })).toThrow(
    'again with `uncertainty` of `train`',
  )
  expect(() => scoreUncertainty(finish(leastSquares(lists)).model, lists)).toThrow('Train elmrank with `uncertainty` of `train`')
  expect(() => rank(finish(leastSquares(lists)).model, lists, { level: 0.5 })).toThrow('only works with `intervals`')
})
