import { expect, test } from 'vitest'
import { seriesReport } from './seriesReport.ts'

test('a series that was learned has its metrics, one that was left out the reason', () => {
  const learned = { kind: 'learned', id: 'x', number: 4, scores: undefined, metrics: { map: 0.5 }, accuracy: 0.5, drifted: true } as const
  expect(seriesReport(learned)).toEqual({ series: 4, id: 'x', map: 0.5, drift: true })
  expect(seriesReport({ ...learned, drifted: false }, 'k')).toEqual({ key: 'k', series: 4, id: 'x', map: 0.5 })
  expect(seriesReport({ kind: 'skipped', id: 'y', reason: 'fewer-than-two-items' }, 'k')).toEqual({
    key: 'k',
    id: 'y',
    skipped: 'fewer-than-two-items',
  })
})
