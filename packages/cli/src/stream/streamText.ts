/** What became of a stream, for people. */
import { shownText } from '@rankwright/core/problems'
import type { KeyedStreamsReport, PredictedReport, StreamReport } from '@rankwright/core/reports'
import { readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

export function streamText(report: StreamReport, { bold }: Style): string {
  const { learner, clusters, series, scored, prequential, drift, against = [], predicted = [], state } = report
  const metrics = Object.keys(prequential)
  const rows = [
    [bold(learner), ...metrics.map((metric) => readable(prequential[metric])), ''],
    ...against.map((rival) => [
      rival.learner,
      ...metrics.map((metric) => readable(rival.prequential[metric])),
      `${readable(rival.ahead)} [${rival.interval.map((end) => readable(end)).join(', ')}]`,
    ]),
  ]
  const headings = ['learner', ...metrics, ...(against.length > 0 ? ['ahead in tau (95 %)'] : [])]
  const table = textTable(
    headings,
    headings.map((_, column) => (column === 0 ? 'left' : 'right')),
    rows.map((row) => row.slice(0, headings.length)),
  )
  const places = drift.slice(-10).map(({ series: number, id }) => (String(number) === id ? id : `${number} (${shownText(id)})`))
  const seen = places.length === 0 ? 'No drift was detected.' : `Drift was detected at series ${places.join(', ')}.`
  const kept = state === undefined ? '' : `The state is in ${state}.\n`
  const answering = clusters === undefined ? '' : `, recently on ${clusters} clusters`
  return `${series} series, ${scored} ranked before they were learned${answering}\n\n${table}\n\n${seen}\n${kept}${predictedText(predicted)}`
}

function predictedText(predicted: readonly PredictedReport[]): string {
  return predicted.map((one) => `\n${rankingText(one)}`).join('')
}

function rankingText({ key, id, ranking }: PredictedReport): string {
  const name = key === undefined ? `Series ${id}` : `Series ${id} of ${key}`
  if (ranking === null) return `${name}: nothing was learned yet, so there is no ranking.\n`
  const named = ranking.some(({ item }) => item !== undefined)
  const rows = ranking.map(({ row, item, score }, place) => [
    String(place + 1),
    ...(named ? [item ?? ''] : []),
    String(row),
    readable(score, 6),
  ])
  const table = textTable(
    ['place', ...(named ? ['item'] : []), 'row', 'score'],
    ['right', ...(named ? ['left' as const] : []), 'right', 'right'],
    rows,
  )
  return `${name}, ranked\n${table}\n`
}

export function keyedStreamsText({ streams, series, scored, prequential, predicted = [], state }: KeyedStreamsReport): string {
  const rows = Object.entries(prequential).map(([name, value]) => [name, readable(value)])
  const table = textTable(['metric', 'mean'], ['left', 'right'], rows)
  const kept = state === undefined ? '' : `\nThe states are in ${state}.\n`
  return `${series} series of ${streams} streams, ${scored} ranked before they were learned\n\n${table}\n${kept}${predictedText(predicted)}`
}
