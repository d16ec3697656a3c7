import { expect, test } from 'vitest'
import { compareRuns } from './compareRuns.ts'
import { evaluateRun } from './evaluateRun.ts'

const topics = (given: Record<string, Record<string, number>>) =>
  new Map(Object.entries(given).map(([topic, documents]) => [topic, new Map(Object.entries(documents))]))

const qrels = topics({ one: { a: 1, b: 0, c: 1 }, two: { a: 2 }, three: { b: 0 } })
const run = topics({ one: { b: 0.9, a: 0.8, unknown: 0.7 }, three: { b: 1 }, unjudged: { a: 1 } })

test('judged documents that were not retrieved count for recall and for the ideal order', () => {
  const { metrics, lists } = evaluateRun(qrels, run, { metrics: ['r', 'ndcg', 'map', 'p@3'], profile: 'rankwright' })
  expect(lists).toBe(2)
  expect(metrics['r']).toBe(1 / 2)
  expect(metrics['ndcg']).toBeCloseTo(1 / Math.log2(3) / (1 + 1 / Math.log2(3)), 12)
  expect(metrics['map']).toBe(1 / 2 / 2)
  expect(metrics['p@3']).toBe(1 / 3)
})

test('topics without judgements are left out with a note', () => {
  const { notes, perList } = evaluateRun(qrels, run, { metrics: ['map'], perList: true })
  expect(perList?.map(({ id }) => id)).toEqual(['one', 'three'])
  expect(notes).toEqual(['1 of the 3 topics of the run have no judgements and are left out.'])
})

test('complete counts topics that were not answered', () => {
  const options = { metrics: ['mrr', 'mean-ndcg'], complete: true, perList: true }
  const { perList, metrics } = evaluateRun(qrels, run, { ...options, profile: 'trec_eval' })
  expect(perList?.map(({ id, metrics: own }) => [id, own['mrr']])).toEqual([
    ['one', 1 / 2],
    ['three', 0],
    ['two', 0],
  ])
  expect(metrics['mrr']).toBeCloseTo(1 / 2 / 3, 12)
  const skipping = evaluateRun(qrels, run, options)
  expect(skipping.perList?.map(({ metrics: own }) => own['mrr'])).toEqual([1 / 2, Number.NaN, 0])
  expect(skipping.perList?.[2].metrics['mean-ndcg']).toBe(0)
})

test('grades below the level are not relevant', () => {
  expect(evaluateRun(qrels, run, { metrics: ['P_1'], profile: 'trec_eval', relevantFrom: 2 }).metrics['P_1']).toBe(0)
})

test('a run that answers none of the judged topics is a mistake', () => {
  expect(() => evaluateRun(qrels, topics({ other: { a: 1 } }))).toThrow('None of the 1 topics of the run is among the 3 judged topics.')
})

test('judgements that look like counts are told, once for all runs and only where they are taken as powers', () => {
  const counted = topics({ one: { a: 124, b: 3 } })
  const answered = topics({ one: { a: 1, b: 2 } })
  const told = evaluateRun(counted, answered, { metrics: ['ndcg@10', 'map'] }).notes
  expect(told).toEqual([expect.stringMatching(/^labels go up to 124, as counts do, and ndcg@10 counts a label as 2\^label - 1/)])
  expect(evaluateRun(counted, answered, { metrics: ['ndcg@10', 'map'], profile: 'trec_eval' }).notes).toEqual([])
  const runs = new Map([
    ['first', answered],
    ['second', topics({ one: { a: 2, b: 1 } })],
  ])
  expect(compareRuns(counted, runs, { metric: 'ndcg@10' }).notes.filter((note) => note.includes('counts a label'))).toHaveLength(1)
})
