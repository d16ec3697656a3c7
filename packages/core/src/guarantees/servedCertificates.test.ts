import { expect, test } from 'vitest'
import { abstain, obeying } from '../abstention/choice/abstain.ts'
import type { ServingOptions } from '../abstention/serving/servingOptions.ts'
import { rankingLists } from '../data/lists/plainRows.ts'
import { type RankingLists, selectLists } from '../data/lists/rankingLists.ts'
import { evaluate } from '../evaluation/evaluate.ts'
import { calibrate } from '../library/calibrate.ts'
import { train } from '../library/train.ts'
import type { ListModel } from '../models/model.ts'
import { modelToJson } from '../models/modelJson.ts'
import { seededRandom } from '../numeric/random.ts'
import type { AbstentionRule } from '../rules/ruleTable.ts'
import { modelFromJson } from '../trainers/modelFromJson.ts'
import { certify } from './certify.ts'

const [trainLists, heldOut, others] = [drawn(40, 1), drawn(80, 2), drawn(60, 3)]
const bare = train(trainLists, { method: 'least-squares' })
const model = calibrate(bare, others)
const withRule = (rule: AbstentionRule): ListModel => ({ ...model, abstention: { ...rule, origin: { by: 'hand' } } })
const byList = withRule({ rule: 'list', threshold: 0.7, about: 'order', cutoff: 10 })

test('what is certified is what rank serves, the sentence says so, and the order of all scores stands beside it', () => {
  const { heldOut: rows, certificates, notes } = certify(byList, { heldOut, metrics: ['ndcg@10'] })
  const measured = evaluate(byList, heldOut, { metrics: ['ndcg@10'] })
  const { asTheyCame } = measured.served!
  expect(asTheyCame).toBeGreaterThan(5)
  expect(asTheyCame).toBeLessThan(75)
  expect(rows[0]).toMatchObject({ served: measured.served })
  expect(rows[0].value).toBeCloseTo(measured.metrics['ndcg@10'], 12)
  const decided = certify(byList, { heldOut, metrics: ['ndcg@10'], serving: { decideAll: true } })
  expect(rows[0].byScore).toEqual({ value: decided.heldOut[0].value, lower: decided.heldOut[0].lower, n: 80 })
  expect(rows[0].byScore!.value).toBeCloseTo(measured.byScore!.metrics['ndcg@10'], 12)
  expect(rows[0].lower).toBeLessThan(decided.heldOut[0].lower)
  expect(certificates[0].statement).toContain(`(all 80 held-out lists), as rank serves them (${asTheyCame} of 80 left as they came), the`)
  expect(certificates.filter(({ statement }) => statement.includes(', in the order of all scores, '))).toHaveLength(1)
  expect(notes.join(' ')).toContain('as rank serves them')
  expect(decided.heldOut).toEqual(certify(model, { heldOut, metrics: ['ndcg@10'] }).heldOut)
})

test('progress counts the intervals of both orders, and every held-out statement', () => {
  const metrics = ['ndcg@10', 'map', 'kendall-tau']
  const shares: number[] = []
  const report = evaluate(byList, heldOut, { metrics, onProgress: (done, total) => shares.push(done / total) })
  expect(report).toEqual(evaluate(byList, heldOut, { metrics }))
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares[0]).toBe(0)
  expect(shares).toContain(1 / 2) // where the order of all scores begins
  expect(shares.at(-1)).toBeGreaterThan(0.99)
  expect(shares.at(-1)).toBeLessThan(1)
  const steps: [number, number][] = []
  const { certificates } = certify(byList, { heldOut, metrics, onProgress: (done, total) => steps.push([done, total]) })
  const statements = certificates.filter(({ side }) => side === 'above').length
  expect(steps).toEqual(Array.from({ length: statements }, (_, done) => [done, statements]))
  expect(() => Reflect.apply(certify, undefined, [model, { heldOut, onProgress: 3 }])).toThrow('given.onProgress')
})

test.each<[AbstentionRule, ServingOptions, string]>([
  [{ rule: 'margin', threshold: 0.3 }, {}, 'undecided and shown by score'],
  [{ rule: 'margin', threshold: 0.3 }, { ties: 'keep' }, 'undecided and kept in the order they came where decided pairs allow it'],
  [{ rule: 'probability', threshold: 0.8 }, { ties: 'random', seed: 4 }, 'undecided and drawn at random where decided pairs allow it'],
  [{ rule: 'distance', threshold: 0.3, norm: '2' }, { ties: 'keep' }, 'undecided and kept'],
])('rules about pairs: %j, served with %j', (rule, serving, words) => {
  const { heldOut: rows, certificates } = certify(withRule(rule), { heldOut, serving, metrics: ['ndcg@10'] })
  const { metrics } = evaluate(withRule(rule), heldOut, { metrics: ['ndcg@10'], serving })
  expect(rows[0].value).toBeCloseTo(metrics['ndcg@10'], 12)
  expect(certificates[0].statement).toContain(words)
})

test('statements that hold together share delta with those about the scores', () => {
  const count = (of: ListModel) => certify(of, { heldOut, metrics: ['ndcg@10', 'map'], joint: true }).heldOut[0].delta
  expect(count(model)).toBe(0.05 / 6)
  expect(count(byList)).toBe(0.05 / 8)
})

test('the rule must have been fixed before, and items must come in use as they stand in the file', () => {
  const assumptions = (of: ListModel, lists: RankingLists, serving = {}) =>
    certify(of, { heldOut: lists, serving })
      .certificates[0].assumptions.map(({ text, holds }) => `${holds}: ${text}`)
      .join('\n')
  expect(assumptions(byList, heldOut)).toContain(
    'unknown: The rule was fixed before the held-out lists were seen (its threshold was given by hand',
  )
  expect(assumptions(byList, heldOut)).toMatch(
    /unknown: In use, items come in an order like that of the rows in the file: that order had a say in \d+ of 80/,
  )
  const chosen = obeying(model, abstain(model, others, { rule: 'margin', choose: true, cost: 0.2, pairs: 100, runs: 1 }))
  expect(assumptions(chosen, heldOut)).toContain('(it was chosen on 60 lists; held-out lists that are among them do not count)')
  expect(assumptions(chosen, heldOut)).not.toContain('In use') // no two scores are equal
  expect(assumptions(byList, bestFirst(heldOut))).toContain('false: In use, items come')
  expect(certify(byList, { heldOut: bestFirst(heldOut) }).certificates[0].statement).toMatch(/^If its assumptions held: /)
  expect(assumptions(byList, bestFirst(heldOut), { decideAll: true })).not.toContain('In use')
})

test('lists that calibrated the model or chose its rule do not count, whatever the order of rows and after reading the file', () => {
  const rule = obeying(model, abstain(model, drawn(30, 7), { rule: 'list', choose: true, cost: 0.2 }))
  const read = modelFromJson(modelToJson(rule), 'm.json')
  expect(() => certify(read, { heldOut: bestFirst(drawn(30, 7)) })).toThrow('the data that the rule of this model was chosen on')
  expect(() => certify(read, { heldOut: bestFirst(others) })).toThrow('the calibration data of this model')
  const some = joined(heldOut, joined(selectLists(drawn(30, 7), [0, 1, 2]), selectLists(others, [4, 5])))
  expect(certify(read, { heldOut: some }).heldOut[0]).toMatchObject({ lists: 85, seen: 5, n: 80 })
  // The order of the scores does not depend on them.
  expect(certify(read, { heldOut: some, serving: { decideAll: true } }).heldOut[0]).toMatchObject({ lists: 85, seen: 0, n: 85 })
})

test('lists that come often, each time in another order, may stand in the file with the good orders first', () => {
  const random = seededRandom(8)
  const popular = Array.from({ length: 150 }, (_, list) => ({ list, query: random.integer(30), right: random.uniform() < 0.5 }))
  const bound = (order: typeof popular) => {
    const rows = order.flatMap(({ list, query, right }) => {
      const items = [
        { list: `${list}`, features: [0.7, query], label: 1 },
        { list: `${list}`, features: [0.4, query], label: 0 },
      ]
      return right ? items : items.reverse()
    })
    const left = withRule({ rule: 'list', threshold: 1, about: 'order', cutoff: 10 })
    return certify(left, { heldOut: ofRows(rows), metrics: ['pairwise-accuracy'], delta: 0.1 }).heldOut.map(({ lower, value }) => ({
      lower,
      value,
    }))
  }
  const asDrawn = bound(popular)
  expect(asDrawn[0].value).toBeGreaterThan(0.3)
  expect(asDrawn[0].lower).toBeLessThan(0.5)
  expect(bound(popular.toSorted((a, b) => Number(b.right) - Number(a.right)))).toEqual(asDrawn)
})

test('how lists are served needs held-out lists and, for ties, a rule about pairs', () => {
  expect(() => certify(byList, { train: trainLists, serving: { decideAll: true } })).toThrow('it only works with held-out lists')
  expect(() => certify(byList, { heldOut, serving: { ties: 'keep' } })).toThrow('`ties` would change nothing')
})

test('the bound on what is served fails no more often than delta, with silent lists, ties and sorted files', { timeout: 60_000 }, () => {
  const serving = { ties: 'keep' } as const
  const rules: [AbstentionRule, ServingOptions][] = [
    [{ rule: 'list', threshold: 0.7, about: 'order', cutoff: 10 }, {}],
    [{ rule: 'margin', threshold: 0.4 }, serving],
  ]
  for (const [rule, options] of rules) {
    const ruled = withRule(rule)
    const { metrics } = evaluate(ruled, drawn(4000, 99, 4), { metrics: ['ndcg@10'], confidence: 0, serving: options })
    let failures = 0
    for (let run = 0; run < 60; run++) {
      const lists = drawn(25, 1000 + run, 4)
      const { lower } = certify(ruled, {
        heldOut: run % 2 === 0 ? lists : reversed(lists),
        metrics: ['ndcg@10'],
        delta: 0.1,
        serving: options,
      }).heldOut[0]
      if (lower > metrics['ndcg@10']) failures++
    }
    expect(failures).toBeLessThanOrEqual(12) // 60 runs at 10 %: more than 12 has probability 0.01
  }
})

/** Scores come in steps if `steps` are given, so that many are equal. The order of the rows says a little about the labels. */
function drawn(count: number, seed: number, steps?: number): RankingLists {
  const random = seededRandom(seed)
  const rows = Array.from({ length: count }, (_, list) =>
    Array.from({ length: 8 }, () => {
      const x = steps === undefined ? random.normal() : Math.round(steps * random.uniform()) / steps
      return { list: `s${seed}-${list}`, x, label: Math.max(0, Math.round(x + 0.8 * random.normal())), at: random.uniform() }
    }).sort((a, b) => b.label * 0.2 + b.at - (a.label * 0.2 + a.at)),
  ).flatMap((list) => [...list.slice(0, -1), { ...list[7], label: 2 }])
  return rankingLists({
    features: rows.map(({ x }) => [x, 1]),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
}

interface Row {
  readonly list: string
  readonly features: number[]
  readonly label: number
}

function rowsOf({ labels, features, width, offsets, listIds }: RankingLists): Row[] {
  return Array.from(labels, (label, row) => ({
    list: listIds[offsets.findLastIndex((start) => start <= row)],
    label,
    features: Array.from(features.kind === 'dense' ? features.values.subarray(row * width, (row + 1) * width) : []),
  }))
}

function ofRows(rows: readonly Row[]): RankingLists {
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
}

const bestFirst = (lists: RankingLists) => ofRows(rowsOf(lists).sort((a, b) => b.label - a.label))
const joined = (one: RankingLists, other: RankingLists) => ofRows([...rowsOf(one), ...rowsOf(other)])
/** The lists in the opposite order, rows as they were. */
const reversed = (lists: RankingLists) => selectLists(lists, Array.from(lists.listIds.keys()).reverse())
