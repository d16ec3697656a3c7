import { firstFeatureModel } from '@rankwright/contracts'
import { describe, expect, test } from 'vitest'
import type { ServingOptions } from '../abstention/serving/servingOptions.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { rank } from '../library/rank.ts'
import { ndcg } from '../metrics/ndcg.ts'
import type { LinearModel } from '../models/linear/linear.ts'
import { seededRandom } from '../numeric/random.ts'
import type { AbstentionRule } from '../rules/ruleTable.ts'
import { compare } from './compare.ts'
import { evaluate } from './evaluate.ts'

/** Scores are the first feature, and P rises from 1/2 to 1 as their margin goes to 1. */
const model: LinearModel = {
  ...firstFeatureModel(),
  calibration: { margins: Float64Array.of(0, 1), probabilities: Float64Array.of(0.5, 1), lists: 1, pairs: 1, data: '' },
}

const withRule = (rule: AbstentionRule): LinearModel => ({ ...model, abstention: { ...rule, origin: { by: 'hand' } } })

/** Lists of 1 to 12 items, rows of different lists mixed, scores in steps so that some are equal. */
function drawnLists(seed: number): RankingLists {
  const random = seededRandom(seed)
  const rows = Array.from({ length: 300 }, () => ({
    list: `q${Math.floor(40 * random.uniform())}`,
    features: [Math.floor(9 * random.uniform()) / 8, random.uniform()],
    label: Math.floor(3 * random.uniform()),
  }))
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
}

/** nDCG of the rows as `rank` prints them, list by list. */
function ndcgOfPrinted(ranker: LinearModel, lists: RankingLists, options: ServingOptions): (number | undefined)[] {
  const labelOf = new Map(Array.from(lists.labels, (label, at) => [lists.sourceRows?.[at] ?? at, label]))
  return rank(ranker, lists, options).map(({ items }) => {
    const labels = items.map(({ row }) => labelOf.get(row)!)
    return ndcg(
      labels.map((_, place) => -place),
      labels,
      { cutoff: 5 },
    )
  })
}

describe.each<AbstentionRule>([
  { rule: 'margin', threshold: 0.2 },
  { rule: 'probability', threshold: 0.7 },
  { rule: 'distance', threshold: 0.4, norm: '2' },
  { rule: 'list', threshold: 0.72, about: 'order', cutoff: 5 },
  { rule: 'list', threshold: 0.6, about: 'top', cutoff: 2 },
])('with the rule $rule ($about)', (rule) => {
  const ruled = withRule(rule)
  const policies: ServingOptions[] =
    rule.rule === 'list' ? [{}] : [{}, { ties: 'review' }, { ties: 'keep' }, { ties: 'random' }, { ties: 'random', seed: 9 }]

  test.each(policies)('what is measured is what rank prints, served with %j', (serving) => {
    const lists = drawnLists(3)
    const { perList, served } = evaluate(ruled, lists, { metrics: ['ndcg@5'], perList: true, serving })
    const printed = ndcgOfPrinted(ruled, lists, serving)
    expect(perList?.map(({ metrics }) => metrics['ndcg@5'])).toEqual(printed.map((value) => value ?? Number.NaN))
    const ranked = rank(ruled, lists, serving)
    const silent = ranked.filter(({ answered }) => answered === false).length
    const pairsOf = (items: number) => (items * (items - 1)) / 2
    const shares = ranked
      .filter(({ items }) => items.length > 1)
      .map(({ items, undecided = [] }) => undecided.length / pairsOf(items.length))
    expect(served?.rule).toEqual(rule)
    expect(served?.lists).toBe(lists.listIds.length)
    if (rule.rule === 'list') {
      expect(silent).toBeGreaterThan(0)
      expect(served).toMatchObject({ asTheyCame: silent })
    } else {
      expect(served?.ties).toBe(serving.ties ?? 'review')
      expect(served?.undecided).toBeCloseTo(shares.reduce((sum, share) => sum + share, 0) / shares.length, 12)
    }
  })

  test('the order of all scores stands beside it, and decideAll measures that alone', () => {
    const lists = drawnLists(4)
    const { byScore } = evaluate(ruled, lists, { metrics: ['ndcg@5'] })
    const bare = evaluate(model, lists, { metrics: ['ndcg@5'] })
    expect(byScore).toEqual({ metrics: bare.metrics, intervals: bare.intervals })
    expect(evaluate(ruled, lists, { metrics: ['ndcg@5'], serving: { decideAll: true } })).toEqual(bare)
  })

  test('models are compared by what they serve', () => {
    const lists = drawnLists(5)
    const { contenders, pairs } = compare({ ruled, model }, lists, { metric: 'ndcg@5', randomisations: 100, resamples: 100 })
    const { metrics, byScore, served } = evaluate(ruled, lists, { metrics: ['ndcg@5'] })
    expect(contenders[0]).toMatchObject({ value: metrics['ndcg@5'], byScore: byScore?.metrics['ndcg@5'], served })
    expect(pairs[0].delta).toBeCloseTo(metrics['ndcg@5'] - byScore!.metrics['ndcg@5'], 12)
    const decided = compare({ ruled, model }, lists, {
      metric: 'ndcg@5',
      randomisations: 100,
      resamples: 100,
      serving: { decideAll: true },
    })
    expect(decided.pairs[0].delta).toBe(0)
    expect(decided.contenders[0]).not.toHaveProperty('served')
  })
})

test('a rule given here is measured like one that the model keeps', () => {
  const lists = drawnLists(6)
  const given = evaluate(model, lists, { serving: { abstainMargin: 0.2, ties: 'keep' } })
  expect(given).toEqual(evaluate(withRule({ rule: 'margin', threshold: 0.2 }), lists, { serving: { ties: 'keep' } }))
})

test('the order drawn for a list does not depend on the other lists', () => {
  const lists = drawnLists(7)
  const options = { abstainMargin: 0.5, ties: 'random' } as const
  const all = rank(model, lists, options)
  const rows = lists.sourceRows!.subarray(lists.offsets[17], lists.offsets[18])
  const [alone] = rank(model, selectLists(lists, [17]), options)
  expect(alone.items.map(({ row }) => rows[row])).toEqual(all[17].items.map(({ row }) => row))
  expect(alone.items.map(({ row }) => row)).not.toEqual(Array.from(rows.keys()))
})

test('a file with the best items of each list first is told where "as it came" has a say, and only there', () => {
  const random = seededRandom(8)
  const labels = Array.from({ length: 20 }, () => [2, 1, 1, 0, 0]).flat()
  const file = (order: (labels: readonly number[]) => readonly number[]) =>
    rankingLists({
      features: labels.map(() => [random.uniform(), random.uniform()]),
      labels: Array.from({ length: 20 }, (_, list) => order(labels.slice(5 * list, 5 * list + 5))).flat(),
      lists: labels.map((_, row) => `q${Math.floor(row / 5)}`),
    })
  const sorted = file((each) => each)
  const silent = withRule({ rule: 'list', threshold: 1, about: 'order', cutoff: 5 })
  const report = evaluate(silent, sorted, { metrics: ['ndcg'] })
  expect(report.metrics).toEqual({ ndcg: 1 })
  expect(report.notes.join()).toMatch('The file has the best items of each list first')
  expect(
    evaluate(
      silent,
      file((each) => [...each].reverse()),
    ).notes.join(),
  ).toMatch('that of the rows in the file')
  expect(evaluate(withRule({ rule: 'margin', threshold: 0.1 }), sorted).notes).toEqual([])
  expect(evaluate(model, sorted).notes).toEqual([])
})

test('options that would change nothing are refused', () => {
  const lists = drawnLists(9)
  expect(() => evaluate(model, lists, { serving: { ties: 'keep' } })).toThrow('`ties` would change nothing')
  expect(() => compare({ model, same: model }, lists, { serving: { ties: 'keep' } })).toThrow('`ties` would change nothing')
  const ruled = withRule({ rule: 'margin', threshold: 0.2 })
  expect(compare({ model, ruled }, lists, { serving: { ties: 'keep' }, resamples: 100 }).contenders[1]).toMatchObject({
    served: { ties: 'keep' },
  })
})

test('metrics of scores are refused where a rule serves an order without scores, and measured where all is decided', () => {
  const lists = drawnLists(4)
  const ruled = withRule({ rule: 'margin', threshold: 0.2 })
  const refusal = 'squared-error compares scores with labels, and lists that the rule of a model serves have an order, but no scores'
  expect(() => evaluate(ruled, lists, { metrics: ['ndcg@5', 'squared-error'] })).toThrow(refusal)
  expect(() => compare({ ruled, model }, lists, { metric: 'squared-error' })).toThrow(refusal)
  const { metrics } = evaluate(ruled, lists, { metrics: ['squared-error'], serving: { decideAll: true } })
  expect(metrics['squared-error']).toBe(evaluate(model, lists, { metrics: ['squared-error'] }).metrics['squared-error'])
})
