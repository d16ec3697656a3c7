import { expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import { selectLists } from '../../data/lists/rankingLists.ts'
import { measureLists } from '../../metrics/measureLists.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { BLEND_CUTS, blend, isWorthKeeping, type Weighing } from './blend.ts'
import type { MeasuredCandidate, Trial } from './measuredFits.ts'

const [lists, items] = [120, 8]
const random = seededRandom(2)
const truth = Float64Array.from({ length: lists * items }, () => random.normal())
const measured = rankingLists({
  features: Array.from(truth, (value) => [value]),
  labels: Array.from(truth, (value) => (value > 1 ? 2 : value > 0 ? 1 : 0)),
  lists: Array.from(truth, (_, row) => Math.floor(row / items)),
})
/** Each list by itself. */
const groups = Array.from({ length: lists }, (_, list) => [list])
const trial: Trial = { measured, groups, parts: [], metric: 'ndcg@10', profile: 'rankwright', sign: 1, seed: 1 }

const searched: Weighing = { cuts: BLEND_CUTS, isSearched: true }
const led: Weighing = { cuts: BLEND_CUTS, isSearched: false }

function candidate(scores: Float64Array): MeasuredCandidate {
  const { values } = measureLists(scores, measured, { metrics: ['ndcg@10'] })
  return { fit: { method: 'listnet', options: {} }, options: {}, state: 'measured', scores, values: values[0] }
}
const noisy = (noise: number) => truth.map((value) => value + noise * random.normal())

test('two methods with errors of their own gain together, beyond the standard error', () => {
  const { weights, gain, error, values } = finish(blend([candidate(noisy(1)), candidate(noisy(1))], trial, searched, plainRuntime))
  expect(gain).toBeGreaterThan(error)
  expect(weights[0]).toBeGreaterThan(0.25)
  expect(weights[0] + weights[1]).toBeCloseTo(1, 12)
  expect(values).toHaveLength(lists)
})

test('nothing is gained by adding noise to a good method: the gain is measured on lists that did not choose', () => {
  const good = candidate(noisy(0.1))
  const noise = Array.from({ length: 6 }, () => candidate(truth.map(() => random.normal())))
  const { weights, gain, error } = finish(blend([good, ...noise], trial, searched, plainRuntime))
  expect(weights[0]).toBeGreaterThan(0.8)
  expect(gain).toBeLessThanOrEqual(Math.max(error, 1e-12))
})

test('the gain of several cuts of the lists is the mean of what each of them gains', () => {
  const two = [candidate(noisy(1)), candidate(noisy(1.2))]
  const gainOf = (cuts: number, seed: number) => finish(blend(two, { ...trial, seed }, { ...searched, cuts }, plainRuntime)).gain
  const gains = [5, 6, 7].map((seed) => gainOf(1, seed))
  expect(gainOf(3, 5)).toBeCloseTo(gains.reduce((sum, gain) => sum + gain, 0) / 3, 12)
  expect(new Set(gains).size).toBeGreaterThan(1)
})

test('with very few lists the five that lead have equal weights, and what is worse has none', () => {
  const few = { ...trial, measured: selectLists(measured, [...Array(12).keys()]), groups: groups.slice(0, 12) }
  const rows = few.measured.labels.length
  const of = (scores: Float64Array): MeasuredCandidate => {
    const { values } = measureLists(scores, few.measured, { metrics: ['ndcg@10'] })
    return { ...candidate(truth), scores, values: values[0] }
  }
  const good = Array.from({ length: 5 }, () => of(noisy(0.3).slice(0, rows)))
  const bad = [of(truth.slice(0, rows).map((value) => -value)), of(truth.slice(0, rows).map(() => random.normal()))]
  const { weights, error } = finish(blend([bad[0], ...good, bad[1]], few, led, plainRuntime))
  expect([...weights].map((weight) => Number(weight.toFixed(12)))).toEqual([0, 0.2, 0.2, 0.2, 0.2, 0.2, 0])
  expect(error).toBeGreaterThan(0)
  expect(finish(blend(good.slice(0, 2), few, led, plainRuntime)).weights).toEqual(Float64Array.of(0.5, 0.5))
  // Fewer than five are level: what is worse beyond chance is no member to fill the places.
  expect(finish(blend([bad[0], ...good.slice(0, 2), bad[1]], few, led, plainRuntime)).weights).toEqual(Float64Array.of(0, 0.5, 0.5, 0))
})

test('the same scores on another scale weigh the same', () => {
  const [one, two] = [noisy(1), noisy(1)]
  const plain = finish(blend([candidate(one), candidate(two)], trial, searched, plainRuntime))
  const scaled = finish(blend([candidate(one), candidate(two.map((value) => 1e6 * value))], trial, searched, plainRuntime))
  expect(scaled.weights).toEqual(plain.weights)
})

test('a sum is kept for a gain beyond its standard error, among few lists unless it loses beyond chance, and never for one candidate', () => {
  const of = (gain: number, ...weights: readonly number[]) => ({ weights: Float64Array.from(weights), values: truth, gain, error: 0.01 })
  expect(isWorthKeeping(of(0.02, 0.5, 0.5), ['listnet', 'elmrank'], 1000)).toBe(true)
  expect(isWorthKeeping(of(0.005, 0.5, 0.5), ['listnet', 'elmrank'], 1000)).toBe(false)
  expect(isWorthKeeping(of(0.005, 0.5, 0.5), ['listnet', 'elmrank'], 60)).toBe(true)
  expect(isWorthKeeping(of(-0.005, 0.5, 0.5), ['listnet', 'elmrank'], 60)).toBe(true)
  expect(isWorthKeeping(of(-0.03, 0.5, 0.5), ['listnet', 'elmrank'], 60)).toBe(false)
  expect(isWorthKeeping(of(0.02, 1, 0), ['listnet', 'elmrank'], 1000)).toBe(false)
  expect(isWorthKeeping(of(-0.005, 0.5, 0.5), ['rankrls', 'rankrls'], 60)).toBe(false) // of one method
  expect(isWorthKeeping(of(0.02, 0.5, 0.5), ['rankrls', 'rankrls'], 60)).toBe(true)
  expect(isWorthKeeping({ ...of(0.02, 0.5, 0.5), error: Number.POSITIVE_INFINITY }, ['listnet', 'elmrank'], 60)).toBe(false)
})
