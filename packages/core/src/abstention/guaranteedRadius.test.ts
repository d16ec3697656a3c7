import { expect, test } from 'vitest'
import { type Random, seededRandom } from '../numeric/random.ts'
import { guaranteedRadius } from './guaranteedRadius.ts'
import type { JudgedPairs } from './judgedPairs.ts'

/** Lists of five pairs; a pair at distance d is wrong with chance 0.5 up to 0.3, else 0.05, and lists differ in how noisy they are. */
function drawn(lists: number, random: Random): Pick<JudgedPairs, 'lists' | 'distances' | 'wrong'> {
  const count = 5 * lists
  const distances = Float64Array.from({ length: count }, () => random.uniform())
  const listOf = Uint32Array.from({ length: count }, (_, pair) => Math.floor(pair / 5))
  const noise = Float64Array.from({ length: lists }, () => 2 * random.uniform())
  const wrong = distances.map((distance, pair) => {
    const chance = (distance <= 0.3 ? 0.5 : 0.05) * noise[listOf[pair]]
    return random.uniform() < chance ? 1 : 0
  })
  return { lists: listOf, distances, wrong }
}

/** Misranking rate among answered pairs: noise averages to 1. */
function trueRate(radius: number): number {
  const close = Math.max(0, 0.3 - radius)
  return (0.5 * close + 0.05 * (1 - Math.max(radius, 0.3))) / (1 - radius)
}

const radii = [0, 0.1, 0.2, 0.25, 0.3, 0.4, 0.6]

test('the rate among answered pairs exceeds alpha in at most a share delta of the draws', () => {
  const random = seededRandom(5)
  const [alpha, delta, repetitions] = [0.1, 0.2, 150]
  let [failed, answered] = [0, 0]
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const { radius } = guaranteedRadius(drawn(600, random), radii, { alpha, delta })
    if (radius === undefined) continue
    answered++
    if (trueRate(radius) > alpha) failed++
  }
  expect(failed / repetitions).toBeLessThanOrEqual(delta)
  expect(answered).toBeGreaterThan(repetitions / 2) // it does find radii
})

test('enough lists find the smallest radius that is allowed, too few find none', () => {
  const random = seededRandom(6)
  const { radius, tested, lists } = guaranteedRadius(drawn(20_000, random), radii, { alpha: 0.1, delta: 0.05 })
  expect(lists).toBe(20_000)
  expect(radius).toBe(radii.find((each) => trueRate(each) < 0.1))
  expect(tested.map((each) => each.rate)[0]).toBeCloseTo(trueRate(0), 1)
  expect(guaranteedRadius(drawn(20, random), radii, { alpha: 0.1, delta: 0.05 }).radius).toBe(undefined)
})

test('a radius that answers nothing is never guaranteed', () => {
  expect(guaranteedRadius(drawn(2000, seededRandom(7)), [2], { alpha: 0.1, delta: 0.05 }).radius).toBe(undefined)
})
