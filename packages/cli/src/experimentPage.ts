/** What `experiment` shows on a terminal. */
import { join } from 'node:path'
import { lackingFor } from '@rankwright/core/metrics'
import { flagName } from '@rankwright/core/options'
import { type ExperimentReport, edgeRemarks } from '@rankwright/core/reports'
import { addressOf } from './reporting.ts'
import { counted, decimals, readable, seconds as secondsText } from './terminal/numbers.ts'
import { indented, paragraph } from './terminal/paragraph.ts'
import type { Style } from './terminal/style.ts'
import { textTable } from './terminal/textTable.ts'

export function experimentText(report: ExperimentReport, style: Style): string {
  const { data, overall, failed, leaderboard } = report
  const { columns } = style
  const said = [
    ...data.flatMap((set) => dataSections(report, set, style)),
    ...(overall === undefined || overall.length === 0 ? [] : [overallSection(report, overall, style)]),
    ...failed.map(({ data: set, method, reason }) => paragraph(`${method} failed on ${set}: ${reason}`, columns).join('\n')),
    ...(leaderboard.some(({ group }) => group !== null) ? [lettersSection(report, style)] : []),
    endSection(report, style),
  ]
  return `${said.join('\n\n')}\n`
}

type DataSet = ExperimentReport['data'][number]

function dataSections(report: ExperimentReport, set: DataSet, style: Style): string[] {
  const { metric, better, profile, leaderboard, overall, secondsOfMethods } = report
  const timed = overall === undefined // else the times of all data sets stand with their means
  const { bold, good, columns } = style
  const rows = leaderboard.filter(({ data }) => data === set.name)
  const others = Object.keys(rows[0]?.metrics ?? {}).slice(1)
  const folds = set.folds.length === 1 ? 'one test set' : `the test lists of ${counted(set.folds.length, 'fold')}`
  const skipped = set.skipped > 0 ? `, ${set.skipped} without ${lackingFor(metric)} skipped` : ''
  const less = better === 'lesser' ? ' (less is better)' : ''
  const heading = `${bold(set.name)}: ${metric}${less} on ${folds}, ${counted(set.lists, 'list')} in all${skipped}, profile ${profile}`
  const left = [
    ...(set.seen > 0 ? [`Seen in training by some model, and not counted: ${counted(set.seen, 'test list')}.`] : []),
    ...(set.repeated > 0 ? [`Repeats of another list, and not counted: ${counted(set.repeated, 'test list')}.`] : []),
    ...(set.untested === undefined ? [] : [set.untested]),
  ]
  const table = textTable(
    ['method', metric, 'interval', 'group', 'won', 'tied', 'lost', ...others, ...(timed ? ['time'] : [])],
    [
      'left',
      'right',
      'left',
      'left',
      'right',
      'right',
      'right',
      ...others.map(() => 'right' as const),
      ...(timed ? ['right' as const] : []),
    ],
    rows.map(({ method, value, interval, group, againstBest, metrics }, rank) => [
      rank === 0 ? good(method) : method,
      decimals(value),
      Number.isNaN(interval[0]) ? 'n/a' : `${decimals(interval[0])} to ${decimals(interval[1])}`,
      group ?? 'n/a',
      ...(againstBest ? [againstBest.wins, againstBest.ties, againstBest.losses].map(String) : ['', '', '']),
      ...others.map((name) => decimals(metrics[name].value)),
      ...(timed ? [secondsText(secondsOfMethods[method] ?? 0)] : []),
    ]),
  )
  const choices = chosenTable(set)
  return [
    heading,
    ...(rows.length === 0 ? [] : [table]),
    ...left.map((text) => paragraph(text, columns).join('\n')),
    ...(set.curve.length === 0 ? [] : [`Learning curve: ${metric} by the share of the training lists`, curveTable(set)]),
    ...(choices === undefined ? [] : ['Settings that were chosen, without a look at test lists', choices]),
    ...edgeRemarks(set.chosen).map((remark) => paragraph(remark, columns).join('\n')),
    ...set.remarks.map((remark) => paragraph(remark, columns).join('\n')),
  ]
}

function curveTable({ curve }: DataSet): string {
  const shares = [...new Set(curve.map(({ share }) => share))]
  const methods = [...new Set(curve.map(({ method }) => method))]
  const value = (method: string, share: number) => curve.find((each) => each.method === method && each.share === share)?.value
  return textTable(
    ['method', ...shares.map(String)],
    ['left', ...shares.map(() => 'right' as const)],
    methods.map((method) => [method, ...shares.map((share) => decimals(value(method, share)))]),
  )
}

/** The settings with all training lists, those that several folds and seeds chose in one row; of a method, the most frequent one first. */
function chosenTable({ chosen, curve }: DataSet): string | undefined {
  const most = Math.max(...chosen.map(({ share }) => share))
  const rows = new Map<string, { readonly method: string; readonly options: string; readonly on: string; times: number }>()
  for (const { method, options, on, share } of chosen) {
    if (curve.length > 0 && share < most) continue
    const text = Object.entries(options)
      .map(([option, value]) => `${flagName(option)} ${typeof value === 'number' ? readable(value) : value}`)
      .join(', ')
    const key = JSON.stringify([method, text, on])
    const known = rows.get(key)
    if (known === undefined) rows.set(key, { method, options: text, on: chosenBy[on] ?? on, times: 1 })
    else known.times++
  }
  if (rows.size === 0) return undefined
  const methods = [...new Set(chosen.map(({ method }) => method))]
  return textTable(
    ['method', 'times', 'setting', 'chosen by'],
    ['left', 'right', 'left', 'left'],
    methods.flatMap((method) => {
      const own = Array.from(rows.values()).filter((row) => row.method === method)
      return own.sort((a, b) => b.times - a.times).map(({ options, on, times }) => [method, String(times), options, on])
    }),
  )
}

const chosenBy: Readonly<Record<string, string>> = {
  valid: 'validation lists',
  folds: 'inner folds',
  'left-out lists': 'left-out training lists',
}

function overallSection(
  { metric, data, secondsOfMethods }: ExperimentReport,
  overall: NonNullable<ExperimentReport['overall']>,
  { bold }: Style,
): string {
  const table = textTable(
    ['method', 'mean rank', `mean ${metric}`, 'among the best', 'time'],
    ['left', 'right', 'right', 'right', 'right'],
    overall.map(({ method, meanRank, value, amongBest }) => [
      method,
      decimals(meanRank, 2),
      decimals(value),
      `${amongBest} of ${data.length}`,
      secondsText(secondsOfMethods[method] ?? 0),
    ]),
  )
  return `${bold('all data sets')}\n\n${table}`
}

function lettersSection({ confidence, data }: ExperimentReport, { dim, columns }: Style): string {
  const pairs = Math.max(...data.map((set) => set.pairs.length))
  const corrected = pairs > 1 ? `, Holm-corrected for the ${data.length > 1 ? 'pairs of each data set' : `${pairs} pairs`}` : ''
  const level = Number((100 * (1 - confidence)).toPrecision(3))
  const text = `Methods that share a letter cannot be told apart by paired randomisation tests over the lists (level ${level} %${corrected}). Intervals: ${100 * confidence} % confidence, bootstrap over lists. Won, tied, lost: lists against the best method.`
  return paragraph(text, columns).map(dim).join('\n')
}

function endSection({ folder, parts, finishedBefore, left, seconds, unfinished }: ExperimentReport, { columns }: Style): string {
  const before = finishedBefore > 0 ? `, ${finishedBefore} of them by an earlier run` : ''
  if (left > 0) {
    const waiting = unfinished.length > 0 ? ` Not finished: ${unfinished.join(', ')}.` : ''
    const text = `The budget is spent: ${parts - left} of ${counted(parts, 'part')} are finished${before}.${waiting} The same command goes on.`
    return indented(text, columns, 0).join('\n')
  }
  const end = `${counted(parts, 'part')} finished${before}, in ${secondsText(seconds)}. Results, models and scores are in ${folder}`
  return `${end}\nOpen the report in a browser: ${addressOf(join(folder, 'report.html'))}`
}
