import { describe, expect, test } from 'vitest'
import { powerTicks, ticksAlong, ticksUp } from './axis.ts'
import { barChart } from './barChart.ts'
import type { Chart } from './chart.ts'
import { binsOf, histogram } from './histogram.ts'
import { intervalChart } from './intervalChart.ts'
import { lineChart } from './lineChart.ts'
import { scatterChart } from './scatterChart.ts'
import { shareChart } from './shareChart.ts'
import { termsChart } from './termsChart.ts'

const hostile = '<script>alert("1")</script> & \u202eabc \0'

/** A chart of each sort, all names of which are hostile. */
const samples: Readonly<Record<string, () => Chart>> = {
  bars: () => barChart({ title: hostile, of: 'a', measure: hostile, bars: [1, -2, Number.NaN].map((value) => ({ name: hostile, value })) }),
  intervals: () =>
    intervalChart({
      ...{ title: hostile, of: 'a', measure: hostile, reference: { name: hostile, value: 0 } },
      rows: [
        { name: hostile, value: 1, low: 0.5, high: 2 },
        { name: hostile, value: 1, low: Number.NaN, high: Number.NaN },
      ],
    }),
  histogram: () => histogram({ title: hostile, of: hostile, measure: hostile, bins: binsOf([1, 1, 3, 8]) }),
  lines: () =>
    lineChart({
      ...{ title: hostile, x: { name: hostile }, y: { name: hostile }, marks: { name: hostile, at: [1] }, diagonal: hostile },
      series: [0, 1].map((shift) => ({ name: hostile, points: [0, 1, 2].map((x) => ({ x, y: x * x + shift })), dots: true })),
    }),
  scatter: () =>
    scatterChart({
      ...{ title: hostile, of: hostile, x: { name: hostile, domain: [0, 1] }, y: { name: hostile, domain: [0, 1] } },
      points: [{ name: hostile, x: 0.25, y: 0.5 }],
    }),
  shares: () =>
    shareChart({
      ...{ title: hostile, of: hostile, measure: hostile, parts: [{ name: hostile }, { name: 'equal', quiet: true }, { name: 'none' }] },
      rows: [
        { name: hostile, counts: [3, 1, 0] },
        { name: hostile, counts: [0, 0, 0] },
      ],
    }),
  terms: () => termsChart({ title: hostile, rows: [{ name: hostile, terms: { [hostile]: 0.5, rest: 400 }, bound: 400.5, known: 2 }] }),
}

describe.each(Object.keys(samples))('a chart of %s', (name) => {
  const chart = samples[name]
  const [wide, narrow] = [chart().svg(540), chart().svg(304)]

  test('has the same bytes for the same data', () => {
    expect(chart().svg(540)).toBe(wide)
    expect(narrow).not.toBe(wide)
  })

  test('shows names as text, without characters that XML lacks', () => {
    for (const svg of [wide, narrow]) {
      expect(svg).not.toContain('<script')
      expect(svg).not.toContain('\0')
      expect(svg).toContain('&lt;script&gt;')
    }
  })

  test('says what it shows, has no ids and no styles of its own, and no number that is not one', () => {
    expect(wide).toMatch(/^<svg [^>]*>\s*<title>[^<]+<\/title>\s*<desc>[^<]+<\/desc>/)
    expect(wide).toContain('role="img"')
    expect(wide).not.toMatch(/ id=| style=|<style|NaN|Infinity|undefined/)
    expect(chart().description.length).toBeGreaterThan(20)
    expect(chart().table.rows.length).toBeGreaterThan(0)
  })

  test('takes its colours from the page', () => {
    expect(
      [...wide.matchAll(/(?:fill|stroke)="([^"]+)"/g)]
        .map(([, colour]) => colour)
        .filter((colour) => !/^(?:none|currentColor|var\()/.test(colour)),
    ).toEqual([])
  })
})

test('bins have round ends, hold every value once, and are whole for whole numbers', () => {
  const values = Array.from({ length: 1000 }, (_, place) => (place * 7919) % 613)
  const bins = binsOf(values, 10)
  expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(1000)
  expect(bins.length).toBeLessThanOrEqual(11)
  for (const { from, to } of bins) expect([from % 100, to - from]).toEqual([0, 100])
  expect(binsOf([2, 2, 4])).toEqual([
    { from: 2, to: 3, count: 2 },
    { from: 3, to: 4, count: 0 },
    { from: 4, to: 5, count: 1 },
  ])
  expect(binsOf([0, 0.5, 1], 2)).toEqual([
    { from: 0, to: 0.5, count: 1 },
    { from: 0.5, to: 1, count: 2 },
  ])
})

test.each([[[]], [[Number.NaN]], [[0.5]], [[-1e308, 1.5e308]], [[0, 5e-324]], [[1, 1 + 2 ** -52]]])(
  'bins of %j are few, in order and lose nothing',
  (values) => {
    const bins = binsOf(values)
    expect(bins.length).toBeLessThan(50)
    expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(values.filter(Number.isFinite).length)
    for (const { from, to } of bins) expect(from).toBeLessThanOrEqual(to)
  },
)

test('numbers at an axis differ, whatever their places', () => {
  const rows = [0.651, 0.702, 0.748].map((value) => ({ name: 'a', value, low: value - 0.02, high: value + 0.02 }))
  const svg = intervalChart({ title: 'b', of: 'c', measure: 'd', rows }).svg(540)
  const numbers = Array.from(svg.matchAll(/>(0\.\d+)</g), ([, number]) => number)
  expect(numbers.length).toBeGreaterThan(2)
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('many points of a scatter are thinned, and the chart says so', () => {
  const points = Array.from({ length: 5000 }, (_, place) => ({ name: String(place), x: (place % 100) / 100, y: (place % 37) / 37 }))
  const chart = scatterChart({ title: 'a', of: 'list', x: { name: 'x', domain: [0, 1] }, y: { name: 'y', domain: [0, 1] }, points })
  expect(chart.note).toBe('600 of 5,000 lists are drawn, evenly spaced in the order of the data.')
  expect(chart.table.rows.length).toBe(600)
  expect(chart.svg(540).match(/<circle/g)?.length).toBe(600)
})

/** The words in a picture. */
function wordsOf(svg: string): string[] {
  return Array.from(svg.replace(/<(title|desc)>[^<]*<\/\1>/g, '').matchAll(/>([^<>]+)</g), ([, words]) => words)
}

test('numbers at an axis have the same decimals, and do not touch', () => {
  const texts = ({ ticks, tickFormat }: ReturnType<typeof ticksAlong>) => ticks.map(tickFormat)
  expect(texts(ticksAlong([0.63, 1.01], 400))).toEqual(['0.70', '0.80', '0.90', '1.00'].map((text) => text.slice(0, 3)))
  expect(texts(ticksAlong([-2.4e6, 3.1e6], 300))).toEqual(['−2,000,000', '0', '2,000,000'])
  expect(texts(ticksAlong([0, 3], 400, { whole: true }))).toEqual(['0', '1', '2', '3'])
  expect(ticksUp([0.012, 0.13]).domain).toEqual([0, 0.14])
  expect(texts(ticksUp([0, 0]))).toEqual(['0', '0'])
})

test('an axis has two numbers at least, and an axis of factors has round ones', () => {
  const texts = ({ ticks, tickFormat }: ReturnType<typeof ticksAlong>) => ticks.map(tickFormat)
  expect(texts(ticksAlong([0.803, 0.876], 130))).toEqual(['0.82', '0.84', '0.86'])
  expect(texts(powerTicks([0.001, 0.1], 400))).toEqual(['0.001', '0.01', '0.1'])
  expect(texts(powerTicks([0.3, 20], 400))).toEqual(['0.5', '1', '2', '5', '10', '20'])
  expect(texts(powerTicks([1e-12, 1], 200)).length).toBeLessThan(6)
})

test('a logarithmic axis takes numbers above 0 alone', () => {
  const chart = (x: number) =>
    lineChart({
      title: 'a',
      x: { name: 'x', logarithmic: true },
      y: { name: 'y' },
      series: [
        {
          name: 's',
          points: [
            { x, y: 1 },
            { x: 10, y: 2 },
          ],
        },
      ],
    })
  expect(wordsOf(chart(0.1).svg(540))).toEqual(expect.arrayContaining(['0.1', '1', '10']))
  expect(() => chart(0)).toThrow('data.series[0].points[0].x')
})

test('shares have an axis in per cent', () => {
  const bars = [0.109, 0.05].map((value, place) => ({ name: String(place), value }))
  expect(wordsOf(barChart({ title: 'a', of: 'b', measure: 'c', bars, shares: true }).svg(540))).toEqual(
    expect.arrayContaining(['10.9 %', '5.0 %', '2 %', '10 %']),
  )
})

test('wide letters have the room they need, and both names of a difference stay to be seen', () => {
  const row = { name: '商品の価格と評価の比率と在庫', minus: 'a-name-that-is-much-too-long-for-a-chart', value: 1, low: 0, high: 2 }
  const words = (width: number) => wordsOf(intervalChart({ title: 'a', of: 'b', measure: 'c', rows: [row] }).svg(width))
  expect(words(304).slice(-2)).toEqual([expect.stringMatching(/^\u2068商.*….*庫\u2069$/), expect.stringMatching(/^− a.*….*t$/)])
  expect(words(1400).at(-1)).toBe(`\u2068${row.name}\u2069 − ${row.minus}`)
})

test('one whole number for all is a bar above that number, and a level line stands where it is', () => {
  expect(binsOf([1, 1, 1])).toEqual([{ from: 1, to: 2, count: 3 }])
  expect(histogram({ title: 'a', of: 'b', measure: 'c', bins: binsOf([1, 1, 1]) }).table.rows).toEqual([[1, 3]])
  expect(binsOf([0.87, 0.87])).toEqual([{ from: 0.85, to: 0.9, count: 2 }])
  const level = lineChart({
    title: 'a',
    x: { name: 'x' },
    y: { name: 'y' },
    series: [{ name: 's', points: [0, 1].map((x) => ({ x, y: 0 })) }],
  })
  expect(wordsOf(level.svg(540)).filter((text) => text.includes('−'))).toEqual([])
})
