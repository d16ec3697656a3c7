import { axisX, axisY, dot, gridX, ruleX, ruleY } from '@observablehq/plot'
import { readable, shortened } from '../text/shown.ts'
import { axisLabel, ticksAlong } from './axis.ts'
import type { Chart, ChartText } from './chart.ts'
import { intervalChartShape } from './chartShapes.ts'
import { type NamedRow, namesAxis, namesHeight, namesMargin, rowName } from './names.ts'
import { plotted } from './plotted.ts'
import { gridColour, referenceColour, seriesColour } from './seriesStyle.ts'

export interface IntervalChartData extends ChartText {
  /** What a row stands for: `ranker`. */
  readonly of: string
  readonly measure: string
  readonly rows: readonly IntervalRow[]
  /** A value to compare with, drawn as a line over all rows. */
  readonly reference?: { readonly name: string; readonly value: number }
  readonly format?: (value: number) => string
  /** How many of the first rows are drawn; the table has all. */
  readonly most?: number
}

export interface IntervalRow extends NamedRow {
  readonly value: number
  /** NaN where there is no interval. */
  readonly low: number
  readonly high: number
}

const right = 16

/** One dot with its interval for each name, in the order given. */
export function intervalChart(data: IntervalChartData): Chart {
  intervalChartShape('data', data)
  const { of, measure, rows, reference, format = readable, most = 24, ...about } = data
  const shown = rows.filter(({ value }) => Number.isFinite(value)).slice(0, most)
  const told = shown.map(
    ({ value, low, high, ...row }) =>
      `${shortened(rowName(row))} ${format(value)}${hasInterval({ low, high }) ? ` (${format(low)} to ${format(high)})` : ''}`,
  )
  const against = reference === undefined ? '' : ` For comparison: ${reference.name}, ${format(reference.value)}.`
  const description = `${measure} by ${of}${rows.some(hasInterval) ? ', with intervals' : ''}: ${told.join(', ')}.${against}`
  return {
    ...about,
    description,
    table: { columns: [of, measure, 'low', 'high'], rows: rows.map(({ value, low, high, ...row }) => [rowName(row), value, low, high]) },
    svg: (width) => drawn(shown, { width, measure, reference, name: about.title, description }),
  }
}

function hasInterval({ low, high }: Pick<IntervalRow, 'low' | 'high'>): boolean {
  return Number.isFinite(low) && Number.isFinite(high)
}

function drawn(
  rows: readonly IntervalRow[],
  about: Pick<IntervalChartData, 'measure' | 'reference'> & { readonly width: number; readonly name: string; readonly description: string },
): string {
  const { width, measure, reference, name, description } = about
  const names = namesMargin(rows, width)
  const placed = rows.map((each, row) => ({ ...each, row }))
  const ends = [
    ...rows.flatMap((row) => (hasInterval(row) ? [row.low, row.high, row.value] : [row.value])),
    ...(reference ? [reference.value] : []),
  ]
  const [least, most] = ends.length === 0 ? [0, 1] : [Math.min(...ends), Math.max(...ends)]
  const around = (most - least) * 0.06 || 0.05
  const domain: [number, number] = [least - around, most + around]
  const room = width - names - right
  const { ticks, tickFormat } = ticksAlong(domain, room)
  return plotted({
    ...{
      name,
      description,
      width,
      height: rows.length * namesHeight(rows, names) + 56,
      marginLeft: names,
      marginRight: right,
      marginTop: 8,
      marginBottom: 46,
    },
    x: { domain, label: null },
    y: { type: 'point', domain: placed.map(({ row }) => row), label: null, padding: 0.6 },
    marks: [
      gridX({ stroke: gridColour, strokeOpacity: 1, ticks }),
      axisX({ ticks, tickFormat, tickSize: 0, ...axisLabel(measure, room, names, right) }),
      axisY(namesAxis(rows, names)),
      ...(reference ? [ruleX([reference.value], { stroke: referenceColour, strokeDasharray: '5 3', strokeWidth: 1.5 })] : []),
      ruleY(placed.filter(hasInterval), {
        y: 'row',
        x1: 'low',
        x2: 'high',
        stroke: seriesColour(0),
        strokeWidth: 3,
        strokeLinecap: 'round',
      }),
      dot(placed, { y: 'row', x: 'value', fill: seriesColour(0), stroke: 'var(--card, #ffffff)', strokeWidth: 1.5, r: 5.5 }),
    ],
  })
}
