/** What an experiment found: leaderboards with groups, paired comparisons, lists one by one, curves, folds and what the lists hold. */
import type { ComparedPair } from '@rankwright/core/evaluation'
import type { DataResults, ExperimentResults, LeaderboardRow } from '@rankwright/core/experiments'
import { flagName } from '@rankwright/core/options'
import { edgeRemarks } from '@rankwright/core/reports'
import { barChart } from '../charts/barChart.ts'
import type { Chart } from '../charts/chart.ts'
import { intervalChart } from '../charts/intervalChart.ts'
import { lineChart } from '../charts/lineChart.ts'
import { seriesLooks } from '../charts/seriesStyle.ts'
import { type Html, html } from '../page/html.ts'
import { facts, figures, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { between, counted, decimals, grouped, percent, readable } from '../text/shown.ts'
import { differenceChart, listSections, pairSection } from './comparisonSections.ts'
import { dataSection } from './dataSection.ts'

/** The best methods of a curve are drawn, as many as have a look of their own; the leaderboard has all. */
const mostSeries = seriesLooks

export function experimentSections(results: ExperimentResults): Section[] {
  return [
    ...(results.overall === undefined ? [] : [overallSection(results, results.overall)]),
    ...results.data.flatMap((set) => setSections(results, set)),
    settingsSection(results),
  ]
}

/** The rows of a data set, the best first. */
export function rowsOf({ leaderboard }: ExperimentResults, name: string): readonly LeaderboardRow[] {
  return leaderboard.filter(({ data }) => data === name)
}

function setSections(results: ExperimentResults, set: DataResults): Section[] {
  const { metric, better, confidence, data } = results
  const titled = (title: string) => (data.length === 1 ? title : `${set.name}: ${title.toLowerCase()}`)
  const rows = rowsOf(results, set.name)
  const { pairs, untested, perList } = set
  const contenders = rows.map(({ method: name, value, interval }) => ({ name, value, interval }))
  const lists = perList.lists.map((id, list) => ({ id, values: contenders.map(({ name }) => perList.methods[name][list]) }))
  return [
    leaderboardSection(results, set, titled('Leaderboard')),
    ...(pairs.length === 0
      ? []
      : [
          pairSection(
            { pairs, better, notes: set.remarks, ...(untested !== undefined && { untested }) },
            levelOf(confidence),
            titled('Which differences are real'),
          ),
          ...listSections({ contenders, metric, better, perList: lists }, titled('List by list')),
        ]),
    ...curveSections(results, set, titled('Learning curve')),
    foldSection(results, set, titled('Folds')),
    ...chosenSections(set, titled('Settings that were chosen')),
    ...(set.overview === undefined
      ? []
      : [
          dataSection(
            { ...set.overview, notes: [], problems: [], problemCount: 0 },
            undefined,
            titled('The data'),
            'The training lists of the first fold: ',
          ),
        ]),
  ]
}

function leaderboardSection(results: ExperimentResults, set: DataResults, title: string): Section {
  const { metric, better, profile, confidence, failed, unfinished } = results
  const rows = rowsOf(results, set.name)
  const others = Object.keys(rows[0]?.metrics ?? {}).filter((name) => name !== metric)
  const folds = set.folds.length === 1 ? 'one test set' : `the test lists of ${counted(set.folds.length, 'fold')}`
  const less = better === 'lesser' ? ' (less is better)' : ''
  return {
    title,
    lead: `${metric}${less} on ${folds}, ${counted(set.lists, 'list')} in all, conventions of the profile ${profile}. Every list is measured by models that have not seen it. Methods that share a letter cannot be told apart.`,
    parts: [
      ...(rows.length === 0
        ? []
        : [
            tableHtml({
              label: title,
              columns: ['place', 'method', metric, `${percent(confidence, 0)} interval`, 'group', 'won', 'tied', 'lost', ...others],
              rows: rows.map(({ method, value, interval, group, againstBest, metrics }, place) => [
                String(place + 1),
                method,
                decimals(value, 4),
                between(interval, 4),
                groupHtml(group),
                ...(againstBest === undefined ? ['', '', ''] : [againstBest.wins, againstBest.ties, againstBest.losses].map(grouped)),
                ...others.map((name) => decimals(metrics[name]?.value, 4)),
              ]),
            }),
            ...figures([boardChart(results, rows), ...pairChart(results, set.pairs)]),
          ]),
      ...notes([
        ...(set.untested === undefined ? [] : [set.untested]),
        ...(set.skipped > 0 ? [`Without a value of ${metric}, and not counted: ${counted(set.skipped, 'test list')}.`] : []),
        ...(set.seen > 0 ? [`Seen in training by some model, and not counted: ${counted(set.seen, 'test list')}.`] : []),
        ...(set.repeated > 0 ? [`Repeats of another list, and not counted: ${counted(set.repeated, 'test list')}.`] : []),
        ...failed.filter(({ data }) => data === set.name).map(({ method, reason }) => `${method} failed: ${reason}`),
        ...(unfinished.length > 0 ? [`Not finished, and without a place here: ${unfinished.join(', ')}.`] : []),
        ...set.notes,
      ]),
    ],
  }
}

/** A letter; nothing where nothing is tested. */
function groupHtml(group: unknown): Html {
  return typeof group === 'string' ? html`<strong>${group}</strong>` : html`<span class="quiet">n/a</span>`
}

function boardChart({ metric, confidence }: ExperimentResults, rows: readonly LeaderboardRow[]): Chart {
  return intervalChart({
    title: `${metric} of each method`,
    of: 'method',
    measure: metric,
    rows: rows.map(({ method, value, interval: [low, high], group }) => ({
      name: typeof group === 'string' ? `${method} (${group})` : method,
      value,
      low,
      high,
    })),
    format: (value) => decimals(value, 4),
    note: `In brackets the letters of groups. ${percent(confidence, 0)} intervals of each mean alone: they may overlap although the lists, one by one, tell two methods apart.`,
  })
}

function pairChart({ metric, confidence }: ExperimentResults, pairs: readonly ComparedPair[]): Chart[] {
  return pairs.length === 0 ? [] : [differenceChart({ pairs, metric, confidence })]
}

/** 0.05 for a confidence of 0.95, without the last digits of the difference. */
function levelOf(confidence: number): number {
  return Number((1 - confidence).toPrecision(12))
}

function curveSections(results: ExperimentResults, { curve, name }: DataResults, title: string): Section[] {
  if (curve.length === 0) return []
  const { metric } = results
  const methods = rowsOf(results, name).map(({ method }) => method)
  return [
    {
      title,
      lead: `${metric} when the methods are trained on a share of the training lists. A curve that still rises says that more lists would help.`,
      parts: figures([
        lineChart({
          title: `${metric} by the share of the training lists`,
          x: { name: 'share of the training lists' },
          y: { name: metric },
          series: methods.slice(0, mostSeries).map((method) => ({
            name: method,
            points: curve.filter((point) => point.method === method).map(({ share, value }) => ({ x: share, y: value })),
            dots: true,
          })),
          ...(methods.length > mostSeries && { note: `The ${mostSeries} best of ${methods.length} methods.` }),
        }),
        intervalChart({
          title: 'With intervals',
          of: 'method and share',
          measure: metric,
          rows: curve
            .filter(({ method }) => methods.indexOf(method) < mostSeries)
            .sort((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method) || a.share - b.share)
            .map(({ method, share, value, interval: [low, high] }) => ({ name: `${method}, ${percent(share, 0)}`, value, low, high })),
          format: (value) => decimals(value, 4),
        }),
      ]),
    },
  ]
}

function foldSection(results: ExperimentResults, { folds, name }: DataResults, title: string): Section {
  const { metric } = results
  const methods = rowsOf(results, name).map(({ method }) => method)
  const valid = folds.some((fold) => fold.valid !== undefined)
  return {
    title,
    lead:
      folds.length === 1
        ? 'Lists that the methods were trained and tested on.'
        : 'Each fold is tested on by models that were trained on its training lists alone.',
    parts: [
      tableHtml({
        label: title,
        columns: ['fold', 'training lists', ...(valid ? ['validation lists'] : []), 'test lists', ...methods],
        rows: folds.map((fold) => [
          fold.name,
          grouped(fold.train),
          ...(valid ? [fold.valid === undefined ? '' : grouped(fold.valid)] : []),
          grouped(fold.test),
          ...methods.map((method) => decimals(fold.values[method], 4)),
        ]),
      }),
      ...(folds.length < 2 || methods.length === 0
        ? []
        : figures([
            lineChart({
              title: `${metric} of each fold`,
              x: { name: 'fold' },
              y: { name: metric },
              series: methods.slice(0, mostSeries).map((method) => ({
                name: method,
                points: folds.map(({ values }, place) => ({ x: place + 1, y: values[method] ?? Number.NaN })),
                dots: true,
              })),
              note: `Folds differ in how hard their lists are: compare methods within a fold.${methods.length > mostSeries ? ` The ${mostSeries} best of ${methods.length} methods.` : ''}`,
            }),
          ])),
    ],
  }
}

const chosenBy: Readonly<Record<string, string>> = {
  valid: 'validation lists',
  folds: 'inner folds',
  'left-out lists': 'left-out training lists',
}

function chosenSections({ chosen }: DataResults, title: string): Section[] {
  if (chosen.length === 0) return []
  const seeds = new Set(chosen.map(({ seed }) => seed)).size > 1
  const shares = new Set(chosen.map(({ share }) => share)).size > 1
  return [
    {
      title,
      lead: 'No test list had a part in these choices. The score is that of the lists that chose, picked among many, so it looks better than it is.',
      parts: [
        tableHtml({
          label: title,
          columns: ['method', 'fold', ...(seeds ? ['seed'] : []), ...(shares ? ['share'] : []), 'setting', 'of', 'chosen by', 'score'],
          rows: chosen.map(({ method, fold, seed, share, options, on, score, trials }) => [
            method,
            fold,
            ...(seeds ? [String(seed)] : []),
            ...(shares ? [percent(share, 0)] : []),
            optionsText(options),
            counted(trials, 'setting'),
            chosenBy[on] ?? on,
            decimals(score, 4),
          ]),
        }),
        ...notes(edgeRemarks(chosen)),
      ],
    },
  ]
}

function overallSection({ data, metric }: ExperimentResults, overall: NonNullable<ExperimentResults['overall']>): Section {
  return {
    title: 'All data sets',
    lead: `The mean place of each method over ${counted(data.length, 'data set')}; 1 is the best.`,
    parts: [
      tableHtml({
        label: 'All data sets',
        columns: ['method', 'mean rank', `mean ${metric}`, 'among the best'],
        rows: overall.map(({ method, meanRank, value, amongBest }) => [
          method,
          decimals(meanRank, 2),
          decimals(value, 4),
          `${amongBest} of ${data.length}`,
        ]),
      }),
      ...figures([
        barChart({
          title: 'Mean rank',
          of: 'method',
          measure: 'mean rank, less is better',
          bars: overall.map(({ method, meanRank }) => ({ name: method, value: meanRank })),
          format: (value) => decimals(value, 2),
        }),
      ]),
    ],
  }
}

/** What was asked for. */
function settingsSection({ experiment }: ExperimentResults): Section {
  const { methods, metrics, seeds, shares, profile, confidence } = experiment
  return {
    title: 'The experiment',
    lead: 'The same experiment on the same lists gives the same bytes.',
    parts: [
      ...facts([
        ['Metrics', metrics.join(', ')],
        ['Profile', profile],
        ['Seeds', seeds.join(', ')],
        ['Shares of the training lists', shares.map((share) => percent(share, 0)).join(', ')],
        ['Confidence', percent(confidence, 0)],
      ]),
      tableHtml({
        label: 'Methods',
        columns: ['name', 'method', 'options', 'search'],
        rows: methods.map(({ name, method, options, search, try: tried, trials }) => [
          name,
          method,
          optionsText(options) || 'defaults',
          search === 'none'
            ? 'none'
            : [search, ...(trials === undefined ? [] : [counted(trials, 'setting')]), ...Object.keys(tried).map(flagName)].join(', '),
        ]),
      }),
    ],
  }
}

function optionsText(options: Readonly<Record<string, unknown>>): string {
  return Object.entries(options)
    .map(([option, value]) => `${flagName(option)} ${typeof value === 'number' ? readable(value) : String(value)}`)
    .join(', ')
}
