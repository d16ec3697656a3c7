import { axisX, axisY, barX, gridX, ruleX, text } from '@observablehq/plot'
import { readable, shortened } from '../text/shown.ts'
import { axisLabel, ticksAlong } from './axis.ts'
import type { Chart, ChartText } from './chart.ts'
import { termsChartShape } from './chartShapes.ts'
import { namesAxis, namesMargin } from './names.ts'
import { plotted } from './plotted.ts'
import { gridColour, referenceColour, seriesColour } from './seriesStyle.ts'

export interface TermsChartData extends ChartText {
  readonly rows: readonly TermsRow[]
}

/** A bound as a sum, and what is known without learning. */
export interface TermsRow {
  readonly name: string
  readonly terms: Readonly<Record<string, number>>
  readonly bound: number
  readonly known: number
}

/** Bounds beyond this many times of what is known are cut off; their numbers stand beside them. */
const cut = 2.5
const rowHeight = 34
const right = 82

/** Bounds as shares of what is known without learning: bars that end left of 1 say something. */
export function termsChart(data: TermsChartData): Chart {
  termsChartShape('data', data)
  const { title, note, rows } = data
  const shares = rows.map(({ name, terms, bound, known }) => ({
    name,
    bound: bound / known,
    terms: Object.entries(terms).flatMap(([term, value]) => (value === 0 ? [] : [{ term, value: value / known }])),
  }))
  const names = [...new Set(shares.flatMap(({ terms }) => terms.map(({ term }) => term)))]
  const told = rows.map(
    ({ name, terms, bound, known }) =>
      `${shortened(name)}: ${Object.entries(terms)
        .map(([term, value]) => `${term} ${readable(value)}`)
        .join(' + ')} = ${readable(bound)}, known without learning ${readable(known)}`,
  )
  const description = `Bounds as sums of terms, each divided by what is known without learning; below 1 a bound says something. ${told.join('; ')}.`
  return {
    title,
    ...(note !== undefined && { note }),
    description,
    ...(names.length > 1 && { legend: names.map((name, series) => ({ name, series, as: 'area' as const })) }),
    table: {
      columns: ['theorem', 'term', 'value', 'bound', 'known without learning'],
      rows: rows.flatMap(({ name, terms, bound, known }) =>
        Object.entries(terms).map(([term, value]) => [name, term, value, bound, known]),
      ),
    },
    svg: (width) => {
      const margin = namesMargin(shares, width)
      const parts = shares.flatMap(({ terms }, row) => {
        let from = 0
        return terms.map(({ term, value }) => {
          const part = { row, series: names.indexOf(term), x1: Math.min(cut, from), x2: Math.min(cut, from + value) }
          from += value
          return part
        })
      })
      const most = Math.min(cut, Math.max(1.1, ...shares.map(({ bound }) => bound * 1.02)))
      const room = width - margin - right
      const { ticks, tickFormat } = ticksAlong([0, most], room)
      return plotted({
        ...{
          name: title,
          description,
          width,
          height: rows.length * rowHeight + 70,
          marginLeft: margin,
          marginRight: right,
          marginTop: 24,
          marginBottom: 46,
        },
        x: { domain: [0, most], label: null },
        y: { domain: shares.map((_, row) => row), label: null, padding: 0.3 },
        marks: [
          gridX({ stroke: gridColour, strokeOpacity: 1, ticks }),
          axisX({ ticks, tickFormat, tickSize: 0, ...axisLabel('bound / what is known without learning', room, margin, right) }),
          axisY(namesAxis(shares, margin)),
          barX(parts, { y: 'row', x1: 'x1', x2: 'x2', fill: (part: { series: number }) => seriesColour(part.series) }),
          ruleX([1], { stroke: referenceColour, strokeWidth: 2, strokeDasharray: '5 3' }),
          text([1], { x: (at: number) => at, frameAnchor: 'top', dy: -16, text: () => 'known without learning' }),
          text(
            shares.map((share, row) => ({ ...share, row })),
            {
              y: 'row',
              x: ({ bound }) => Math.min(bound, most),
              text: ({ bound }) => `${bound > most ? '→ ' : ''}× ${readable(bound, 3)}`,
              dx: 6,
              textAnchor: 'start',
            },
          ),
        ],
      })
    },
  }
}
