import { driftingSeries } from '@rankwright/contracts'
import { expect, test } from 'vitest'
import { plainRuntime } from '../runtime/runtime.ts'
import { RankingStream } from './rankingStream.ts'
import type { RankedSeries } from './series.ts'
import { learnerAtWork } from './streamLearner.ts'
import type { GivenOptions } from './streamOptions.ts'

/** Six items at 0, two at 3, one at 10: three clusters whatever the seed, each of equal items. */
const places = [0, 0, 0, 0, 0, 0, 3, 3, 10]
const utilities = [1, 2, 3, 4, 5, 6, 9, 7, 2]
const grouped: RankedSeries = { id: '1', width: 1, features: Float64Array.from(places), utilities: Float64Array.from(utilities) }

/** The weight after one series: Σ v x r / (α + Σ v x²) with the clusters centred and scaled. */
function weightOf(counts: readonly number[], alpha: number): number {
  const mean = (values: readonly number[]) => values.reduce((total, value) => total + value / values.length, 0)
  const [centre, level] = [mean(places), mean(utilities)]
  const deviation = Math.sqrt(mean(places.map((place) => (place - centre) ** 2)))
  let [above, below] = [0, alpha]
  for (const [group, place] of [0, 3, 10].entries()) {
    const members = utilities.filter((_, item) => places[item] === place)
    const x = (place - centre) / deviation
    above += counts[group] * x * (mean(members) - level)
    below += counts[group] * x * x
  }
  return above / below
}

function linearAfter(options: GivenOptions): number {
  const { learner, state } = learnerAtWork('linear', { clusters: 3, ...options }, { runtime: plainRuntime })
  learner.learn(grouped)
  return state().of.learners[0].linear.weights[0]
}

test('a cluster counts by its items, or all count alike as in the paper', () => {
  expect(linearAfter({ linearWeight: 2 })).toBeCloseTo(weightOf([6 / 3, 2 / 3, 1 / 3], 2), 12)
  expect(linearAfter({ linearWeight: 2, clusterWeights: 'equal' })).toBeCloseTo(weightOf([1, 1, 1], 2), 12)
})

test('a cluster without members has no part in the linear weights, unless they are learned on smoothed means', () => {
  // The second series has no item of the middle cluster. Its own items are at -5 and 5, with utilities -0.5 and 0.5.
  const second: RankedSeries = { id: '2', width: 1, features: Float64Array.of(0, 10), utilities: Float64Array.of(1, 2) }
  const after = (options: GivenOptions) => {
    const { learner, state } = learnerAtWork('linear', { clusters: 3, linearWeight: 2, ...options }, { runtime: plainRuntime })
    for (const one of [grouped, second]) learner.learn(one)
    return state().of.learners[0].linear.weights[0]
  }
  const centre = places.reduce((total, place) => total + place / places.length, 0)
  const squares = places.reduce((total, place) => total + (place - centre) ** 2, 50)
  const x = 5 / Math.sqrt(squares / (places.length + 2))
  const expected = (2 * linearAfter({ linearWeight: 2 }) + 2 * x * 0.5) / (2 + 2 * x * x)
  expect(after({})).toBeCloseTo(expected, 12)
  expect(Math.abs(after({ linearMeans: 'smoothed' }) - expected)).toBeGreaterThan(0.01)
})

test('alpha from the stream is as good as the better of two: few series to remember where the utility turns, many where it stays', () => {
  const tauOf = (series: readonly RankedSeries[], linearWeight: number | 'auto') => {
    const stream = new RankingStream({
      metrics: ['kendall-tau'],
      options: { learner: 'linear', clusters: 16, linearWeight, drift: 'none' },
    })
    for (const one of series) stream.learn(one)
    return stream.evaluation.means()['kendall-tau']
  }
  const still = driftingSeries(150, { turn: 0, noise: 1.5 })
  const turning = driftingSeries(150)
  expect(tauOf(still, 'auto')).toBeGreaterThan(tauOf(still, 3) + 0.01)
  expect(tauOf(turning, 'auto')).toBeGreaterThan(tauOf(turning, 3000) + 0.05)
})

test('clusters by features and rank keep items apart that look the same and fare differently', () => {
  const alike: RankedSeries = {
    id: '1',
    width: 1,
    features: new Float64Array(6).fill(1),
    utilities: Float64Array.of(6, 6, 6, 1, 1, 1),
    items: ['a', 'b', 'c', 'd', 'e', 'f'],
  }
  const utilitiesOf = (clusterBy: string) => {
    const { learner, state } = learnerAtWork('linear', { clusters: 2, clusterBy }, { runtime: plainRuntime })
    learner.learn(alike)
    return [...state().of.learners[0].clusters.utilities].sort((a, b) => a - b)
  }
  expect(utilitiesOf('features')).toEqual([expect.closeTo(0, 12)])
  expect(utilitiesOf('features+rank')).toEqual([expect.closeTo(-2.5, 12), expect.closeTo(2.5, 12)])
})
