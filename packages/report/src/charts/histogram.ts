import { axisX, axisY, gridY, rectY, ruleY } from '@observablehq/plot'
import { count as countShape, numbers, requireArguments } from '@rankwright/core/arguments'
import { grouped, readable } from '../text/shown.ts'
import { axisLabel, roundStep, ticksAlong, ticksUp } from './axis.ts'
import type { Chart, ChartText } from './chart.ts'
import { histogramShape } from './chartShapes.ts'
import { fontSize, plotted } from './plotted.ts'
import { gridColour, seriesColour } from './seriesStyle.ts'

export interface HistogramData extends ChartText {
  /** What is counted: `lists`. */
  readonly of: string
  /** By which number: `items`. */
  readonly measure: string
  readonly bins: readonly Bin[]
}

/** Values from `from` up to, but not with, `to`; the last bin has its end. */
export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

const [left, right] = [56, 14]
/** Room above for what is counted. */
const top = 32

export function histogram(data: HistogramData): Chart {
  histogramShape('data', data)
  const { of, measure, bins, ...about } = data
  const whole = isWhole(bins)
  const told = bins.map(({ from, to, count }) => `${readable(from)}${whole ? '' : ` to ${readable(to)}`}: ${grouped(count)}`)
  const description = `How many ${of} have which ${measure}: ${told.join(', ')}.`
  return {
    ...about,
    description,
    table: whole
      ? { columns: [measure, of], rows: bins.map(({ from, count }) => [from, count]) }
      : { columns: [`${measure} from`, 'to', of], rows: bins.map(({ from, to, count }) => [from, to, count]) },
    svg: (width) => {
      const room = width - left - right
      const shift = whole ? -0.5 : 0 // a whole number stands below the middle of its bar
      const shown = bins.map(({ from, to, count }) => ({ from: from + shift, to: to + shift, count }))
      const domain: [number, number] = shown.length === 0 ? [0, 1] : [shown[0].from, shown[shown.length - 1].to]
      const along = ticksAlong(domain, room, { whole })
      const up = ticksUp([0, Math.max(1, ...bins.map(({ count }) => count))], { whole: true, most: 5 })
      return plotted({
        ...{ name: about.title, description, width, height: width < 450 ? 215 : 235 },
        ...{ marginLeft: left, marginRight: right, marginTop: top, marginBottom: 46 },
        x: { domain, label: null },
        y: { domain: up.domain, label: null },
        marks: [
          gridY({ stroke: gridColour, strokeOpacity: 1, ticks: up.ticks }),
          axisY({
            ...{ ticks: up.ticks, tickFormat: up.tickFormat, tickSize: 0, fontSize },
            ...{ label: of, labelAnchor: 'top', labelArrow: 'none', labelOffset: 50 },
          }),
          axisX({ ...along, tickSize: 4, ...axisLabel(measure, room, left, right) }),
          rectY(shown, { x1: 'from', x2: 'to', y: 'count', fill: seriesColour(0), inset: 0.5 }),
          ruleY([0], { stroke: 'currentColor' }),
        ],
      })
    },
  }
}

/** Ticks between whole numbers would name values that there are none of. */
function isWhole(bins: readonly Bin[]): boolean {
  return bins.every(({ from, to }) => Number.isInteger(from) && to - from === 1)
}

/** Bins of equal width with round ends, about as many as wanted; whole ones for whole numbers. */
export function binsOf(values: ArrayLike<number>, wanted = 20): Bin[] {
  requireArguments({ values, wanted }, { values: numbers('missing'), wanted: countShape(1) })
  let [least, most, whole, count] = [Infinity, -Infinity, true, 0]
  for (let at = 0; at < values.length; at++) {
    const value = values[at]
    if (!Number.isFinite(value)) continue
    least = Math.min(least, value)
    most = Math.max(most, value)
    whole &&= Number.isInteger(value)
    count++
  }
  if (count === 0) return []
  const step = stepOf(least, most, whole, wanted)
  if (!(step > 0 && Number.isFinite(step) && Number.isFinite(most / step) && Number.isFinite(least / step)))
    return [{ from: least, to: most, count }]
  const start = Math.floor(least / step)
  const bins = Math.max(1, whole ? Math.floor(most / step) - start + 1 : Math.ceil(most / step - 1e-9) - start)
  const counts = new Array<number>(bins).fill(0)
  for (let at = 0; at < values.length; at++) {
    if (Number.isFinite(values[at])) counts[Math.min(bins - 1, Math.floor(values[at] / step) - start)]++
  }
  const edge = (place: number) => Number(((start + place) * step).toPrecision(12))
  return counts.map((each, bin) => ({ from: edge(bin), to: edge(bin + 1), count: each }))
}

function stepOf(least: number, most: number, whole: boolean, wanted: number): number {
  if (whole) return Math.max(1, roundStep((most - least + 1) / wanted, true))
  return roundStep((most > least ? most - least : Math.abs(most)) / wanted, false)
}
