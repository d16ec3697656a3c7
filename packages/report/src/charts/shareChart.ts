import { axisX, axisY, barX, text } from '@observablehq/plot'
import { grouped, percent, shortened } from '../text/shown.ts'
import { axisLabel } from './axis.ts'
import type { Chart, ChartText } from './chart.ts'
import { shareChartShape } from './chartShapes.ts'
import { namesAxis, namesMargin } from './names.ts'
import { plotted } from './plotted.ts'
import { quietColour, seriesColour } from './seriesStyle.ts'

export interface ShareChartData extends ChartText {
  /** What a row stands for: `ranker`. */
  readonly of: string
  /** What is counted: `lists`. */
  readonly measure: string
  /** What the counts of a row are, from left to right: `won`, `equal`, `lost`. A quiet one has no colour. */
  readonly parts: readonly { readonly name: string; readonly quiet?: true }[]
  readonly rows: readonly { readonly name: string; readonly counts: readonly number[] }[]
  /** How many of the first rows are drawn; the table has all. */
  readonly most?: number
}

const rowHeight = 30

/** Counts that add up to a whole, one bar of full length for each name. */
export function shareChart(data: ShareChartData): Chart {
  shareChartShape('data', data)
  const { of, measure, parts, rows, most = 24, ...about } = data
  const shown = rows.slice(0, most)
  const told = shown.map(
    ({ name, counts }) => `${shortened(name)} ${counts.map((count, part) => `${grouped(count)} ${parts[part].name}`).join(', ')}`,
  )
  const description = `Shares of ${measure} by ${of}: ${told.join('; ')}.`
  return {
    ...about,
    description,
    legend: parts.map((part, place) => ({ ...part, series: seriesOf(parts, place), as: 'area' as const })),
    table: { columns: [of, ...parts.map(({ name }) => name)], rows: rows.map(({ name, counts }) => [name, ...counts]) },
    svg: (width) => {
      const margin = namesMargin(shown, width)
      const pieces = shown.flatMap(({ counts }, row) => piecesOf(counts, row))
      const room = width - margin - 16
      return plotted({
        ...{ name: about.title, description, width, height: shown.length * rowHeight + 52 },
        ...{ marginLeft: margin, marginRight: 16, marginTop: 6, marginBottom: 44 },
        x: { domain: [0, 1], label: null },
        y: { domain: shown.map((_, row) => row), label: null, padding: 0.25 },
        marks: [
          axisX({
            ...{
              ticks: room < 300 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1],
              tickSize: 0,
              tickFormat: (share: number) => percent(share, 0),
            },
            ...axisLabel(`share of ${measure}`, room, margin, 16),
          }),
          axisY(namesAxis(shown, margin)),
          barX(pieces, {
            y: 'row',
            x1: 'from',
            x2: 'to',
            insetRight: 1,
            fill: ({ part }: Piece) => (parts[part].quiet ? quietColour : seriesColour(seriesOf(parts, part))),
          }),
          text(
            pieces.filter(({ from, to, count }) => (to - from) * room > 8 * grouped(count).length + 6),
            {
              y: 'row',
              x: ({ from, to }: Piece) => (from + to) / 2,
              text: ({ count }: Piece) => grouped(count),
              fill: 'var(--card, #ffffff)',
            },
          ),
        ],
      })
    },
  }
}

/** Its number among those that have a colour. */
function seriesOf(parts: ShareChartData['parts'], place: number): number {
  return parts.slice(0, place).filter(({ quiet }) => !quiet).length
}

interface Piece {
  readonly row: number
  readonly part: number
  readonly count: number
  readonly from: number
  readonly to: number
}

function piecesOf(counts: readonly number[], row: number): Piece[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  let before = 0
  return counts.flatMap((count, part) => {
    const from = before
    before += count
    return count === 0 ? [] : [{ row, part, count, from: from / total, to: before / total }]
  })
}
