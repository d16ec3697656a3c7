import { expect, test } from 'vitest'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { probabilityAbove } from '../../rules/calibration.ts'
import type { ScoredPairs } from '../../work/operations/scoredPairs.ts'
import { fitCalibration } from './fitCalibration.ts'
import { reliability } from './reliability.ts'

const sigmoid = (margin: number) => 1 / (1 + Math.exp(-margin))

/** Lists of unequal length; the higher score is right with probability sigmoid(margin). */
function logisticPairs(lists: number, random: Random, steps?: number): ScoredPairs {
  const [numbers, ahead]: [number[], number[]] = [[], []]
  for (let list = 0; list < lists; list++) {
    const pairs = 1 + random.integer(40)
    for (let pair = 0; pair < pairs; pair++) {
      const drawn = 3 * random.uniform()
      const margin = steps === undefined ? drawn : Math.round(drawn * steps) / steps
      numbers.push(list)
      ahead.push(random.uniform() < sigmoid(margin) ? margin : -margin)
    }
  }
  return { lists: Uint32Array.from(numbers), ahead: Float64Array.from(ahead) }
}

test('with enough lists it is the probability that the pairs were drawn with', () => {
  const calibration = fitCalibration(logisticPairs(20_000, seededRandom(1)), { data: '' })!
  for (const margin of [0.3, 1, 2, 2.5]) expect(probabilityAbove(calibration, margin)).toBeCloseTo(sigmoid(margin), 1)
  expect(calibration.lists).toBe(20_000)
})

test('the error on new lists is at most 0.05 from 100 lists on, and 0.02 from 250 lists on, with tied margins too', () => {
  for (const [lists, most] of [
    [100, 0.05],
    [250, 0.02],
  ]) {
    for (const steps of [undefined, 4, 1]) {
      const random = seededRandom(lists)
      const test = logisticPairs(4000, random, steps)
      const errors = Array.from({ length: 12 }, () => {
        const calibration = fitCalibration(logisticPairs(lists, random, steps), { data: '' })!
        return reliability(test, () => calibration)!.error
      })
      expect(errors.reduce((a, b) => a + b, 0) / errors.length).toBeLessThan(most)
    }
  }
})

test('each list counts once, however many pairs it has', () => {
  // One list with ten wrong pairs, three lists with one right pair each, all of the same margin: 3/4, not 3/13.
  const lists = Uint32Array.from([...new Array(10).fill(0), 1, 2, 3])
  const ahead = Float64Array.from([...new Array(10).fill(-1), 1, 1, 1])
  expect(probabilityAbove(fitCalibration({ lists, ahead }, { data: '' })!, 1)).toBeCloseTo(0.75, 12)
})

test('equal scores are half right, and nothing is below one half', () => {
  const tied = fitCalibration({ lists: new Uint32Array(4), ahead: new Float64Array(4) }, { data: '' })!
  expect([probabilityAbove(tied, 0), probabilityAbove(tied, 5)]).toEqual([0.5, 0.5])
  const worse = fitCalibration({ lists: new Uint32Array(3), ahead: Float64Array.of(-1, -2, -3) }, { data: '' })!
  expect([...worse.probabilities].every((each) => each === 0.5)).toBe(true)
})

test('the order of the lists does not matter, and without pairs there is nothing', () => {
  const pairs = logisticPairs(50, seededRandom(3), 5)
  const turned = { lists: pairs.lists.map((list) => 49 - list).reverse(), ahead: pairs.ahead.toReversed() }
  const [one, other] = [pairs, turned].map((each) => fitCalibration(each, { data: '' })!)
  expect(other.margins).toEqual(one.margins)
  other.probabilities.forEach((value, place) => {
    expect(value).toBeCloseTo(one.probabilities[place], 12)
  })
  expect(fitCalibration({ lists: new Uint32Array(0), ahead: new Float64Array(0) }, { data: '' })).toBe(undefined)
})
