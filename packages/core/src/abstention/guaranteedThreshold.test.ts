import { expect, test } from 'vitest'
import { type Random, seededRandom } from '../numeric/random.ts'
import { guaranteedThreshold, type ListRisks } from './guaranteedThreshold.ts'

const thresholds = [0, 0.1, 0.2, 0.25, 0.3, 0.4, 0.6]
const pairsOfAList = 5
const numbers = (lists: number) => Uint32Array.from({ length: lists }, (_, list) => list)

/**
 * Lists of five pairs. A pair has a confidence in [0, 1] and is wrong with chance 0.5 up to 0.3, else 0.05, times the noise of its list;
 * `level` is the share of pairs with equal scores, which are half wrong.
 */
function drawn(lists: number, random: Random, level = 0): ListRisks[] {
  const risks = thresholds.map((threshold) => ({
    lists: numbers(lists),
    threshold,
    coverage: new Float64Array(lists),
    risk: new Float64Array(lists),
  }))
  for (let list = 0; list < lists; list++) {
    const noise = 2 * random.uniform()
    const pairs = Array.from({ length: pairsOfAList }, () => {
      const confidence = random.uniform()
      const wrong = random.uniform() < (confidence <= 0.3 ? 0.5 : 0.05) * noise ? 1 : 0
      return { confidence, wrong: random.uniform() < level ? 0.5 : wrong }
    })
    for (const { threshold, coverage, risk } of risks) {
      const answered = pairs.filter(({ confidence }) => confidence > threshold)
      coverage[list] = answered.length / pairsOfAList
      risk[list] = answered.length === 0 ? 0 : answered.reduce((sum, { wrong }) => sum + wrong, 0) / answered.length
    }
  }
  return risks
}

/** The expected list risk: the chance of a wrong answer, if there is any answer at all. Noise averages to 1. */
function trueRisk(threshold: number, level = 0): number {
  const close = Math.max(0, 0.3 - threshold)
  const wrong = (0.5 * close + 0.05 * (1 - Math.max(threshold, 0.3))) / (1 - threshold)
  return ((1 - level) * wrong + level / 2) * (1 - threshold ** pairsOfAList)
}

/** By difficulty, which a file may well be sorted by. */
function hardestLast(risks: readonly ListRisks[]): ListRisks[] {
  const order = Array.from(risks[0].risk.keys()).sort((a, b) => risks[0].risk[a] - risks[0].risk[b])
  return risks.map(({ lists, threshold, coverage, risk }) => ({
    lists,
    threshold,
    coverage: Float64Array.from(order, (list) => coverage[list]),
    risk: Float64Array.from(order, (list) => risk[list]),
  }))
}

test.each([
  ['in the order drawn', 0, (risks: readonly ListRisks[]) => risks],
  ['with equal scores', 0.1, (risks: readonly ListRisks[]) => risks],
  ['the easiest first', 0, hardestLast],
])('the list risk exceeds alpha in at most a share delta of the draws: %s', (_, level, arranged) => {
  const random = seededRandom(5)
  const [alpha, delta, repetitions] = [0.12, 0.2, 150]
  let [failed, answered] = [0, 0]
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const { threshold } = guaranteedThreshold(arranged(drawn(600, random, level)), { alpha, delta, of: 600 })
    if (threshold === undefined) continue
    answered++
    if (trueRisk(threshold, level) > alpha) failed++
  }
  expect(failed / repetitions).toBeLessThanOrEqual(delta)
  expect(answered).toBeGreaterThan(repetitions / 2) // it does find thresholds
})

test('enough lists find the least cautious threshold that is allowed, too few find none', () => {
  const random = seededRandom(6)
  const { threshold, tested, lists } = guaranteedThreshold(drawn(20_000, random), { alpha: 0.1, delta: 0.05, of: 20_000 })
  expect(lists).toBe(20_000)
  expect(threshold).toBe(thresholds.find((each) => trueRisk(each) < 0.1))
  for (const each of tested) expect(each.listRisk).toBeCloseTo(trueRisk(each.threshold), 1)
  expect(guaranteedThreshold(drawn(20, random), { alpha: 0.1, delta: 0.05, of: 20 }).threshold).toBe(undefined)
})

test('tests go from the most to the least cautious and end with the first that fails', () => {
  const { tested } = guaranteedThreshold(drawn(5000, seededRandom(6)), { alpha: 0.1, delta: 0.05, of: 5000 })
  expect(tested.map(({ threshold }) => threshold)).toEqual(thresholds.toReversed())
  const outcomes = tested.map(({ outcome }) => outcome)
  const failed = outcomes.indexOf('failed')
  expect(failed).toBeGreaterThan(0)
  expect(outcomes.slice(0, failed).every((outcome) => outcome === 'passed')).toBe(true)
  expect(outcomes.slice(failed + 1).every((outcome) => outcome === 'not tested')).toBe(true)
})

test('a threshold that answers nothing is never guaranteed, and lists that answer nothing are counted', () => {
  const nothing = { lists: numbers(2000), threshold: 2, coverage: new Float64Array(2000), risk: new Float64Array(2000) }
  const { threshold, tested } = guaranteedThreshold([nothing], { alpha: 0.1, delta: 0.05, of: 2000 })
  expect(threshold).toBe(undefined)
  expect(tested).toEqual([{ threshold: 2, listCoverage: 0, listRisk: 0, silentLists: 2000, outcome: 'answers nothing' }])
})

test('no lists guarantee nothing', () => {
  const nothing = { lists: numbers(0), threshold: 0, coverage: new Float64Array(0), risk: new Float64Array(0) }
  expect(guaranteedThreshold([nothing], { alpha: 0.5, delta: 0.5, of: 0 }).tested[0].outcome).toBe('failed')
})

test('copies of lists are no evidence: a threshold passes only if it does with and without them', () => {
  const risks = drawn(40, seededRandom(8))
  const copied = (values: Float64Array) => Float64Array.from({ length: 40 * 30 }, (_, list) => values[list % 40])
  const often = risks.map(({ threshold, coverage, risk }) => ({
    lists: numbers(1200),
    threshold,
    coverage: copied(coverage),
    risk: copied(risk),
  }))
  const first = Uint32Array.from({ length: 1200 }, (_, list) => list % 40)
  const asked = { alpha: 0.12, delta: 0.1, of: 40 }
  expect(guaranteedThreshold(often, asked).threshold).toBeDefined() // as if all were draws of their own
  const { lists, tested, threshold } = guaranteedThreshold(often, { ...asked, first })
  const once = guaranteedThreshold(risks, asked)
  expect([lists, threshold]).toEqual([40, once.threshold])
  for (const [place, { listRisk, listCoverage, silentLists }] of tested.entries()) {
    expect({ listRisk, listCoverage, silentLists }).toEqual({
      listRisk: once.tested[place].listRisk,
      listCoverage: once.tested[place].listCoverage,
      silentLists: once.tested[place].silentLists,
    })
  }
})
