import { expect, test } from 'vitest'
import { compareRuns } from './compareRuns.ts'
import { evaluateRun } from './evaluateRun.ts'

const topics = Array.from({ length: 12 }, (_, topic) => `t${topic}`)
const qrels = new Map(
  topics.map((topic) => [
    topic,
    new Map([
      ['a', 1],
      ['b', 0],
      ['c', 0],
    ]),
  ]),
)
const good = new Map(
  topics.map((topic) => [
    topic,
    new Map([
      ['a', 3],
      ['b', 2],
      ['c', 1],
    ]),
  ]),
)
const bad = new Map(
  topics.map((topic, place) => [
    topic,
    new Map([
      ['a', place % 3],
      ['b', 1.5],
      ['c', 1],
    ]),
  ]),
)

test('runs are compared on their topics as evaluateRun measures them', () => {
  const comparison = compareRuns(
    qrels,
    new Map([
      ['good', good],
      ['bad', bad],
    ]),
    { metric: 'mrr', profile: 'trec_eval' },
  )
  expect(comparison.contenders).toEqual([
    { name: 'good', value: evaluateRun(qrels, good, { metrics: ['mrr'], profile: 'trec_eval' }).metrics.mrr },
    { name: 'bad', value: evaluateRun(qrels, bad, { metrics: ['mrr'], profile: 'trec_eval' }).metrics.mrr },
  ])
  expect(comparison.pairs[0].delta).toBeCloseTo(comparison.contenders[0].value - comparison.contenders[1].value, 12)
  expect(comparison.pairs[0].tests.randomisation.p).toBeLessThan(0.05)
  expect(comparison.lists).toBe(12)
})

test('a run that does not answer a topic gave no documents there, and a note says so', () => {
  const part = new Map([...good].slice(0, 6))
  const comparison = compareRuns(
    qrels,
    new Map([
      ['all', good],
      ['half', part],
    ]),
    { metric: 'mrr' },
  )
  expect(comparison.contenders.map(({ value }) => value)).toEqual([1, 0.5])
  expect(comparison.notes).toContain('half does not answer 6 of the 12 topics; there it gave no documents.')
})

test('one run is not compared, nor one without judged topics', () => {
  expect(() => compareRuns(qrels, new Map([['good', good]]))).toThrow('two')
  expect(() =>
    compareRuns(
      qrels,
      new Map([
        ['good', good],
        ['other', new Map([['z', new Map([['a', 1]])]])],
      ]),
    ),
  ).toThrow('None of the 1 topics')
})
