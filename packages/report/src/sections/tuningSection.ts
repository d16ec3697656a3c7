import { flagName } from '@rankwright/core/options'
import type { TuneReport } from '@rankwright/core/reports'
import { barChart } from '../charts/barChart.ts'
import type { Chart } from '../charts/chart.ts'
import { lineChart } from '../charts/lineChart.ts'
import { figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { counted, decimals, readable } from '../text/shown.ts'

const mostTrials = 40

/** What was tried, and what it gave. */
export function tuningSection(report: TuneReport): Section {
  const { method, metric, folds, trials, profile } = report
  const sorted = trials.toSorted((a, b) => (Number.isNaN(b.score) ? -1 : Number.isNaN(a.score) ? 1 : b.score - a.score))
  const names = variedOptions(trials)
  return {
    title: 'What was tried',
    lead: `${counted(trials.length, 'choice')} of options of ${method}, measured by ${metric} (profile ${profile}) on ${counted(folds, 'part')} left out in turn.`,
    parts: [
      ...figures([...curveOf(report, names), bestChart(report, sorted, names)]),
      tableHtml({
        label: 'Trials, the best first',
        columns: [...names.map(flagName), metric],
        rows: sorted
          .slice(0, mostTrials)
          .map(({ options, score }) => [...names.map((name) => optionText(options[name])), decimals(score, 4)]),
      }),
      ...notes([
        ...(sorted.length > mostTrials ? [`The best ${mostTrials} of ${counted(sorted.length, 'trial')}.`] : []),
        'The best score was picked among many, so it looks better than it is: measure the model on lists that had no part in this.',
      ]),
    ],
  }
}

/** Those that have several values. */
function variedOptions(trials: TuneReport['trials']): string[] {
  const names = [...new Set(trials.flatMap(({ options }) => Object.keys(options)))]
  const varied = names.filter((name) => new Set(trials.map(({ options }) => String(options[name]))).size > 1)
  return varied.length > 0 ? varied : names
}

function optionText(value: unknown): string {
  return typeof value === 'number' ? readable(value) : value === undefined ? '' : String(value)
}

function bestChart({ metric }: TuneReport, sorted: TuneReport['trials'], names: readonly string[]): Chart {
  return barChart({
    title: 'The best choices',
    of: 'choice',
    measure: metric,
    bars: sorted.slice(0, 12).map(({ options, score }) => ({
      name: names.map((name) => `${flagName(name)} ${optionText(options[name])}`).join(', ') || 'defaults',
      value: score,
    })),
    format: (value) => decimals(value, 4),
  })
}

/** One number alone that was varied makes a curve; over powers of ten, along its logarithm. */
function curveOf({ metric, trials }: TuneReport, names: readonly string[]): Chart[] {
  if (names.length !== 1 || trials.length < 3) return []
  const [name] = names
  const points = trials.flatMap(({ options, score }) => {
    const value = options[name]
    return typeof value === 'number' ? [{ x: value, y: score }] : []
  })
  if (points.length < 3) return []
  const [least, most] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  const byPower = least > 0 && most / least >= 50
  const shown = points.map(({ x, y }) => ({ x: byPower ? Math.log10(x) : x, y })).sort((a, b) => a.x - b.x)
  return [
    lineChart({
      title: `${metric} by ${flagName(name)}`,
      x: { name: byPower ? `log10 of ${flagName(name)}` : flagName(name) },
      y: { name: metric },
      series: [{ name: metric, points: shown, dots: true }],
    }),
  ]
}
