/** What every metric of one list promises. */
import type { Numbers } from '@rankwright/core/data'
import type { Ties } from '@rankwright/core/metrics'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** By its name: the metric may come from the sources and this file from the built package. */
const refusal = expect.objectContaining({ name: 'RankwrightError' })

/** A metric as users call it; a metric without a choice of ties ignores the options. */
export type MeasureList = (
  scores: Numbers,
  labels: Numbers,
  options?: { readonly ties?: Ties; readonly itemIds?: readonly string[] },
) => number | undefined

export interface MetricPromises {
  /** The least and the greatest value it can take; not given for values without bounds. */
  readonly range?: readonly [number, number]
  /** What a list counts for whose scores order it as the labels do, wherever the metric is defined there. */
  readonly perfect?: number
  /** False for metrics with their own treatment of ties, such as correlations. */
  readonly averagesOverTies?: boolean
}

export function metricContract(name: string, measure: MeasureList, { range, perfect, averagesOverTies = true }: MetricPromises): void {
  describe(`${name} keeps the promises of a metric`, () => {
    test('a value is a number within its range, or undefined', () => {
      holds(list(0, 12, 6), ({ scores, labels }) => {
        const value = measure(scores, labels)
        if (value === undefined) return
        expect(value).not.toBeNaN()
        if (range === undefined) return
        expect(value).toBeGreaterThanOrEqual(range[0] - 1e-12)
        expect(value).toBeLessThanOrEqual(range[1] + 1e-12)
      })
    })

    test('no order of the items is better than that of their labels', () => {
      holds(list(1, 10, 50), ({ scores, labels }) => {
        const best = measure(labels, labels)
        const value = measure(scores, labels)
        if (best === undefined || value === undefined) return
        expect(value).toBeLessThanOrEqual(best + 1e-12)
        if (perfect !== undefined) expect(best).toBeCloseTo(perfect, 12)
      })
    })

    test('only the order of the scores matters', () => {
      holds(list(1, 10, 6), ({ scores, labels }) => {
        const value = measure(scores, labels)
        const moved = scores.map((score) => 8 * score - 1000)
        const bent = scores.map((score) => Math.atan(score / 4) + score ** 3)
        same(measure(moved, labels), value)
        same(measure(bent, labels), value)
      })
    })

    test('the order in which the items are given does not matter', () => {
      holds(fc.tuple(list(1, 10, 6), fc.infiniteStream(fc.nat())), ([{ scores, labels }, keys]) => {
        const order = scores.map((_, item) => ({ item, key: keys.next().value })).sort((a, b) => a.key - b.key)
        const value = measure(
          order.map(({ item }) => scores[item]),
          order.map(({ item }) => labels[item]),
        )
        same(value, measure(scores, labels))
      })
    })

    test('the arguments stay as they are, whatever kind of array they are', () => {
      holds(list(0, 10, 6), ({ scores, labels }) => {
        const given = [Float64Array.from(scores), Float32Array.from(labels)] as const
        same(measure(...given), measure(scores, labels))
        expect(Array.from(given[0])).toEqual(scores)
        expect(Array.from(given[1])).toEqual(labels)
      })
    })

    test('a list without items, or with one, raises nothing', () => {
      expect(measure([], []) ?? 0).not.toBeNaN()
      for (const label of [0, 1, 3]) expect(measure([0.5], [label]) ?? 0).not.toBeNaN()
    })

    test('an infinite score is the lowest or the highest there is', () => {
      holds(list(1, 10, 6), ({ scores, labels }) => {
        const lowest = scores.map((score) => (score === 0 || score === 3 ? -1000 : score))
        const endless = lowest.map((score) => (score === -1000 ? Number.NEGATIVE_INFINITY : score))
        same(measure(endless, labels), measure(lowest, labels))
      })
    })

    test('what is no list of scores and labels is refused, and the message names the argument', () => {
      expect(() => measure([0, Number.NaN, 2], [0, 1, 2])).toThrow('scores[1] is NaN')
      expect(() => measure([0, 1, 2], [Number.NaN, 1, 2])).toThrow('labels[0] is NaN')
      expect(() => measure([0, 1, 2], [1, Number.POSITIVE_INFINITY, 2])).toThrow('labels[1] is Infinity')
      expect(() => measure([1, 2, 3], [1, 2])).toThrow('scores has 3 entries and labels 2')
      expect(() => measure([1, 2], [1, 2, 3])).toThrow('scores has 2 entries and labels 3')
      for (const wrong of [undefined, null, 'abc', 7, {}, ['1', '2'], Promise.resolve([1, 2])]) {
        expect(() => measure(wrong as never, [1, 2])).toThrow(refusal)
        expect(() => measure([1, 2], wrong as never)).toThrow(refusal)
      }
    })

    test('minus zero is zero', () => {
      holds(list(1, 10, 3), ({ scores, labels }) => {
        const signed = scores.map((score, item) => (score === 0 && item % 2 === 0 ? -0 : score))
        same(measure(signed, labels), measure(scores, labels))
      })
    })

    if (averagesOverTies) tiePromises(measure)
  })
}

function tiePromises(measure: MeasureList): void {
  test('expected ties are the mean over all orders of the tied items', () => {
    holds(list(1, 6, 3), ({ scores, labels }) => {
      const values = orders(scores.length)
        .map((order) => measure(strict(scores, order), labels))
        .filter((value) => value !== undefined)
      const value = measure(scores, labels, { ties: 'expected' })
      if (values.length === 0) expect(value).toBeUndefined()
      else expect(value).toBeCloseTo(values.reduce((sum, each) => sum + each, 0) / values.length, 10)
    })
  })

  test('worst ties are the least over all orders of the tied items', () => {
    holds(list(1, 6, 3), ({ scores, labels }) => {
      const values = orders(scores.length).map((order) => measure(strict(scores, order), labels) ?? 0)
      expect(measure(scores, labels, { ties: 'worst' }) ?? 0).toBeCloseTo(Math.min(...values), 10)
    })
  })

  test('ties in input order put the earlier item first', () => {
    holds(list(1, 10, 4), ({ scores, labels }) => {
      const inOrder = strict(
        scores,
        scores.map((_, item) => item),
      )
      same(measure(scores, labels, { ties: 'input' }), measure(inOrder, labels))
    })
  })

  test('ties by descending id put the greater id first', () => {
    holds(fc.tuple(list(1, 8, 3), fc.uniqueArray(fc.string(), { minLength: 8, maxLength: 8 })), ([{ scores, labels }, ids]) => {
      const itemIds = ids.slice(0, scores.length)
      const byId = itemIds.map((_, item) => item).sort((a, b) => Buffer.compare(Buffer.from(itemIds[b]), Buffer.from(itemIds[a])))
      const order = scores.map((_, item) => byId.indexOf(item))
      same(measure(scores, labels, { ties: 'by-id-descending', itemIds }), measure(strict(scores, order), labels))
    })
  })
}

function holds<Given>(given: fc.Arbitrary<Given>, check: (given: Given) => void): void {
  fc.assert(fc.property(given, check), { numRuns: 60 })
}

/** Whole scores 0 .. spread − 1, so that few scores mean many ties, and labels 0 .. 4, often 0. */
function list(least: number, most: number, spread: number) {
  const item = fc.record({
    score: fc.integer({ min: 0, max: spread - 1 }),
    label: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 })),
  })
  return fc.array(item, { minLength: least, maxLength: most }).map((items) => ({
    scores: items.map(({ score }) => score),
    labels: items.map(({ label }) => label),
  }))
}

/** The scores with ties broken: of tied items, the one with the lesser place in `order` comes first. */
function strict(scores: readonly number[], order: readonly number[]): number[] {
  return scores.map((score, item) => score - order[item] / 100)
}

/** All orders of this many items. */
function orders(count: number): number[][] {
  if (count === 0) return [[]]
  return orders(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => [...order.slice(0, at), count - 1, ...order.slice(at)]),
  )
}

function same(actual: number | undefined, expected: number | undefined): void {
  if (actual === undefined || expected === undefined) expect(actual).toBe(expected)
  else expect(actual).toBeCloseTo(expected, 12)
}
