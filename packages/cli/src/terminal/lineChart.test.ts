import { expect, test } from 'vitest'
import { lineChart } from './lineChart.ts'

const chartOf = (ys: readonly number[], marks: readonly number[] = []) =>
  lineChart(
    ys.map((y, index) => ({ x: index + 1, y })),
    { columns: 28, height: 3, marks },
  ).split('\n')

test('a line that rises by a step shows the step, its levels and a scale', () => {
  const ys = Array.from({ length: 21 }, (_, index) => (index < 10 ? 0 : 0.2))
  expect(chartOf(ys)).toEqual([
    '   0.2 ┤          ╭─────────', // the eleventh of 21 points stands in the middle of 20 columns
    '       │          │',
    '   0.0 ┤──────────╯',
    '       └───────────────────┬',
    '                          20',
  ])
})

test('no more lines than asked for are taken, whatever the range', () => {
  for (const range of [1e-7, 0.013, 0.7, 2, 345]) {
    const lines = lineChart(
      Array.from({ length: 30 }, (_, index) => ({ x: index + 1, y: (index % 7) * range })),
      { columns: 60, height: 11 },
    ).split('\n')
    expect(lines.length - 2).toBeLessThanOrEqual(11)
  }
})

test('marks stand below the series they are about', () => {
  const ys = Array.from({ length: 21 }, () => 0.5)
  const lines = chartOf(ys, [11])
  expect(lines.at(-1)?.indexOf('▲')).toBe(8 + 10)
})

test('however many points there are, the picture is as wide as the terminal at most', () => {
  const lines = chartOf(Array.from({ length: 10_000 }, (_, index) => Math.sin(index / 700)))
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(28)
})
