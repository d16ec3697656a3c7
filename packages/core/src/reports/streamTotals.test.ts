import { expect, test } from 'vitest'
import type { FeedOutcome } from '../streaming/streamFeed.ts'
import { StreamTotals } from './streamTotals.ts'

const learned = (number: number, tau: number, more: object = {}): FeedOutcome => ({
  kind: 'learned',
  id: `s${number}`,
  number,
  scores: new Float64Array(2),
  metrics: { 'kendall-tau': tau },
  accuracy: (1 + tau) / 2,
  drifted: false,
  ...more,
})

test('means go over the series of all streams that have a value', () => {
  const totals = new StreamTotals()
  totals.add('a', learned(1, Number.NaN, { scores: undefined }))
  totals.add('a', learned(2, 0.5))
  totals.add('b', learned(1, 1, { drifted: true }))
  totals.add('b', { kind: 'known', id: 's1' })
  totals.add('b', { kind: 'skipped', id: 's1', reason: 'learned-before' })
  expect(totals.report('elo', 2)).toEqual({
    learner: 'elo',
    streams: 2,
    series: 3,
    scored: 2,
    prequential: { 'kendall-tau': 0.75 },
    bound: { metric: 'pairwise-accuracy', lower: expect.closeTo(0.1, 0), delta: 0.05 },
    drift: [{ key: 'b', series: 1, id: 's1' }],
  })
})

test('a metric that no series has is there without a value', () => {
  const totals = new StreamTotals()
  totals.add('a', learned(1, Number.NaN))
  expect(totals.report('elo', 1, { state: 'states' })).toMatchObject({ prequential: { 'kendall-tau': Number.NaN }, state: 'states' })
})
