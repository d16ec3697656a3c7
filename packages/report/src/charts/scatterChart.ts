import { axisX, axisY, dot, gridX, gridY, line } from '@observablehq/plot'
import { counted } from '../text/shown.ts'
import { axisLabel, ticksAlong, ticksUp } from './axis.ts'
import type { Chart, ChartText } from './chart.ts'
import { scatterChartShape } from './chartShapes.ts'
import type { AxisData } from './lineChart.ts'
import { fontSize, plotted } from './plotted.ts'
import { gridColour, quietColour, seriesColour } from './seriesStyle.ts'

export interface ScatterChartData extends ChartText {
  readonly x: Required<AxisData>
  readonly y: Required<AxisData>
  /** What a point stands for: `list`. */
  readonly of: string
  readonly points: readonly { readonly name: string; readonly x: number; readonly y: number }[]
}

/** More points than these are thinned: the picture shows evenly spaced ones, and says so. The table has all that are shown. */
const mostPoints = 600

/** Two numbers of the same things against each other, with the line on which they are equal. */
export function scatterChart(data: ScatterChartData): Chart {
  scatterChartShape('data', data)
  const { x, y, of, points, title, note } = data
  const there = points.filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y))
  const shown =
    there.length <= mostPoints
      ? there
      : Array.from({ length: mostPoints }, (_, place) => there[Math.floor((place * there.length) / mostPoints)])
  const [above, below] = [there.filter((point) => point.y > point.x).length, there.filter((point) => point.y < point.x).length]
  const description = `${y.name} against ${x.name}, a point for each ${of}. Of ${counted(there.length, of)}, ${above} are better up the ${y.name} axis, ${below} along the ${x.name} axis, and ${there.length - above - below} are equal.`
  const thinned =
    shown.length < there.length
      ? `${shown.length} of ${counted(there.length, of)} are drawn, evenly spaced in the order of the data.`
      : undefined
  const remark = [note, thinned].filter((part) => part !== undefined).join(' ')
  return {
    title,
    ...(remark !== '' && { note: remark }),
    description,
    table: { columns: [of, x.name, y.name], rows: shown.map((point) => [point.name, point.x, point.y]) },
    svg: (width) => {
      const side = Math.min(width, 460)
      const [left, right] = [58, 16]
      const room = side - left - right
      const along = ticksAlong(x.domain, room)
      const up = ticksUp(y.domain, { nice: false })
      return plotted({
        ...{
          name: title,
          description,
          width: side,
          height: side - 10,
          marginLeft: left,
          marginRight: right,
          marginTop: 30,
          marginBottom: 46,
        },
        x: { domain: [...x.domain], label: null },
        y: { domain: [...y.domain], label: null },
        marks: [
          gridX({ stroke: gridColour, strokeOpacity: 1, ticks: along.ticks }),
          gridY({ stroke: gridColour, strokeOpacity: 1, ticks: up.ticks }),
          axisX({ ...along, tickSize: 0, ...axisLabel(x.name, room, left, right) }),
          axisY({
            ...{ ticks: up.ticks, tickFormat: up.tickFormat, tickSize: 0, fontSize },
            ...{ label: y.name, labelAnchor: 'top', labelArrow: 'none' },
          }),
          line(
            [
              [x.domain[0], x.domain[0]],
              [x.domain[1], x.domain[1]],
            ],
            { stroke: quietColour, strokeDasharray: '4 4' },
          ),
          dot(shown, { x: 'x', y: 'y', r: 3, fill: seriesColour(0), fillOpacity: shown.length > 60 ? 0.5 : 0.85 }),
        ],
      })
    },
  }
}
