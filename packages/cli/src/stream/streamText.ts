/** What became of a stream, for people. */
import { shownText } from '@rankwright/core/problems'
import type { KeyedStreamsReport, PredictedReport, StreamReport } from '@rankwright/core/reports'
import type { MixtureReport } from '@rankwright/core/streaming'
import { readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'

export function streamText(report: StreamReport, { bold }: Style): string {
  const { learner, clusters, series, scored, prequential, bound, mixture, drift, against = [], predicted = [], state } = report
  const metrics = Object.keys(prequential)
  const rows = [
    [bold(learner), ...metrics.map((metric) => readable(prequential[metric])), '', ''],
    ...against.map((rival) => [
      rival.learner,
      ...metrics.map((metric) => readable(rival.prequential[metric])),
      `${readable(rival.ahead)} [${rival.interval.map((end) => readable(end)).join(', ')}]`,
      `[${rival.anytime.interval.map((end) => readable(end)).join(', ')}]`,
    ]),
  ]
  const headings = ['learner', ...metrics, ...(against.length > 0 ? ['ahead in tau (95 %)', 'in accuracy, at all times'] : [])]
  const table = textTable(
    headings,
    headings.map((_, column) => (column === 0 ? 'left' : 'right')),
    rows.map((row) => row.slice(0, headings.length)),
  )
  const places = drift.slice(-10).map(({ series: number, id }) => (String(number) === id ? id : `${number} (${shownText(id)})`))
  const seen = places.length === 0 ? 'No drift was detected.' : `Drift was detected at series ${places.join(', ')}.`
  const kept = state === undefined ? '' : `The state is in ${state}.\n`
  const answering = clusters === undefined ? '' : `, recently on ${clusters} clusters`
  return `${series} series, ${scored} ranked before they were learned${answering}\n\n${table}\n\n${boundText(bound.lower, bound.delta)}\n${mixture === undefined ? '' : `${mixtureText(mixture)}\n`}${seen}\n${kept}${predictedText(predicted)}`
}

/** What holds at all times, in one line. */
export function boundText(lower: number, delta: number): string {
  return `Pairwise accuracy to be expected: at least ${lower.toFixed(3)} (${percent(1 - delta)}, at all times at once)`
}

/** The experts that count most. */
export function expertsText({ experts }: MixtureReport): string {
  const most = [...experts].sort((a, b) => b.weight - a.weight).slice(0, 4)
  return most.map(({ name, weight }) => `${name} ${percent(weight)}`).join(', ')
}

function mixtureText(mixture: MixtureReport): string {
  const { mean, random, randomAtMost, best } = mixture
  const named = mixture.experts.reduce((low, expert) => (expert.loss < low.loss ? expert : low))
  return [
    `Experts that count most now: ${expertsText(mixture)}`,
    `Pairs in the wrong order: ${shareText(mean)}; the best single expert (${named.name}): ${shareText(best)}; an expert drawn at random by its past: ${shareText(random)}, never above ${shareText(Math.min(1, randomAtMost))}`,
  ].join('\n')
}

function shareText(share: number): string {
  return Number.isNaN(share) ? '–' : `${(100 * share).toFixed(1)} %`
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`
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

export function keyedStreamsText({ streams, series, scored, prequential, bound, predicted = [], state }: KeyedStreamsReport): string {
  const rows = Object.entries(prequential).map(([name, value]) => [name, readable(value)])
  const table = textTable(['metric', 'mean'], ['left', 'right'], rows)
  const kept = state === undefined ? '' : `\nThe states are in ${state}.\n`
  return `${series} series of ${streams} streams, ${scored} ranked before they were learned\n\n${table}\n\n${boundText(bound.lower, bound.delta)}\n${kept}${predictedText(predicted)}`
}
