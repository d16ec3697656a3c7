import type { AutoCandidate, AutoRecord } from '@rankwright/core/models'
import { autoVerdict, bestOfEachMethod, budgetText, measuredOn, whyLeftOut } from '@rankwright/core/reports'
import type { Chart } from '../charts/chart.ts'
import { intervalChart } from '../charts/intervalChart.ts'
import { type Html, html } from '../page/html.ts'
import { figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { between, counted, decimals, percent } from '../text/shown.ts'
import { settingText } from './tuningSection.ts'

/** How the method was chosen: what was measured, what was left out and why, and the members of an ensemble. */
export function autoSection(record: AutoRecord): Section {
  const { chosen, candidates, metric, on } = record
  const title = 'How it was chosen'
  if (on === 'nothing') return { title, lead: `${chosen} was taken without measuring: these lists cannot tell methods apart.`, parts: [] }
  const isEnsemble = chosen === 'ensemble'
  return {
    title,
    lead: `${isEnsemble ? 'An ensemble' : chosen}, by ${metric} on ${measuredOn(record)}. ${autoVerdict(record)} ${budgetText(record)}.`,
    parts: [
      boardTable(record),
      ...figures([boardChart(record)]),
      ...(isEnsemble ? memberParts(candidates, metric) : []),
      ...allParts(candidates, metric),
      ...notes([
        'The best of several looks better than it is on the lists that chose it: measure the model on lists that had no part in this.',
      ]),
    ],
  }
}

/** A method with its best setting, or the ensemble. */
interface BoardRow extends Pick<AutoCandidate, 'method' | 'value' | 'interval'> {
  readonly setting: string
}

/** As the terminal prints it: the chosen one leads. */
function boardRows({ chosen, candidates, ensemble }: AutoRecord): BoardRow[] {
  const rows = bestOfEachMethod(candidates).map(
    ({ method, options, state, value, interval }): BoardRow => ({
      method,
      setting: whyLeftOut[state] ?? (settingText(options) || 'defaults'),
      ...(value !== undefined && { value }),
      ...(interval && { interval }),
    }),
  )
  if (ensemble === undefined) return rows
  const { value, interval } = ensemble
  return rows.toSpliced(chosen === 'ensemble' ? 0 : 1, 0, { method: 'ensemble', setting: '', value, interval })
}

function boardTable(record: AutoRecord): Html {
  return tableHtml({
    label: 'Methods that were measured, the chosen one first',
    columns: ['method', record.metric, '95 % interval', 'best setting'],
    rows: boardRows(record).map(({ method, value, interval, setting }) => [method, ...measured({ value, interval }), setting]),
  })
}

function measured({ value, interval }: { readonly value: number | undefined; readonly interval: AutoCandidate['interval'] | undefined }) {
  return [value === undefined ? '' : decimals(value, 4), interval === undefined ? '' : between(interval, 4)]
}

function boardChart(record: AutoRecord): Chart {
  const rows = boardRows(record).flatMap(({ method, value, interval = [Number.NaN, Number.NaN] }) =>
    value === undefined ? [] : [{ name: method, value, low: interval[0], high: interval[1] }],
  )
  return intervalChart({
    title: `${record.metric} of each method`,
    of: 'method',
    measure: record.metric,
    rows,
    format: (value) => decimals(value, 4),
    note: 'The best setting of each method. 95 % intervals of each mean alone: all were measured on the same lists, so intervals that overlap may still differ.',
  })
}

function memberParts(candidates: readonly AutoCandidate[], metric: string): Html[] {
  const members = candidates.filter(({ weight = 0 }) => weight > 0).toSorted((a, b) => (b.weight ?? 0) - (a.weight ?? 0))
  const whole = members.reduce((sum, { weight = 0 }) => sum + weight, 0)
  return [
    html`<h3>Members of the ensemble</h3>`,
    tableHtml({
      label: 'Members of the ensemble',
      columns: ['share', 'method', 'setting', metric, '95 % interval'],
      rows: members.map(({ method, options, value, interval, weight = 0 }) => [
        percent(weight / whole),
        method,
        settingText(options) || 'defaults',
        ...measured({ value, interval }),
      ]),
    }),
  ]
}

const mostSettings = 60

function allParts(candidates: readonly AutoCandidate[], metric: string): Html[] {
  const left = candidates.length - mostSettings
  return [
    html`<details><summary>All ${counted(candidates.length, 'setting')} that were looked at</summary>
${tableHtml({
  label: 'All settings that were looked at',
  columns: ['method', 'setting', metric, '95 % interval', 'left out'],
  rows: candidates
    .slice(0, mostSettings)
    .map(({ method, options, state, value, interval }) => [
      method,
      settingText(options) || 'defaults',
      ...measured({ value, interval }),
      whyLeftOut[state] ?? '',
    ]),
})}${left > 0 ? html`<p>and ${counted(left, 'more setting')}.</p>` : undefined}</details>`,
  ]
}
