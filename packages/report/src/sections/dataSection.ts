import type { DataReport } from '@rankwright/core/reports'
import { barChart } from '../charts/barChart.ts'
import type { Chart } from '../charts/chart.ts'
import { binsOf, histogram } from '../charts/histogram.ts'
import { html } from '../page/html.ts'
import { facts, figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { counted, grouped, percent, readable } from '../text/shown.ts'

const mostFeatures = 60

/** Labels, sizes of lists, and features with ranges and missing values. `sizes` is how many items each list has, where that is known; `about` begins the lead. */
export function dataSection(data: DataReport, sizes?: ArrayLike<number>, title = 'The data', about = ''): Section {
  const { lists, rows, features, listSizes, labels, listsWithOneLabel, missing, constantFeatures, featureRanges, guards = [] } = data
  const charts: Chart[] = [
    barChart({
      title: 'Labels',
      of: 'label',
      measure: 'rows',
      bars: Object.entries(labels).map(([name, value]) => ({ name, value })),
      format: grouped,
    }),
    ...(sizes === undefined
      ? []
      : [histogram({ title: 'Sizes of lists', of: 'lists', measure: 'items in a list', bins: binsOf(sizes, 24) })]),
    ...missingChart(data),
  ]
  const shown = featureRanges.slice(0, mostFeatures)
  const table = tableHtml({
    label: 'Features with their ranges',
    columns: ['feature', 'least', 'greatest', 'mean', 'missing'],
    rows: shown.map(({ feature, least, greatest, mean, missing: gone }) => [
      feature,
      ...[least, greatest, mean].map((value) => (value === null ? 'n/a' : readable(Number(value)))),
      percent(gone / Math.max(1, rows)),
    ]),
  })
  const more = featureRanges.length - shown.length
  return {
    title,
    lead: `${about}${counted(lists, 'list')} with ${counted(rows, 'row')} and ${counted(features, 'feature')}.`,
    parts: [
      ...facts([
        ['Items in a list', sizesInWords(listSizes)],
        ['Lists with one label only', `${grouped(listsWithOneLabel)} (${percent(listsWithOneLabel / Math.max(1, lists))})`],
        ['Missing values', `${grouped(missing)} (${percent(missing / Math.max(1, rows * features))})`],
        ['Features that never change', grouped(constantFeatures.length)],
      ]),
      ...figures(charts),
      html`<details><summary>Features with their ranges</summary>\n${table}${more > 0 ? html`<p>and ${counted(more, 'more feature')}; rankwright inspect --json lists them all.</p>` : undefined}</details>`,
      ...notes([...unread(data), ...guards.map(({ text }) => text)]),
    ],
  }
}

/** What could not be read. An overview of lists that were read knows of none. */
function unread({ problemCount = 0, problems = [] }: Partial<DataReport>): string[] {
  if (problemCount === 0) return []
  return [
    `${counted(problemCount, 'problem')}; the rows concerned are not counted.`,
    ...problems.slice(0, 5).map(({ message }) => message),
    ...(problemCount > 5 ? ['rankwright inspect tells more of them.'] : []),
  ]
}

function missingChart({ featureRanges, rows }: DataReport): Chart[] {
  const lacking = featureRanges.filter(({ missing }) => missing > 0).sort((a, b) => b.missing - a.missing)
  if (lacking.length === 0) return []
  const shown = lacking.slice(0, 15)
  return [
    barChart({
      title: 'Missing values',
      of: 'feature',
      measure: 'share of rows without a value',
      bars: shown.map(({ feature, missing }) => ({ name: feature, value: missing / rows })),
      shares: true,
      ...(lacking.length > shown.length && { note: `The ${shown.length} features that lack most, of ${lacking.length} that lack some.` }),
    }),
  ]
}

function sizesInWords({ least, median, greatest }: DataReport['listSizes']): string {
  return least === greatest ? grouped(least) : `${grouped(least)} to ${grouped(greatest)}, median ${readable(median)}`
}
