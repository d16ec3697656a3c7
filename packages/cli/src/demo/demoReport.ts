import type { Certificate, Comparison, EvaluationReport, HeldOutReport } from '@rankwright/core'
import type { ComparedPair } from '@rankwright/core/evaluation'
import { type FeatureFact, featureCount, type TrainedModel } from '@rankwright/core/models'
import { addressOf } from '../reporting.ts'
import { lineChart } from '../terminal/lineChart.ts'
import { counted, decimals, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import type { LikenessExample } from './catalogue.ts'
import type { StreamExample } from './dailySales.ts'
import type { ExampleList, ShownItem } from './exampleList.ts'

/** The shop's present order among the contenders. */
export const todayName = 'today'

export interface DemoStory {
  readonly files: Readonly<Record<'train' | 'valid' | 'test' | 'model' | 'days' | 'catalogue' | 'report', string>>
  readonly parts: Readonly<Record<'train' | 'valid' | 'test', number>>
  /** The ranker that the rest of the story is about. */
  readonly model: TrainedModel
  /** Every ranker, and the shop's order of today, on the test lists. */
  readonly reports: Readonly<Record<string, EvaluationReport>>
  readonly comparison: Comparison
  readonly guarantee: HeldOutReport
  /** All that can be guaranteed about the model. */
  readonly certificates: readonly Certificate[]
  readonly features: readonly FeatureFact[]
  readonly example: ExampleList
  readonly undecided: UndecidedExample
  /** Similar products of the shop's catalogue, an ontology. */
  readonly alike: LikenessExample
  /** A learner on a stream whose rules change. */
  readonly changing: StreamExample
}

/** Pairs that the ranker leaves undecided. */
export interface UndecidedExample {
  readonly cost: number
  /** The best for this cost on the validation lists. */
  readonly radius: number
  readonly list: string
  /** Some undecided pairs of this list, the higher one first, and how many there are. */
  readonly pairs: readonly (readonly [string, string])[]
  readonly of: number
  /** Abstention loss on the test lists without and with abstaining. */
  readonly lossWithout: number
  readonly lossWith: number
}

const greatestLabel = 4

/** The demonstration as a page to read from top to bottom. */
export function* demoReport(story: DemoStory, style: Style): Generator<string> {
  const { bold } = style
  yield `${bold('The data')}\n${data(story)}\n\n`
  yield `${bold('Which order is best?')}\n${comparison(story, style)}\n\n`
  yield `${bold('What will it do on new queries?')}\n${guarantee(story)}\n\n`
  yield `${bold(`What did ${story.model.method} learn? The ten strongest features`)}\n${strongest(story, style)}\n\n`
  yield `${bold(`One list before and after: "${story.example.id}"`)}\n${beforeAndAfter(story, style)}\n\n`
  yield `${bold('Which pairs should stay undecided?')}\n${undecidedPairs(story)}\n\n`
  yield `${bold('What if the rules change?')}\n${changingMinds(story, style)}\n\n`
  yield `${bold('Which products are alike?')}\n${alike(story)}\n\n`
  yield `${bold('Go on from here')}\n${next(story)}\n`
}

function undecidedPairs({ undecided: { cost, radius, list, pairs, of, lossWithout, lossWith } }: DemoStory): string {
  return [
    `  Products closer than ${readable(radius)} to each other could stay undecided. That is the best radius on the validation lists, if it costs`,
    `  ${readable(cost)} and a wrong pair 1. On the test lists the loss falls from ${decimals(lossWithout, 3)} to ${decimals(lossWith, 3)}. ${counted(of, 'undecided pair')} in "${list}":`,
    ...pairs.map(([higher, lower]) => `    ${higher}  or  ${lower}`),
    ...(of > pairs.length ? [`    and ${of - pairs.length} more`] : []),
  ].join('\n')
}

function changingMinds({ files, changing: { days, turn, tau, curve, drifts } }: DemoStory, { dim }: Style): string {
  const names = { learning: 'stream', stopped: `stream, stopped on day ${turn - 1}`, yesterday: "yesterday's order" }
  const rows = Object.entries(names).map(([key, name]) => [name, ...tau[key].map((value) => decimals(value, 3))])
  const noticed = drifts.find((day) => day >= turn)
  return [
    `  ${days} days of a shop, its products in the order in which they sold (${files.days}); from day ${turn} on reviews count more than the`,
    `  price. Every day is ranked before its sales are known, then learned. Kendall's tau, day by day:`,
    textTable(['', `days 2 to ${turn - 1}`, `days ${turn} to ${days}`], ['left', 'right', 'right'], rows),
    '',
    lineChart(curve, { columns: 90, height: 7, marks: drifts }),
    dim(`  tau of the latest ten days${noticed === undefined ? '' : `; ▲ the change was detected on day ${noticed}`}`),
  ].join('\n')
}

function alike({ files, alike: { terms, asked, measures } }: DemoStory): string {
  return [
    `  The catalogue of the shop is a small ontology, ${files.catalogue}: ${terms} kinds of products, some of two kinds at once.`,
    `  Closest to "${asked}" by`,
    textTable(
      ['', ''],
      ['left', 'left'],
      measures.map(({ name, closest }) => [name, closest.join(', ')]),
    )
      .split('\n')
      .slice(1)
      .join('\n'),
  ].join('\n')
}

function data({ parts, model, reports }: DemoStory): string {
  return [
    `  A made-up shop: what people searched for, the products that came up, grades from 0 to ${greatestLabel}, and the clicks`,
    "  they left on the shop's present order (kept apart: clicks follow the order they were shown in).",
    `  ${counted(parts.train, 'list')} to learn from (${counted(model.training.rows, 'product')}), ${parts.valid} to choose lambda and the number of trees on, ${parts.test} to measure on.`,
    `  Rankers: ${Object.keys(reports)
      .filter((name) => name !== todayName)
      .join(
        ', ',
      )}; lambdamart grows trees on the ${counted(featureCount(model), 'feature')}, the others are linear.\n  today is the shop's present order.`,
  ].join('\n')
}

function comparison({ model, reports, comparison: { metric, pairs } }: DemoStory, { good, bad, dim }: Style): string {
  const names = Object.keys(reports)
  const cell = ({ metrics, intervals }: EvaluationReport, name: string) =>
    `${decimals(metrics[name], 3)} ${dim(`(${intervals[name].map((end) => decimals(end, 3)).join(' to ')})`)}`
  const rows = names.map((name) => [name, ...Object.keys(reports[name].metrics).map((measure) => cell(reports[name], measure))])
  const measures = Object.keys(reports[names[0]].metrics)
  const verdict = ({ interval: [low, high], tests }: ComparedPair) => {
    if (tests.randomisation.pHolm >= 0.05 || (low <= 0 && high >= 0)) return 'could be chance'
    return low > 0 ? good('a real gain') : bad('a real loss')
  }
  const differences = pairs
    .filter(({ a }) => a === model.method)
    .map((pair) => {
      const { b, delta, interval, tests } = pair
      const between = interval.map((end) => decimals(end, 3)).join(' to ')
      return [`against ${b}`, `${signed(delta)} (${between})`, `p ${pValue(tests.randomisation.pHolm)}`, verdict(pair)]
    })
  return [
    textTable(['', ...measures], ['left', ...measures.map(() => 'left' as const)], rows),
    dim('  in brackets: 95 % confidence intervals over the test lists'),
    '',
    `  ${metric} of ${model.method}, list by list:`,
    textTable(['', '', '', ''], ['left', 'left', 'left', 'left'], differences).split('\n').slice(1).join('\n'),
    dim('  p: Fisher randomisation, Holm-corrected for the number of pairs'),
  ].join('\n')
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${decimals(Math.abs(value), 3)}`
}

function pValue(p: number): string {
  return p < 0.001 ? '< 0.001' : decimals(p, 3)
}

function guarantee({ guarantee: { metric, value, lower, delta, n }, certificates }: DemoStory): string {
  const vacuous = certificates
    .filter(({ theorem, verdict }) => theorem.startsWith('q-') && verdict === 'vacuous')
    .map(({ theorem }) => theorem)
  return [
    `  Measured: ${metric} ${decimals(value, 3)} on ${n} lists the ranker never saw. Guaranteed: the mean over all such queries is at least ${decimals(lower, 3)},`,
    `  wrong at most ${readable(100 * delta)} times in 100, as long as new queries come from where these came from.`,
    ...(vacuous.length === 0
      ? []
      : [`  The bounds of the theorems (${vacuous.join(', ')}) say nothing at this size; rankwright certify says why.`]),
  ].join('\n')
}

function strongest({ features }: DemoStory, { dim }: Style): string {
  const shown = features.slice(0, 10).map(({ feature, weight = 0 }) => ({ feature, weight }))
  const most = Math.abs(shown[0].weight)
  const bar = (weight: number) => dim('█'.repeat(Math.max(1, Math.round((24 * Math.abs(weight)) / most))))
  return textTable(
    ['feature', 'weight', ''],
    ['left', 'right', 'left'],
    shown.map(({ feature, weight }) => [feature, signed(weight), bar(weight)]),
  )
}

function beforeAndAfter({ model, example: { metric, before, after, places } }: DemoStory, { dim }: Style): string {
  const grade = ({ label }: ShownItem) => `${'★'.repeat(label)}${dim('·'.repeat(greatestLabel - label))}`
  const rows = places.map((place, i) => [String(i + 1), grade(place.before), place.before.item, grade(place.after), place.after.item])
  return [
    textTable(
      ['', 'grade', `today (${metric} ${decimals(before, 3)})`, 'grade', `${model.method} (${metric} ${decimals(after, 3)})`],
      ['right', 'left', 'left', 'left', 'left'],
      rows,
    ),
    dim('  the test list whose gain is the median one'),
  ].join('\n')
}

function next({ files }: DemoStory): string {
  return [
    `  npx rankwright show ${files.model}`,
    `  npx rankwright rank ${files.model} ${files.test} --ignore position,clicks --top 3`,
    `  npx rankwright certify ${files.model} --train ${files.train} --held-out ${files.test} --ignore position,clicks`,
    `  npx rankwright stream ${files.days} --list day --label place --drift page-hinkley --window 10 --against last,rls`,
    `  npx rankwright ontology inspect ${files.catalogue}`,
    '  npx rankwright train --help',
    '',
    `The same with charts, in a browser: ${addressOf(files.report)}`,
  ].join('\n')
}
