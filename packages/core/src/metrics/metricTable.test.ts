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

test('a metric whose mean over tied orders is out of reach counts the worst of them: a sorted file gains nothing', () => {
  const grades = [1, 1, 0, 0]
  const sorted = rankList([0, 0, 0, 0], grades, { ties: 'worst' })
  const worst = rankList([0, 1, 2, 3], grades)
  for (const name of ['iprec@0.5', '11pt_avg', 'bpref', 'infap', 'gm_bpref']) {
    const { measure, runOrder } = metricOf(parseMetric(name), conventions)
    expect(runOrder).toBe('worst')
    expect(measure(sorted)).toBe(measure(worst))
  }
})

test('success and rank-biased precision of tied items are means over their orders', () => {
  const scores = [1, 0, 0, 0, 0]
  const labels = [0, 1, 1, 0, 0]
  for (const name of ['success@1', 'success@2', 'success@3', 'success@4', 'rbp', 'rbp@0.5', 'rprec', 'relative_p@3', 'judged@2']) {
    const { measure } = metricOf(parseMetric(name), conventions)
    let total = 0
    const orders = [...permutations([1, 2, 3, 4])]
    for (const order of orders) total += measure(rankList([9, ...order], labels)) ?? Number.NaN
    expect(measure(rankList(scores, labels))).toBeCloseTo(total / orders.length, 12)
  }
})

function* permutations(values: readonly number[]): Generator<number[]> {
  if (values.length === 0) yield []
  for (const value of values) for (const rest of permutations(values.filter((other) => other !== value))) yield [value, ...rest]
}

describe.each(metricFamilies)('the row of %s', (family) => {
  const row = metricTable[family]
  const endings = row.places === 'first-k' ? ['@1', '@3', ''] : row.places === 'all' ? [''] : ['@0', '@0.5', '@0.99']
  const metrics = endings.map((ending) => metricOf(parseMetric(family + ending), conventions))

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
      expect(parseMetric(name.replace('@k', '@10').replace(/@[a-z]+/, '@0.5')).family).toBe(family)
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
