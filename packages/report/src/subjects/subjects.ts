/** Everything that a report can be made of. */
import type { Certified, Comparison, EvaluationReport } from '@rankwright/core'
import { sharesLetter } from '@rankwright/core/evaluation'
import type { ExperimentResults } from '@rankwright/core/experiments'
import type { DataReport, StreamReport, TuneReport } from '@rankwright/core/reports'
import type { Making } from '../findings/making.ts'
import type { Page, Tile } from '../page/page.ts'
import { abstentionSection, abstentionTiles } from '../sections/abstentionSection.ts'
import { certificateSection } from '../sections/certificateSection.ts'
import { byValue, comparedGroups, comparisonSections } from '../sections/comparisonSections.ts'
import { dataSection } from '../sections/dataSection.ts'
import { evaluationSection } from '../sections/evaluationSection.ts'
import { experimentSections, rowsOf } from '../sections/experimentSections.ts'
import { guaranteeSection } from '../sections/guaranteeSection.ts'
import { streamSections } from '../sections/streamSections.ts'
import type { ToldAbstention } from '../sections/toldAbstention.ts'
import { settingText, tuningSection } from '../sections/tuningSection.ts'
import { atLeast, between, counted, decimals, grouped, shortened } from '../text/shown.ts'
import { type ModelSubject, modelPage } from './modelPage.ts'

interface Named<Kind extends string, Report> {
  readonly kind: Kind
  readonly name: string
  readonly report: Report
}

export type ReportSubject =
  | ModelSubject
  | Named<'evaluation', EvaluationReport>
  | Named<'comparison', Comparison>
  | Named<'abstention', ToldAbstention>
  | Named<'stream', StreamReport>
  | Named<'tuning', TuneReport>
  | (Named<'data', DataReport> & {
      /** How many items each list has. */
      readonly sizes?: ArrayLike<number>
    })
  | Named<'certificate', Certified>
  | Named<'experiment', ExperimentResults>

type SubjectOf<Kind extends ReportSubject['kind']> = Extract<ReportSubject, { kind: Kind }>

/** How each kind becomes a page. */
export const subjects: {
  readonly [Kind in ReportSubject['kind']]: (subject: SubjectOf<Kind>, making: Making) => Page
} = {
  model: modelPage,
  evaluation: ({ name, report }) => ({
    kind: 'Evaluation',
    name,
    summary: `Metrics on ${counted(report.lists, 'list')}.`,
    tiles: Object.entries(report.metrics)
      .slice(0, 4)
      .map(([metric, value]) => {
        const interval = report.intervals[metric]
        return {
          name: metric,
          value: decimals(value),
          ...(interval && { remark: Number.isNaN(value) ? 'no list counts' : between(interval) }),
        }
      }),
    sections: [evaluationSection(report)],
  }),
  comparison: ({ name, report }) => {
    const [best, next] = byValue(report)
    return {
      kind: 'Comparison',
      name,
      summary: `${counted(report.contenders.length, 'ranker')} by ${report.metric} on ${counted(report.lists, 'list')}.`,
      tiles: [
        { name: 'Best', value: decimals(best.value), remark: shortened(best.name, 40) },
        { name: 'Second', value: decimals(next.value), remark: shortened(next.name, 40) },
        ...notToldApart(comparedGroups(report), 'rankers'),
        { name: 'Lists', value: grouped(report.lists) },
      ],
      sections: comparisonSections(report),
    }
  },
  abstention: ({ name, report }) => ({
    kind: 'Abstention',
    name,
    summary: 'What it costs and saves to leave things undecided.',
    tiles: abstentionTiles(report),
    sections: [...guaranteeSection(report), abstentionSection(report, undefined, 'Risk, coverage and loss')],
  }),
  stream: ({ name, report }) => ({
    kind: 'Stream',
    name,
    summary: `${report.learner} on ${counted(report.series, 'series', 'series')}.`,
    tiles: [
      ...Object.entries(report.prequential)
        .slice(0, 2)
        .map(([metric, value]) => ({ name: metric, value: decimals(value), remark: 'before learning' })),
      { name: report.bound.metric, value: `≥ ${atLeast(report.bound.lower)}`, remark: 'guaranteed at all times' },
      {
        name: 'Drift detected',
        value: report.detector === 'none' ? 'not watched' : counted(report.drift.length, 'time'),
        ...(report.detector !== 'none' && { remark: `by ${report.detector}` }),
      },
    ],
    sections: streamSections(report),
  }),
  tuning: ({ name, report }, { spelled }) => ({
    kind: 'Tuning',
    name,
    summary: `Options of ${report.method}, chosen by ${report.metric}. The best: ${settingText(report.best.options) || 'the defaults'}.`,
    tiles: [
      { name: `Best ${report.metric}`, value: decimals(report.best.score, 4), remark: 'picked among the trials' },
      { name: 'Trials', value: grouped(report.trials.length) },
    ],
    sections: [tuningSection(report, spelled)],
  }),
  data: ({ name, report, sizes }) => ({
    kind: 'Data',
    name,
    summary: 'Labels, sizes of lists, and features.',
    tiles: [
      { name: 'Lists', value: grouped(report.lists) },
      { name: 'Rows', value: grouped(report.rows) },
      { name: 'Features', value: grouped(report.features) },
    ],
    sections: [dataSection(report, sizes)],
  }),
  certificate: ({ name, report }) => ({
    kind: 'Certificate',
    name,
    summary: 'What can be guaranteed about a model on new data, and what the theorems about its loss say.',
    tiles: [...new Map(report.heldOut.toReversed().map((bound) => [bound.metric, bound])).values()]
      .reverse()
      .slice(0, 4)
      .map(({ metric, lower, value, verdict }) => ({
        name: metric,
        value: verdict === 'vacuous' ? 'no bound' : `≥ ${atLeast(lower)}`,
        remark: `${decimals(value)} on the held-out lists`,
      })),
    sections: [certificateSection(report)],
  }),
  experiment: ({ name, report }, { spelled }) => {
    const { metric, experiment, data, leaderboard } = report
    const methods = counted(experiment.methods.length, 'method')
    return {
      kind: 'Experiment',
      name,
      summary: `${methods} by ${metric} on ${data.map((set) => `${set.name} (${counted(set.lists, 'list')}, ${counted(set.folds.length, 'fold')})`).join(', ')}.`,
      tiles: [
        ...data.slice(0, 4).flatMap((set) => {
          const [best] = rowsOf(report, set.name)
          return best === undefined
            ? []
            : [{ name: data.length === 1 ? `Best ${metric}` : set.name, value: decimals(best.value), remark: best.method }]
        }),
        ...(data.length === 1
          ? notToldApart(
              leaderboard.map(({ group }) => group),
              'methods',
            )
          : []),
        { name: 'Methods', value: grouped(experiment.methods.length) },
        { name: 'Test lists', value: grouped(data.reduce((sum, { lists }) => sum + lists, 0)) },
      ],
      sections: experimentSections({ ...report, data: data.map((set) => ({ ...set, notes: spelled(set.notes) })) }),
    }
  },
}

/** How many others cannot be told apart from the best, by the letters of their groups. */
function notToldApart([best, ...others]: readonly unknown[], of: string): Tile[] {
  if (typeof best !== 'string') return [] // through JSON it is NaN where nothing is tested
  const alike = others.filter((group) => typeof group === 'string' && sharesLetter(group, best)).length
  return [
    {
      name: 'Not told apart from the best',
      value: grouped(alike),
      remark: `of ${counted(others.length, `other ${of.slice(0, -1)}`, `other ${of}`)}`,
    },
  ]
}
