import { firstFeatureModel } from '@rankwright/contracts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { calibrate } from '../../library/calibrate.ts'
import { rank } from '../../library/rank.ts'
import type { LinearModel } from '../../models/linear/linear.ts'
import { modelToJson, parsedModel } from '../../models/modelJson.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { abstain, obeying } from './abstain.ts'

const identity: LinearModel = firstFeatureModel()

/** Lists of two items at a margin d: wrong with probability one half up to 0.3, else with `beyond`. No list repeats another. */
function noisyLists(lists: number, random: Random, { beyond = 0.05, steps = 0 } = {}): RankingLists {
  const features: number[][] = []
  const labels: number[] = []
  for (let list = 0; list < lists; list++) {
    const drawn = random.uniform()
    const margin = steps === 0 ? drawn : Math.round(drawn * steps) / steps
    const wrong = random.uniform() < (margin <= 0.3 ? 0.5 : beyond)
    features.push([margin, drawn], [0, drawn])
    labels.push(...(wrong ? [0, 1] : [1, 0]))
  }
  return rankingLists({ features, labels, lists: features.map((_, row) => row >> 1) })
}

const lists = noisyLists(2000, seededRandom(1))
const calibrated = calibrate(identity, noisyLists(2000, seededRandom(2)))

describe('pairs', () => {
  test('the best margin is the one up to which the order is a coin, and so is the best probability', () => {
    const { chosen } = abstain(calibrated, lists, { rule: 'margin', choose: true, cost: 0.2 })
    expect(chosen?.threshold).toBeCloseTo(0.3, 1)
    expect(chosen?.lossWithout).toBeCloseTo(0.3 * 0.5 + 0.7 * 0.05, 1)
    const byP = abstain(calibrated, lists, { rule: 'probability', choose: true, cost: 0.2 })
    expect(byP.chosen?.abstained).toBeCloseTo(0.3, 1)
    expect(byP.chosen?.loss).toBeCloseTo(chosen?.loss ?? 0, 2)
    expect(byP.chosen?.exact).toBe(true)
  })

  test('the table has a cell for each cost and threshold, answers P at the threshold, and leaves tied pairs out at margin 0', () => {
    const tied = rankingLists({
      features: [
        [1, 0],
        [1, 0],
        [1, 0],
        [0, 0],
      ],
      labels: [1, 0, 1, 0],
      lists: [0, 0, 1, 1],
    })
    const { table } = abstain(calibrated, tied, { rule: 'margin', thresholds: [0, 1], costs: [0.1, 0.5], pairs: 400 })
    expect(table.map(({ rule, threshold, cost }) => [rule, threshold, cost])).toEqual([
      ['margin', 0, 0.1],
      ['margin', 1, 0.1],
      ['margin', 0, 0.5],
      ['margin', 1, 0.5],
    ])
    expect(table[0].abstained).toBeCloseTo(0.5, 1)
    expect(table[0].misranked).toBe(0)
    expect(table[1].abstained).toBe(1)
    const [all] = abstain(calibrated, tied, { rule: 'probability', thresholds: [0.5], costs: [0.1], pairs: 400 }).table
    expect(all.abstained).toBe(0)
    expect(all.misranked).toBeCloseTo(0.25, 1) // tied pairs are half wrong
  })

  test('a chosen rule is stored with its origin, comes back from the file, and rank obeys it', () => {
    for (const rule of ['margin', 'probability'] as const) {
      const report = abstain(calibrated, lists, { rule, choose: true, cost: 0.2 })
      const model = parsedModel(modelToJson(obeying(calibrated, report)), 'm.json')
      expect(report.stored).toMatchObject({ rule, threshold: report.chosen?.threshold, origin: { by: 'cost', cost: 0.2, lists: 2000 } })
      const share = rank(model, lists).filter(({ undecided }) => undecided?.length === 1).length / 2000
      expect(share).toBeCloseTo(report.chosen?.abstained ?? 0, 6)
    }
  })

  test('a single threshold is stored as given by hand, several are not', () => {
    expect(abstain(calibrated, lists, { rule: 'margin', thresholds: [0.4] }).stored).toMatchObject({
      threshold: 0.4,
      origin: { by: 'hand' },
    })
    expect(abstain(calibrated, lists, { rule: 'margin', thresholds: [0.4, 0.5] }).stored).toBe(undefined)
    expect(abstain(calibrated, lists, { thresholds: [0.4] }).stored).toMatchObject({ rule: 'distance', threshold: 0.4, norm: '2' })
  })

  test('distances have radius beside threshold, from radii or thresholds alike', () => {
    const [one, other] = [{ radii: [0.1, 0.2] }, { thresholds: [0.1, 0.2] }].map((options) => abstain(identity, lists, options))
    expect(one).toEqual(other)
    expect(one.table[1]).toMatchObject({ rule: 'distance', threshold: 0.2, radius: 0.2 })
    expect(() => abstain(identity, lists, { radii: [0.1], thresholds: [0.2] })).toThrow('`radii` would change nothing')
  })

  test('a model without a calibration gets one, and no list is measured with its own', () => {
    const few = noisyLists(40, seededRandom(3), { beyond: 0.5 }) // pure noise
    const { reliability, calibratedOn, calibration, table } = abstain(identity, few, {
      rule: 'probability',
      thresholds: [0.5, 0.8],
      pairs: 1000,
    })
    expect([calibratedOn, calibration?.lists, reliability?.lists]).toEqual(['lists left out in turn', 40, 40])
    expect(reliability?.error).toBeGreaterThan(0.02) // in sample it would be about 0
    expect(table).toHaveLength(6)
    const half = abstain(identity, lists, { rule: 'probability', guarantee: 0.2 })
    expect([half.calibratedOn, half.calibration?.lists, half.guaranteed?.lists]).toEqual(['half of the lists', 1000, 1000])
    expect(abstain(calibrated, lists, { rule: 'probability' }).calibration).toBe(undefined)
    expect(abstain(calibrated, lists, { rule: 'probability', calibrate: true }).calibration?.data).not.toBe(calibrated.calibration?.data)
  })

  /** Over lists of one pair: the share that is answered and wrong. */
  const trueRisk = (margin: number, beyond: number) => Math.max(0, 0.3 - margin) * 0.5 + (1 - Math.max(0.3, margin)) * beyond

  test.each([
    ['drawn lists', { steps: 0 }, false],
    ['tied margins', { steps: 10 }, false],
    ['a sorted file', { steps: 0 }, true],
  ])('%s: a guaranteed margin or probability fails in at most a share delta of the draws', (_, options, sorted) => {
    const random = seededRandom(7)
    const [delta, repetitions, thresholds] = [0.2, 60, [0.6, 0.4, 0.25, 0.1, 0]]
    const alpha = options.steps === 0 ? trueRisk(0.1, 0.05) - 1e-9 : 0.14
    let [failed, found] = [0, 0]
    for (let repetition = 0; repetition < repetitions; repetition++) {
      const drawn = noisyLists(250, random, options)
      const given = sorted ? byMargin(drawn) : drawn
      const { guaranteed } = abstain(identity, given, {
        rule: 'margin',
        thresholds,
        guarantee: alpha,
        delta,
        pairs: 1,
        runs: 1,
        costs: [0.1],
      })
      if (guaranteed?.threshold === undefined) continue
      found++
      const truth = options.steps === 0 ? trueRisk(guaranteed.threshold, 0.05) : steppedRisk(guaranteed.threshold)
      if (truth > alpha) failed++
    }
    expect(failed / repetitions).toBeLessThanOrEqual(delta)
    expect(found).toBeGreaterThan(repetitions / 2)
  })

  /** Margins 0, 0.1 … 1, the ends half as likely; at margin 0 the scores are tied and an answer is half wrong. */
  function steppedRisk(threshold: number): number {
    let risk = 0
    for (let step = 0; step <= 10; step++) {
      const share = step === 0 || step === 10 ? 0.05 : 0.1
      if (step / 10 > threshold) risk += share * (step / 10 <= 0.3 ? 0.5 : 0.05)
    }
    return risk
  }

  function byMargin(drawn: RankingLists): RankingLists {
    const values = drawn.features.kind === 'dense' ? drawn.features.values : new Float32Array(0)
    const order = drawn.listIds.map((_, list) => list).sort((a, b) => values[4 * a] - values[4 * b])
    return rankingLists({
      features: order.flatMap((list) => [0, 2].map((at) => [values[4 * list + at], values[4 * list + at + 1]])),
      labels: order.flatMap((list) => [...drawn.labels.subarray(2 * list, 2 * list + 2)]),
      lists: order.flatMap((_, place) => [place, place]),
    })
  }
})

describe('lists', () => {
  test('the surest lists are the least often wrong, and the table counts lists', () => {
    const { curve, table, lists: count, of } = abstain(calibrated, lists, { rule: 'list', thresholds: [0.5, 0.8], costs: [0.1] })
    expect([count, of]).toEqual([2000, 2000])
    expect(curve[0]).toMatchObject({ coverage: 1 })
    expect(curve.at(-1)?.risk).toBeLessThan(curve[0].risk / 2)
    expect(table[0]).toMatchObject({ rule: 'list', threshold: 0.5, abstained: 0 })
    expect(table[1].abstained).toBeCloseTo(0.3, 1)
    expect(table[1].loss).toBeCloseTo(table[1].misranked + 0.1 * table[1].abstained, 12)
  })

  test('a guaranteed list rule is stored and obeyed', () => {
    const report = abstain(calibrated, lists, { rule: 'list', risk: 'top', cutoff: 1, guarantee: 0.1 })
    expect(report.stored).toMatchObject({
      rule: 'list',
      about: 'top',
      cutoff: 1,
      origin: { by: 'guarantee', alpha: 0.1, delta: 0.05, lists: 2000 },
    })
    const answered = rank(obeying(calibrated, report), lists).filter((list) => list.answered).length
    const tested = report.guaranteed?.tested.find(({ threshold }) => threshold === report.stored?.threshold)
    expect(answered).toBe(tested?.answered)
  })

  test('the best confidence for a cost is the best of all', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 8 }), (seed, tenths) => {
        const few = noisyLists(30, seededRandom(seed), { steps: 8 })
        const cost = tenths / 10
        const { chosen } = abstain(calibrated, few, { rule: 'list', choose: true, cost, costs: [cost] })
        const tried = [
          ...new Set(
            rank(
              { ...calibrated, abstention: { rule: 'list', about: 'order', cutoff: 10, threshold: 1, origin: { by: 'hand' } } },
              few,
            ).map(({ confidence }) => confidence!),
          ),
        ]
        const losses = abstain(calibrated, few, { rule: 'list', thresholds: [0.5, ...tried, 1], costs: [cost] }).table.map(
          ({ loss }) => loss,
        )
        expect(chosen?.loss).toBeCloseTo(Math.min(...losses), 12)
      }),
      { numRuns: 40, examples: [[9, 1]] },
    )
  })
})

test.each([
  [{ rule: 'probability', thresholds: [0.4] }, '`thresholds` is 0.4; give numbers from 0.5 to 1'],
  [{ rule: 'margin', thresholds: [-1] }, '`thresholds` is -1; give numbers of at least 0'],
  [{ rule: 'list', pairs: 10 }, '`pairs` would change nothing'],
  [{ rule: 'margin', radii: [1] }, '`radii` would change nothing: it only works with `rule` distance'],
  [{ rule: 'margin', risk: 'top' }, '`risk` would change nothing: it only works with `rule` list'],
  [{ rule: 'margin', calibrate: true }, '`calibrate` would change nothing'],
] as const)('%j is refused', (options, message) => {
  expect(() => abstain(calibrated, lists, options)).toThrow(message)
})

test('what is called before every run has to be a function', () => {
  const options: object = { onRun: 5 }
  expect(() => abstain(identity, lists, options)).toThrow('options.onRun is 5; give a function')
})

test('margins of a model that is not calibrated have to be given', () => {
  expect(() => abstain(identity, lists, { rule: 'margin' })).toThrow(
    /`thresholds` is missing.* not calibrated\. Train it with `valid` of `train`/,
  )
  expect(() => abstain(identity, noisyLists(1, seededRandom(1)), { rule: 'probability' })).toThrow('There is a single list')
})
