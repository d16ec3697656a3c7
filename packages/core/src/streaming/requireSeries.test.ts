import { expect, test } from 'vitest'
import { requireRankedSeries, requireSeries } from './requireSeries.ts'

const series = { id: '1', width: 2, features: Float64Array.of(1, 2, 3, Number.NaN), items: ['a', 'b'], utilities: Float64Array.of(1, 0.5) }

test('a series passes, missing values included', () => {
  expect(() => requireRankedSeries(series)).not.toThrow()
  expect(() => requireSeries({ id: '1', width: 0, features: new Float64Array(0), items: ['a'] })).not.toThrow()
})

test('the part that does not fit is named', () => {
  expect(() => requireSeries({ ...series, width: 3 })).toThrow('series.features')
  expect(() => requireSeries({ ...series, width: 0 })).toThrow('series.features')
  expect(() => requireSeries({ ...series, items: ['a'] })).toThrow('series.items')
  expect(() => requireSeries({ ...series, features: Float64Array.of(1, 2, 3, Infinity) })).toThrow('series.features[3] is Infinity')
  expect(() => requireRankedSeries({ ...series, utilities: Float64Array.of(1) })).toThrow('series.utilities')
  expect(() => requireRankedSeries({ ...series, utilities: [1, 0.5] })).toThrow('series.utilities')
})
