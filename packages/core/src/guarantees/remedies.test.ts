// Where a held-out statement does not hold, it is not called informative, and what to do about it fits the reason.
import { expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { train } from '../library/train.ts'
import type { ListModel } from '../models/model.ts'
import { seededRandom } from '../numeric/random.ts'
import { certifiedAdvice } from '../reports/certifiedAdvice.ts'
import { certify } from './certify.ts'

const [trainLists, heldOut] = [drawn(40, 1), drawn(80, 2)]
const model = train(trainLists, { method: 'least-squares' })
const sorted = drawn(80, 2, { bestFirst: true })

test('ERR with a grade taken from the lists holds for nothing, and the remedy is a profile that fixes it; other metrics are not concerned', () => {
  const found = certify(model, { heldOut, metrics: ['err@10', 'ndcg@10'] })
  const verdicts = new Map(found.heldOut.map(({ metric, verdict }) => [metric, verdict]))
  expect(Object.fromEntries(verdicts)).toEqual({ 'err@10': 'vacuous', 'ndcg@10': 'informative' })
  const advice = certifiedAdvice(found)
  expect(advice).toMatchObject({ step: 'rely', bound: { metric: 'ndcg@10' }, remedies: [expect.stringContaining("`profile: 'gdeval'`")] })
  const alone = certifiedAdvice(certify(model, { heldOut, metrics: ['err@10'] }))
  expect(alone).toMatchObject({ step: 'mend', remedies: [expect.stringContaining("`profile: 'gdeval'`")] })
  expect(JSON.stringify(alone)).not.toContain('never seen')
  const fixed = certify(model, { heldOut, metrics: ['err@10'], profile: 'gdeval' })
  expect(fixed.heldOut[0].verdict).toBe('informative')
  expect(certifiedAdvice(fixed)).toMatchObject({ step: 'rely', remedies: [] })
})

test('with grades above those that a profile fixes, another metric is the remedy', () => {
  const high = drawn(80, 2, { times: 3 })
  const { remedies } = certifiedAdvice(certify(model, { heldOut: high, metrics: ['err@10'] })) as { remedies: readonly string[] }
  expect(remedies.join()).toContain('Choose another metric')
  expect(remedies.join()).not.toContain('gdeval')
})

test('where the order of a sorted file decides, the remedy is about the order of the rows', () => {
  const equal = { ...model, weights: new Float64Array(2) } as ListModel
  const found = certifiedAdvice(certify(equal, { heldOut: sorted, metrics: ['ndcg@10'], profile: 'lightgbm' }))
  expect(found).toMatchObject({ step: 'mend', remedies: [expect.stringMatching(/^Shuffle the rows of each list/)] })
})

test('ties drawn at random do not depend on the order of the file, ties kept do', () => {
  const undecided: ListModel = { ...model, abstention: { rule: 'margin', threshold: 1e9, origin: { by: 'hand' } } }
  const equal: ListModel = { ...undecided, weights: new Float64Array(2) } as ListModel
  const fails = (of: ListModel, ties: 'keep' | 'random') =>
    certify(of, { heldOut: sorted, metrics: ['ndcg@10'], serving: { ties } }).certificates[0].assumptions.some(
      ({ holds }) => holds === false,
    )
  expect([fails(undecided, 'keep'), fails(undecided, 'random'), fails(equal, 'keep'), fails(equal, 'random')]).toEqual([
    true,
    false,
    true,
    false,
  ])
  const kept = certifiedAdvice(certify(undecided, { heldOut: sorted, metrics: ['ndcg@10'], serving: { ties: 'keep' } }))
  expect(kept).toMatchObject({ step: 'mend', remedies: [expect.stringContaining("`ties: 'random'`")] })
})

test('equal scores that a rule decides all the same are decided by the file, even if ties are drawn', () => {
  const far: ListModel = {
    ...model,
    weights: new Float64Array(2),
    abstention: { rule: 'distance', threshold: 1e-9, norm: '2', origin: { by: 'hand' } },
  } as ListModel
  const { assumptions } = certify(far, { heldOut: sorted, metrics: ['ndcg@10'], serving: { ties: 'random' } }).certificates[0]
  expect(assumptions.some(({ holds }) => holds === false)).toBe(true)
})

test('how ties are served is refused without naming options that only rank takes', () => {
  expect(() => certify(model, { heldOut, serving: { ties: 'keep' } })).toThrow(/only works with a model with a rule for pairs\./)
})

test('a metric that is given twice takes its share of delta once, and the note tells the whole and the share', () => {
  const { heldOut: rows, notes } = certify(model, { heldOut, metrics: ['ndcg@10', 'ndcg@10', 'NDCG_10'], delta: 0.06, joint: true })
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({ delta: 0.02, joint: { delta: 0.06, statements: 3 } })
  expect(notes.join()).toContain('except with probability 0.06: each takes 0.02 of it')
})

test('the statement says how likely it fails, and never that it is certain to', () => {
  const [{ statement }] = certify(model, { heldOut, metrics: ['ndcg@10'], delta: 0.999999 }).certificates
  expect(statement).toContain('except with probability 0.999999 ')
})

test('a model of ogd is not told to be trained by ogd, whatever training lists are given', () => {
  const ogd = train(trainLists, { method: 'ogd' })
  for (const given of [trainLists, drawn(30, 9)]) expect(JSON.stringify(certify(ogd, { train: given }))).not.toContain("method: 'ogd'")
  expect(certify(model, { train: trainLists }).notes.join()).toContain("method: 'ogd'")
})

function drawn(lists: number, seed: number, { bestFirst = false, times = 1 }: { bestFirst?: boolean; times?: number } = {}): RankingLists {
  const random = seededRandom(seed)
  const rows = Array.from({ length: lists }, (_, list) => {
    const items = Array.from({ length: 6 }, () => {
      const [a, b] = [random.uniform(), random.uniform()]
      return { features: [a, b], label: times * Math.min(2, Math.floor(3 * (0.7 * a + 0.3 * random.uniform()))), list: `${seed}-${list}` }
    })
    return bestFirst ? items.toSorted((one, other) => other.label - one.label) : items
  }).flat()
  return rankingLists({
    features: rows.map(({ features }) => features),
    labels: rows.map(({ label }) => label),
    lists: rows.map(({ list }) => list),
  })
}
