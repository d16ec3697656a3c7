import { methodNames } from '@rankwright/core'
import { flagName } from '@rankwright/core/options'
import { edgeText, gridEdges, type TuneReport } from '@rankwright/core/reports'
import type { Chart } from '../charts/chart.ts'
import { intervalChart } from '../charts/intervalChart.ts'
import { lineChart } from '../charts/lineChart.ts'
import type { Making } from '../findings/making.ts'
import { figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { counted, decimals, readable } from '../text/shown.ts'

const mostTrials = 40

/** What was tried, and what it gave. */
export function tuningSection(report: TuneReport, spelled: Making['spelled']): Section {
  const { method, metric, folds, trials, profile } = report
  const sorted = bestFirst(report)
  const names = variedOptions(trials)
  const halved = trials.some(({ leftOutAfter }) => leftOutAfter !== undefined)
  return {
    title: 'What was tried',
    lead: `${counted(trials.length, 'choice')} of options of ${method}, measured by ${metric} (profile ${profile}) on ${counted(folds, 'part')} left out in turn.${halved ? ' Choices that were behind after the first parts were not measured on the others; their scores are those of fewer lists.' : ''}`,
    parts: [
      ...figures([...curveOf(report, names), bestChart(report, sorted, names)]),
      tableHtml({
        label: 'Trials, the best first',
        columns: [...names.map(flagName), metric, ...(halved ? ['measured on'] : [])],
        rows: sorted
          .slice(0, mostTrials)
          .map(({ options, score, leftOutAfter }) => [
            ...names.map((name) => optionText(options[name])),
            decimals(score, 4),
            ...(halved ? [`${leftOutAfter ?? folds} of ${counted(folds, 'part')}`] : []),
          ]),
      }),
      ...notes([
        ...(sorted.length > mostTrials ? [`The best ${mostTrials} of ${counted(sorted.length, 'trial')}.`] : []),
        ...spelled(edgesOf(report)),
        'The best score was picked among many, so it looks better than it is: measure the model on lists that had no part in this.',
      ]),
    ],
  }
}

/** Where the grid should be wider; nothing of a method that is not known here. */
function edgesOf({ method, best, trials }: TuneReport): string[] {
  const known = methodNames.find((name) => name === method)
  return known === undefined ? [] : gridEdges(known, best, trials).map(edgeText)
}

/** The one that was taken first; those that were measured on all parts before those that were left out, and failed ones last. */
function bestFirst({ trials, best }: TuneReport): TuneReport['trials'] {
  const whole = trials.filter(isMeasured)
  const sign = whole.some(({ score }) => score > best.score) ? 1 : -1 // of errors the least is best
  const parts = ({ score, leftOutAfter = Infinity }: Trial) => (Number.isNaN(score) ? -1 : leftOutAfter)
  return trials.toSorted((a, b) => (parts(a) === parts(b) ? sign * (a.score - b.score) || 0 : parts(a) < parts(b) ? 1 : -1))
}

type Trial = TuneReport['trials'][number]

/** On all parts. */
function isMeasured({ score, leftOutAfter }: Trial): boolean {
  return leftOutAfter === undefined && !Number.isNaN(score)
}

/** Those that have several values. */
function variedOptions(trials: TuneReport['trials']): string[] {
  const names = [...new Set(trials.flatMap(({ options }) => Object.keys(options)))]
  const varied = names.filter((name) => new Set(trials.map(({ options }) => String(options[name]))).size > 1)
  return varied.length > 0 ? varied : names
}

/** `lambda 0.1, leaves 8`. */
export function settingText(options: Readonly<Record<string, unknown>>, names: readonly string[] = Object.keys(options)): string {
  return names.map((name) => `${flagName(name)} ${optionText(options[name])}`).join(', ')
}

function optionText(value: unknown): string {
  return typeof value === 'number' ? readable(value) : value === undefined ? '' : String(value)
}

/** Means over the parts, with the range that the parts span: a difference that is small beside it may be chance. */
function bestChart({ metric }: TuneReport, sorted: TuneReport['trials'], names: readonly string[]): Chart {
  const measured = sorted.filter(isMeasured)
  const most = 12
  const ranges = measured.slice(0, most).map(({ folds }) => rangeOf(folds))
  const about = [
    ...(ranges.some(([low, high]) => high > low)
      ? ['A dot is the mean over all lists; its line goes from the worst part to the best.']
      : []),
    ...(names.length > 1 ? [`Settings are ${names.map(flagName).join(', ')}.`] : []),
    ...(measured.length > most ? [`The best ${most} of ${counted(measured.length, 'choice')} that were measured on all parts.`] : []),
  ]
  return intervalChart({
    title: 'The best choices',
    of: names.map(flagName).join(', ') || 'choice',
    measure: metric,
    rows: measured.slice(0, most).map(({ options, score }, place) => ({
      name: names.length === 1 ? settingText(options, names) : names.map((name) => optionText(options[name])).join(', ') || 'defaults',
      value: score,
      low: ranges[place][0],
      high: ranges[place][1],
    })),
    format: (value) => decimals(value, 4),
    ...(about.length > 0 && { note: about.join(' ') }),
  })
}

/** NaN where there is no range: each list was left out in turn, or the report does not have the parts. */
function rangeOf(parts: readonly number[] | undefined): readonly [number, number] {
  const known = (parts ?? []).filter((value) => Number.isFinite(value))
  return known.length < 2 ? [Number.NaN, Number.NaN] : [Math.min(...known), Math.max(...known)]
}

/** One number alone that was varied makes a curve; over powers of ten, along its logarithm. */
function curveOf({ metric, trials }: TuneReport, names: readonly string[]): Chart[] {
  if (names.length !== 1 || trials.length < 3) return []
  const [name] = names
  const points = trials.filter(isMeasured).flatMap(({ options, score }) => {
    const value = options[name]
    return typeof value === 'number' ? [{ x: value, y: score }] : []
  })
  if (points.length < 3) return []
  const [least, most] = [Math.min(...points.map(({ x }) => x)), Math.max(...points.map(({ x }) => x))]
  return [
    lineChart({
      title: `${metric} by ${flagName(name)}`,
      x: { name: flagName(name), logarithmic: least > 0 && most / least >= 50 },
      y: { name: metric },
      series: [{ name: metric, points: points.sort((a, b) => a.x - b.x), dots: true }],
    }),
  ]
}
