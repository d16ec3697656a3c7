import type { EvaluationReport } from '@rankwright/core'
import { servedText } from '@rankwright/core/abstention'
import { binsOf, histogram } from '../charts/histogram.ts'
import { intervalChart } from '../charts/intervalChart.ts'
import { figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { between, counted, decimals, percent } from '../text/shown.ts'

/** Metrics with intervals, and how single lists do. */
export function evaluationSection(report: EvaluationReport, title = 'How well it ranks'): Section {
  const { metrics, intervals, skipped, lists, profile, confidence, served, byScore, perList } = report
  const names = Object.keys(metrics)
  const someSkipped = names.some((name) => skipped[name] > 0)
  const bounded = names.filter((name) => Number.isFinite(metrics[name]))
  const [main] = bounded
  const values = main === undefined ? [] : (perList ?? []).map((list) => list.metrics[main] ?? Number.NaN)
  return {
    title,
    lead: `${counted(lists, 'list')}, conventions of the profile ${profile}${served === undefined ? '' : `, as rank serves them: ${servedText(served)}`}.`,
    parts: [
      tableHtml({
        label: 'Metrics with intervals',
        columns: [
          'metric',
          'value',
          ...(confidence > 0 ? [`${percent(confidence, 0)} interval`] : []),
          ...(byScore ? ['by score alone'] : []),
          ...(someSkipped ? ['lists that do not count'] : []),
        ],
        rows: names.map((name) => [
          name,
          decimals(metrics[name], 4),
          ...(confidence > 0 ? [intervals[name] === undefined || Number.isNaN(metrics[name]) ? 'n/a' : between(intervals[name], 4)] : []),
          ...(byScore ? [decimals(byScore.metrics[name], 4)] : []),
          ...(someSkipped ? [skipped[name]] : []),
        ]),
      }),
      ...figures([
        ...(bounded.length > 1
          ? [
              intervalChart({
                title: 'Metrics with intervals',
                of: 'metric',
                measure: 'mean over lists',
                rows: bounded.map((name) => ({
                  name,
                  value: metrics[name],
                  low: intervals[name]?.[0] ?? Number.NaN,
                  high: intervals[name]?.[1] ?? Number.NaN,
                })),
                format: (value) => decimals(value, 4),
                ...(confidence > 0 && { note: `${percent(confidence, 0)} intervals, by bootstrap over lists.` }),
              }),
            ]
          : []),
        ...(values.some((value) => !Number.isNaN(value))
          ? [histogram({ title: `${main}, list by list`, of: 'lists', measure: main, bins: binsOf(values) })]
          : []),
      ]),
      ...notes(report.notes),
    ],
  }
}
