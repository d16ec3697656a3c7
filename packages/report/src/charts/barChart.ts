import { axisX, axisY, barX, gridX, ruleX, text } from '@observablehq/plot'
import { grouped, readable, shortened } from '../text/shown.ts'
import type { Chart, ChartText } from './chart.ts'
import { barChartShape } from './chartShapes.ts'
import { fontSize, plotted } from './plotted.ts'
import { gridColour, seriesColour } from './seriesStyle.ts'

export interface BarChartData extends ChartText {
  /** What a bar stands for: `feature`. */
  readonly of: string
  /** What its length is: `weight`. */
  readonly measure: string
  readonly bars: readonly { readonly name: string; readonly value: number }[]
  readonly format?: (value: number) => string
  /** How many of the first bars are drawn; the table has all. */
  readonly most?: number
}

const rowHeight = 24

/** One horizontal bar for each name, in the order given. */
export function barChart(data: BarChartData): Chart {
  barChartShape('data', data)
  const { of, measure, bars, format = readable, most = 24, ...about } = data
  const finite = bars.filter(({ value }) => Number.isFinite(value)).slice(0, most)
  const description = `Bars of ${measure} by ${of}: ${finite.map(({ name, value }) => `${shortened(name)} ${format(value)}`).join(', ')}.`
  return {
    ...about,
    description,
    table: { columns: [of, measure], rows: bars.map(({ name, value }) => [name, value]) },
    svg: (width) => drawn(finite, { width, measure, format, name: about.title, description }),
  }
}

function drawn(
  bars: BarChartData['bars'],
  about: {
    readonly width: number
    readonly measure: string
    readonly format: (value: number) => string
    name: string
    description: string
  },
): string {
  const { width, measure, format, name, description } = about
  const names = namesMargin(bars, width)
  const values = bars.map(({ value }) => value)
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const room = Math.max(...bars.map(({ value }) => format(value).length), 1) * 7 + 8
  const ends = bars.map((bar, row) => ({ ...bar, row }))
  const ticks = ticksFor(width - names - room)
  return plotted({
    ...{ name, description, width, height: bars.length * rowHeight + 52 },
    ...{ marginLeft: names, marginRight: 8, marginTop: 6, marginBottom: 44 },
    ...{ insetLeft: least < 0 ? room : 0, insetRight: most > 0 || least === 0 ? room : 0 },
    x: { domain: least === most ? [0, 1] : [least, most], label: null },
    y: { domain: ends.map(({ row }) => row), label: null, padding: 0.25 },
    marks: [
      gridX({ stroke: gridColour, strokeOpacity: 1, ticks }),
      axisX(measureAxis(measure, ticks)),
      axisY(
        namesAxis(
          bars.map((bar) => bar.name),
          names,
        ),
      ),
      barX(ends, { y: 'row', x: 'value', fill: ({ value }: { value: number }) => seriesColour(value < 0 ? 1 : 0), rx: 2 }),
      ruleX([0], { stroke: 'currentColor' }),
      text(
        ends.filter(({ value }) => value >= 0),
        { y: 'row', x: 'value', text: ({ value }) => format(value), dx: 5, textAnchor: 'start' },
      ),
      text(
        ends.filter(({ value }) => value < 0),
        { y: 'row', x: 'value', text: ({ value }) => format(value), dx: -5, textAnchor: 'end' },
      ),
    ],
  })
}

/** A number at an axis. Plot also says which one it is, so formats are never handed over as they are. */
export function tickText(value: number): string {
  return Number.isInteger(value) ? grouped(value) : readable(value)
}

/** How many numbers an axis of this length has room for. */
export function ticksFor(width: number): number {
  return Math.max(2, Math.min(7, Math.floor(width / 64)))
}

/** Room for the names on the left: as much as they need, up to two fifths of the picture. */
export function namesMargin(rows: readonly { readonly name: string }[], width: number): number {
  const longest = Math.max(1, ...rows.map(({ name }) => Array.from(name).length))
  return Math.round(Math.min(longest * 7 + 16, width * 0.4))
}

/** Names as the labels of rows that are numbered from 0; long ones are cut. */
export function namesAxis(names: readonly string[], margin: number) {
  const most = Math.max(4, Math.floor((margin - 12) / 7))
  return {
    tickSize: 0,
    tickPadding: 8,
    tickFormat: (row: number) => shortened(names[row] ?? '', most),
    fontSize,
    label: null,
  }
}

/** The numbers below the rows, and what they measure. */
export function measureAxis(label: string, ticks: number) {
  return {
    ticks,
    tickSize: 0,
    tickFormat: tickText,
    label,
    labelAnchor: 'center',
    labelArrow: 'none',
    fontSize,
    labelOffset: 38,
  } as const
}
