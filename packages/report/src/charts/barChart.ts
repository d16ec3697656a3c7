import { axisX, axisY, barX, gridX, ruleX, text } from '@observablehq/plot'
import { percent, readable, shortened } from '../text/shown.ts'
import { axisLabel, shareText, ticksAlong } from './axis.ts'
import type { Chart, ChartText } from './chart.ts'
import { barChartShape } from './chartShapes.ts'
import { namesAxis, namesMargin } from './names.ts'
import { plotted } from './plotted.ts'
import { gridColour, seriesColour } from './seriesStyle.ts'

export interface BarChartData extends ChartText {
  /** What a bar stands for: `feature`. */
  readonly of: string
  /** What its length is: `weight`. */
  readonly measure: string
  readonly bars: readonly { readonly name: string; readonly value: number }[]
  readonly format?: (value: number) => string
  /** The numbers are shares of a whole: the axis is in per cent. */
  readonly shares?: boolean
  /** How many of the first bars are drawn; the table has all. */
  readonly most?: number
}

const rowHeight = 24
const right = 8

/** One horizontal bar for each name, in the order given. */
export function barChart(data: BarChartData): Chart {
  barChartShape('data', data)
  const { of, measure, bars, shares = false, format = shares ? percent : readable, most = 24, ...about } = data
  const finite = bars.filter(({ value }) => Number.isFinite(value)).slice(0, most)
  const description = `Bars of ${measure} by ${of}: ${finite.map(({ name, value }) => `${shortened(name)} ${format(value)}`).join(', ')}.`
  return {
    ...about,
    description,
    table: { columns: [of, measure], rows: bars.map(({ name, value }) => [name, value]) },
    svg: (width) => drawn(finite, { width, measure, shares, format: (value) => format(value), name: about.title, description }),
  }
}

function drawn(
  bars: BarChartData['bars'],
  about: {
    readonly width: number
    readonly measure: string
    readonly shares: boolean
    readonly format: (value: number) => string
    name: string
    description: string
  },
): string {
  const { width, measure, shares, format, name, description } = about
  const names = namesMargin(bars, width)
  const values = bars.map(({ value }) => value)
  const [least, most] = [Math.min(0, ...values), Math.max(0, ...values)]
  const room = Math.max(...bars.map(({ value }) => format(value).length), 1) * 7 + 8
  const ends = bars.map((bar, row) => ({ ...bar, row }))
  const domain: [number, number] = least === most ? [0, 1] : [least, most]
  const [insetLeft, insetRight] = [least < 0 ? room : 0, most > 0 || least === 0 ? room : 0]
  const long = width - names - right
  const { ticks, tickFormat } = ticksAlong(domain, long - insetLeft - insetRight, shares ? { format: shareText } : {})
  return plotted({
    ...{ name, description, width, height: bars.length * rowHeight + 52 },
    ...{ marginLeft: names, marginRight: right, marginTop: 6, marginBottom: 44 },
    insetLeft,
    insetRight,
    x: { domain, label: null },
    y: { domain: ends.map(({ row }) => row), label: null, padding: 0.25 },
    marks: [
      gridX({ stroke: gridColour, strokeOpacity: 1, ticks }),
      axisX({ ticks, tickFormat, tickSize: 0, ...axisLabel(measure, long, names, right) }),
      axisY(namesAxis(bars, names)),
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
