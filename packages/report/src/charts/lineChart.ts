import { axisX, axisY, dot, gridX, gridY, line, ruleX } from '@observablehq/plot'
import { readable, shortened } from '../text/shown.ts'
import { axisLabel, powerTicks, ticksAlong, ticksUp } from './axis.ts'
import type { Chart, ChartText } from './chart.ts'
import { lineChartShape } from './chartShapes.ts'
import { fontSize, plotted } from './plotted.ts'
import { gridColour, quietColour, referenceColour, seriesColour, seriesDash } from './seriesStyle.ts'

export interface LineChartData extends ChartText {
  readonly x: AxisData & {
    /** Equal ways along the axis are equal factors: all x are above 0. */
    readonly logarithmic?: boolean
  }
  readonly y: AxisData
  readonly series: readonly LineSeries[]
  /** The diagonal, where x and y are the same. */
  readonly diagonal?: string
  /** Places along x that are marked: where drift was detected. */
  readonly marks?: { readonly name: string; readonly at: readonly number[] }
}

export interface AxisData {
  readonly name: string
  readonly domain?: readonly [number, number]
}

export interface LineSeries {
  readonly name: string
  readonly points: readonly LinePoint[]
  /** Points are dots too. */
  readonly dots?: boolean
}

export interface LinePoint {
  readonly x: number
  readonly y: number
}

const [left, right] = [56, 18]

export function lineChart(data: LineChartData): Chart {
  lineChartShape('data', data)
  const { x, y, series, diagonal, marks, title, note } = data
  const description = descriptionOf(data)
  return {
    title,
    ...(note !== undefined && { note }),
    description,
    ...(series.length > 1 && {
      legend: series.map(({ name }, place) => ({ name, series: place, as: 'line' as const })),
    }),
    table: {
      columns: ['series', x.name, y.name],
      rows: series.flatMap(({ name, points }) => points.map((point) => [name, point.x, point.y])),
    },
    svg: (width) => {
      const flat = series.flatMap(({ points }) => points.filter(isThere))
      const [xs, ys] = [x.domain ?? rangeOf(flat.map((point) => point.x)), y.domain ?? rangeOf(flat.map((point) => point.y))]
      const room = width - left - right
      const whole = flat.every((point) => Number.isInteger(point.x)) // folds: there is nothing between them
      const along = x.logarithmic ? powerTicks(xs, room) : ticksAlong(xs, room, { whole })
      const up = ticksUp(ys, { nice: y.domain === undefined })
      return plotted({
        ...{ name: title, description, width, height: width < 450 ? 250 : 290 },
        ...{ marginLeft: left, marginRight: right, marginTop: 32, marginBottom: 46 },
        x: { domain: [...xs], label: null, ...(x.logarithmic && { type: 'log' as const }) },
        y: { domain: up.domain, label: null },
        marks: [
          gridY({ stroke: gridColour, strokeOpacity: 1, ticks: up.ticks }),
          gridX({ stroke: gridColour, strokeOpacity: 1, ticks: along.ticks }),
          axisY({
            ...{ ticks: up.ticks, tickFormat: up.tickFormat, tickSize: 0, fontSize },
            ...{ label: y.name, labelAnchor: 'top', labelArrow: 'none', labelOffset: 50 },
          }),
          axisX({ ...along, tickSize: 0, ...axisLabel(x.name, room, left, right) }),
          ...(diagonal === undefined
            ? []
            : [
                line(
                  [
                    [xs[0], xs[0]],
                    [xs[1], xs[1]],
                  ],
                  { stroke: quietColour, strokeDasharray: '4 4' },
                ),
              ]),
          ...(marks === undefined ? [] : [ruleX(marks.at, { stroke: referenceColour, strokeDasharray: '3 3', strokeWidth: 1.5 })]),
          ...series.map((each, place) => line(each.points.filter(isThere), lineStyle(place))),
          ...series.map((each, place) =>
            dot(each.dots ? each.points.filter(isThere) : [], { x: 'x', y: 'y', r: 3.5, fill: seriesColour(place) }),
          ),
        ],
      })
    },
  }
}

function lineStyle(series: number) {
  return {
    x: 'x',
    y: 'y',
    stroke: seriesColour(series),
    strokeWidth: 2.25,
    strokeDasharray: seriesDash(series),
    strokeLinejoin: 'round' as const,
  }
}

function isThere({ x, y }: LinePoint): boolean {
  return Number.isFinite(x) && Number.isFinite(y)
}

function rangeOf(values: readonly number[]): readonly [number, number] {
  const [least, most] = values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity])
  if (least > most) return [0, 1]
  if (least < most) return [least, most]
  return least === 0 ? [0, 1] : least > 0 ? [0, most] : [least, 0] // a level line, with where it is
}

function descriptionOf({ x, y, series, diagonal, marks }: LineChartData): string {
  const lines = series.map(({ name, points }) => {
    const there = points.filter(isThere)
    const [first, last] = [there[0], there[there.length - 1]]
    if (first === undefined) return `${shortened(name)} has no points`
    const [low, high] = rangeOf(there.map((point) => point.y))
    return `${shortened(name)} goes from ${readable(first.y)} at ${readable(first.x)} to ${readable(last.y)} at ${readable(last.x)}, between ${readable(low)} and ${readable(high)}`
  })
  const other = [
    ...(diagonal === undefined ? [] : [`The diagonal is ${diagonal}.`]),
    ...(marks === undefined
      ? []
      : [
          marks.at.length === 0
            ? `No ${marks.name}.`
            : `${marks.name} at ${marks.at
                .slice(-20)
                .map((at) => readable(at))
                .join(', ')}.`,
        ]),
  ]
  return [`${y.name} against ${x.name}: ${lines.join('; ')}.`, ...other].join(' ')
}
