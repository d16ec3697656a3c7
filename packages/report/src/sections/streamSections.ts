import type { StreamReport } from '@rankwright/core/reports'
import { barChart } from '../charts/barChart.ts'
import type { Chart } from '../charts/chart.ts'
import { intervalChart } from '../charts/intervalChart.ts'
import { lineChart } from '../charts/lineChart.ts'
import { seriesLooks } from '../charts/seriesStyle.ts'
import { figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { atLeast, between, counted, decimals, grouped, inSentence, percent, readable, shortened } from '../text/shown.ts'

/** How a stream went: means, the course of its metrics with drift, and what its experts weigh. */
export function streamSections(report: StreamReport): Section[] {
  const { history, series, windowSize } = report
  const curves = courseCharts(report)
  return [
    meansSection(report),
    ...(curves.length === 0
      ? []
      : [
          {
            title: 'The course of the stream',
            lead: `Means over the latest ${counted(windowSize, 'series', 'series')}, each ranked before it was learned. ${history.every > 1 ? `A point for every ${history.every} series.` : 'A point for each series.'}`,
            parts: [...figures(curves), ...notes(driftNotes(report))],
          },
        ]),
    ...(history.series.length > 1 || series === 0
      ? []
      : [
          {
            title: 'The course of the stream',
            parts: notes([
              'The state of a stream does not hold its course. Give --report to stream, while it runs, for curves.',
              ...driftNotes(report),
            ]),
          },
        ]),
    ...expertSections(report),
  ]
}

function meansSection({ prequential, window, windowSize, bound, series, scored, against = [], learner }: StreamReport): Section {
  const metrics = Object.keys(prequential)
  return {
    title: 'How well it ranks',
    lead: `${counted(series, 'series', 'series')}, ${scored} of them ranked before they were learned. Pairwise accuracy to be expected: at least ${atLeast(bound.lower)} (${percent(1 - bound.delta, 0)}, at all times at once).`,
    parts: [
      tableHtml({
        label: 'Means',
        columns: ['learner', ...metrics, ...(against.length > 0 ? ['ahead in tau, 95 %', 'in accuracy, at all times'] : [])],
        rows: [
          [learner, ...metrics.map((metric) => decimals(prequential[metric], 4)), ...(against.length > 0 ? ['', ''] : [])],
          [
            `${learner}, latest ${grouped(windowSize)} series`,
            ...metrics.map((metric) => decimals(window[metric], 4)),
            ...(against.length > 0 ? ['', ''] : []),
          ],
          ...against.map((rival) => [
            rival.learner,
            ...metrics.map((metric) => decimals(rival.prequential[metric], 4)),
            between(rival.interval),
            between(rival.anytime.interval),
          ]),
        ],
      }),
      ...figures(
        against.length === 0
          ? []
          : [
              intervalChart({
                title: `How far ${learner} is ahead, in Kendall's tau`,
                of: 'learner',
                measure: 'difference of tau',
                rows: against.map(({ learner: name, ahead, interval: [low, high] }) => ({
                  name: `against ${name}`,
                  value: ahead,
                  low,
                  high,
                })),
                reference: { name: 'no difference', value: 0 },
                format: (value) => decimals(value),
                note: '95 % intervals over series.',
              }),
            ],
      ),
    ],
  }
}

function courseCharts({ history, drift, bound }: StreamReport): Chart[] {
  const { series, curves, lower, clusters } = history
  if (series.length < 2) return []
  const points = (values: readonly number[]) => values.map((y, place) => ({ x: series[place], y }))
  const at = drift.map(({ series: number }) => number).filter((number) => number >= series[0])
  const marks = { name: 'Drift detected', at }
  const dashed = at.length === 0 ? '' : ' Upright dashed lines: drift was detected.'
  return [
    lineChart({
      title: 'Metrics along the stream',
      x: { name: 'series' },
      y: { name: 'mean over the window' },
      series: Object.entries(curves)
        .slice(0, seriesLooks)
        .map(([name, values]) => ({ name, points: points(values) })),
      marks,
      ...(dashed !== '' && { note: dashed.trim() }),
    }),
    lineChart({
      title: 'What is guaranteed along the stream',
      x: { name: 'series' },
      y: { name: `least ${bound.metric} to be expected`, domain: [0, 1] },
      series: [{ name: 'lower bound', points: points(lower) }],
      marks,
      note: `With probability ${percent(1 - bound.delta, 0)} the accuracy to be expected, in the mean over the series so far, is above the line, at all times at once.${dashed}`,
    }),
    ...(clusters === undefined
      ? []
      : [
          lineChart({
            title: 'Clusters that answered',
            x: { name: 'series' },
            y: { name: 'clusters' },
            series: [{ name: 'clusters', points: points(clusters) }],
          }),
        ]),
  ]
}

function expertSections({ mixture, history }: StreamReport): Section[] {
  if (mixture === undefined) return []
  const strongest = mixture.experts.toSorted((a, b) => b.weight - a.weight || (a.name < b.name ? -1 : 1))
  const followed = strongest.slice(0, seriesLooks)
  return [
    {
      title: 'Experts',
      lead: `The answer is the mean of ${counted(mixture.experts.length, 'expert')} by weight. It has ${percent(mixture.mean)} of the pairs in the wrong order, the best single expert ${percent(mixture.best)}.`,
      parts: figures([
        barChart({
          title: 'Weights now',
          of: 'expert',
          measure: 'weight',
          bars: strongest.map(({ name, weight }) => ({ name, value: weight })),
          shares: true,
        }),
        ...(history.experts === undefined || history.series.length < 2
          ? []
          : [
              lineChart({
                title: 'Weights along the stream',
                x: { name: 'series' },
                y: { name: 'weight', domain: [0, 1] },
                series: followed.map(({ name }) => ({
                  name,
                  points: (history.experts?.find((expert) => expert.name === name)?.weights ?? []).map((y, place) => ({
                    x: history.series[place],
                    y,
                  })),
                })),
                ...(strongest.length > followed.length && { note: `The ${followed.length} experts that count most now.` }),
              }),
            ]),
      ]),
    },
  ]
}

function driftNotes({ drift, detector, learner }: StreamReport): string[] {
  if (detector === 'none') return ['Nothing watched for drift.']
  if (drift.length === 0)
    return [
      `No drift was detected: the errors of ${learner} did not rise for as long and as much as ${detector} asks for. A learner that adapts soon can go through a change without one.`,
    ]
  const shown = drift
    .slice(-10)
    .map(({ series, id }) => (String(series) === id ? id : `${readable(series)} (${inSentence(shortened(id, 30))})`))
  return [
    `Drift was detected ${counted(drift.length, 'time')} by ${detector}${drift.length > 10 ? ', the latest ten' : ''}: at series ${shown.join(', ')}.`,
  ]
}
