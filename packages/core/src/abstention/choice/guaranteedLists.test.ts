import { expect, test } from 'vitest'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { type ConfidentLists, guaranteedLists } from './guaranteedLists.ts'

/** A list of confidence c has a mean risk of 0.5 − 0.6 (c − 0.5): the surer, the better. */
const riskAt = (confidence: number) => 0.5 - 0.6 * (confidence - 0.5)

interface Generator {
  draw(lists: number, random: Random): ConfidentLists
  /** The mean risk of the lists that are answered. */
  truth(threshold: number): number
}

const numbers = (lists: number) => Uint32Array.from({ length: lists }, (_, list) => list)
const coins = (confidence: Float64Array, random: Random) => confidence.map((each) => (random.uniform() < riskAt(each) ? 1 : 0))

/** Few different confidences, so that many lists are tied. */
const levels = [0.5, 0.6, 0.7, 0.8]

const generators: Readonly<Record<string, Generator>> = {
  'spread confidences': {
    draw(lists, random) {
      const confidence = Float64Array.from({ length: lists }, () => 0.5 + random.uniform() / 2)
      return { lists: numbers(lists), confidence, risk: coins(confidence, random) }
    },
    truth: (threshold) => riskAt((threshold + 1) / 2),
  },
  'tied confidences': {
    draw(lists, random) {
      const confidence = Float64Array.from({ length: lists }, () => levels[random.integer(levels.length)])
      return { lists: numbers(lists), confidence, risk: coins(confidence, random) }
    },
    truth(threshold) {
      const own = levels.filter((level) => level >= threshold)
      return own.reduce((sum, level) => sum + riskAt(level), 0) / own.length
    },
  },
  'a file sorted by risk': {
    draw(lists, random) {
      const confidence = Float64Array.from({ length: lists }, () => 0.5 + random.uniform() / 2)
      const risk = confidence.map((each) => Math.min(1, riskAt(each) * 2 * random.uniform()))
      const order = Uint32Array.from(risk.keys()).sort((a, b) => risk[a] - risk[b])
      const sorted = (values: Float64Array) => Float64Array.from(order, (list) => values[list])
      return { lists: numbers(lists), confidence: sorted(confidence), risk: sorted(risk) }
    },
    truth: (threshold) => riskAt((threshold + 1) / 2),
  },
}

test.each(Object.entries(generators))(
  '%s: the risk of the answered lists exceeds alpha in at most a share delta of the draws',
  (_, { draw, truth }) => {
    const random = seededRandom(1)
    const thresholds = [0.5, 0.6, 0.7, 0.8]
    const [delta, repetitions] = [0.2, 120]
    const alpha = truth(0.6) - 1e-9 // 0.6 is just not good enough, 0.7 is
    let [failed, found] = [0, 0]
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const { threshold } = guaranteedLists(draw(1200, random), thresholds, { alpha, delta })
      if (threshold !== undefined) found++
      if (threshold !== undefined && truth(threshold) > alpha) failed++
    }
    expect(failed / repetitions).toBeLessThanOrEqual(delta)
    expect(found).toBeGreaterThan(repetitions / 4) // it does find thresholds
  },
)

test('a threshold at which few lists are answered does not end the search', () => {
  const random = seededRandom(2)
  const lists = generators['spread confidences'].draw(3000, random)
  const { tested, threshold } = guaranteedLists(lists, [1, 0.999, 0.9, 0.8, 0.5], { alpha: 0.4, delta: 0.05 })
  expect(tested.map(({ outcome }) => outcome)).toEqual(['failed', 'failed', 'passed', 'passed', 'passed'])
  expect(threshold).toBe(0.5)
  expect(tested[0]).toMatchObject({ answered: 0, coverage: 0, level: 0.01 })
  expect(tested.map(({ level }) => Number(level.toFixed(6)))).toEqual([0.01, 0.01, 0.01, 0.02, 0.03])
})

test('all risks equal to alpha prove nothing', () => {
  const risk = new Float64Array(1000).fill(0.3)
  expect(
    guaranteedLists({ lists: numbers(1000), confidence: new Float64Array(1000).fill(1), risk }, [0.5], { alpha: 0.3, delta: 0.05 })
      .threshold,
  ).toBe(undefined)
})

test('copies of lists are no evidence', () => {
  const { confidence, risk } = generators['spread confidences'].draw(30, seededRandom(3))
  const copied = (values: Float64Array) => Float64Array.from({ length: 900 }, (_, list) => values[list % 30])
  const often = { lists: numbers(900), confidence: copied(confidence), risk: copied(risk) }
  const asked = { alpha: 0.5, delta: 0.1 }
  expect(guaranteedLists(often, [0.5, 0.8], asked).threshold).toBeDefined()
  const first = Uint32Array.from({ length: 900 }, (_, list) => list % 30)
  const found = guaranteedLists(often, [0.5, 0.8], { ...asked, first })
  expect(found).toEqual(guaranteedLists({ lists: numbers(30), confidence, risk }, [0.5, 0.8], asked))
})

test('equal lists whose items came in different orders count with the mean of their risks, whichever stands first', () => {
  const random = seededRandom(6)
  const drawn = Array.from({ length: 400 }, () => ({ group: random.integer(100), risk: random.uniform() < 0.5 ? 1 : 0 }))
  const found = (order: typeof drawn) =>
    guaranteedLists(
      {
        lists: Uint32Array.from(order.keys()),
        confidence: new Float64Array(order.length).fill(0.9),
        risk: Float64Array.from(order, ({ risk }) => risk),
      },
      [0.8],
      {
        alpha: 0.45,
        delta: 0.1,
        first: Uint32Array.from(order, ({ group }) => order.findIndex((other) => other.group === group)),
      },
    )
  const [{ tested }, { tested: asDrawn }] = [found(drawn.toSorted((a, b) => a.risk - b.risk)), found(drawn)]
  expect(tested[0]).toEqual({ ...asDrawn[0], risk: expect.closeTo(asDrawn[0].risk, 12) })
  expect(tested[0].risk).toBeCloseTo(0.5, 1)
})
