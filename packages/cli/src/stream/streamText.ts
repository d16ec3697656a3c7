/** What became of a stream, for people. */
import type { KeyedStreamsReport, StreamReport } from '@rankwright/core/reports'
import { readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

export function streamText(
  { learner, clusters, series, scored, prequential, drift, against = [], state }: StreamReport,
  { bold }: Style,
): string {
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
  const places = drift.slice(-10).map(({ series: number, id }) => (String(number) === id ? id : `${number} (${id})`))
  const seen = places.length === 0 ? 'No drift was detected.' : `Drift was detected at series ${places.join(', ')}.`
  const kept = state === undefined ? '' : `The state is in ${state}.\n`
  const answering = clusters === undefined ? '' : `, recently on ${clusters} clusters`
  return `${series} series, ${scored} ranked before they were learned${answering}\n\n${table}\n\n${seen}\n${kept}`
}

export function keyedStreamsText({ streams, series, scored, prequential, state }: KeyedStreamsReport): string {
  const rows = Object.entries(prequential).map(([name, value]) => [name, readable(value)])
  const table = textTable(['metric', 'mean'], ['left', 'right'], rows)
  const kept = state === undefined ? '' : `\nThe states are in ${state}.\n`
  return `${series} series of ${streams} streams, ${scored} ranked before they were learned\n\n${table}\n${kept}`
}
