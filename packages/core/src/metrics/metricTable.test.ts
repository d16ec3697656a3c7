import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { metricOf } from './metric.ts'
import { metricNames, parseMetric } from './metricName.ts'
import { metricFamilies, metricTable } from './metricTable.ts'
import { profileOf } from './profiles.ts'
import { rankList } from './rankedList.ts'

/** Few scores, so that many are tied, and labels that are often 0. */
const item = fc.record({ score: fc.integer({ min: 0, max: 5 }), label: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 })) })

const conventions = { ...profileOf('rankwright').conventions, maxGrade: 4 }

describe.each(metricFamilies)('the row of %s', (family) => {
  const row = metricTable[family]
  const metrics = (row.places === 'first-k' ? [1, 3, Infinity] : [Infinity]).map((cutoff) =>
    metricOf({ name: family, family, cutoff }, conventions),
  )

  test('its values lie in its range', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (items) => {
        for (const { measure, range } of metrics) {
          const value = measure(ranked(items)) ?? range[0]
          expect(value).toBeGreaterThanOrEqual(range[0] - 1e-12)
          expect(value).toBeLessThanOrEqual(range[1] + 1e-12)
        }
      }),
    )
  })

  test('its cutoff is all it needs of a list: places behind it change nothing', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 12 }), (items) => {
        for (const { measure, cutoff } of metrics) expect(measure(ranked(items, cutoff))).toBe(measure(ranked(items)))
      }),
    )
  })

  test('the names it shows are its own, with @k only if places behind k do not count', () => {
    expect(row.shown.length).toBeGreaterThan(0)
    for (const name of row.shown) {
      expect(parseMetric(name.replace('@k', '@10')).family).toBe(family)
      expect(metricNames).toContain(name)
    }
  })
})

function ranked(items: readonly { readonly score: number; readonly label: number }[], cutoff = Infinity) {
  return rankList(
    items.map(({ score }) => score),
    items.map(({ label }) => label),
    { cutoff },
  )
}
