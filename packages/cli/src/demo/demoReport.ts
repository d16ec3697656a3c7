import type { Comparison, EvaluationReport, HeldOutReport, LinearModel } from '@rankwright/core'
import type { WeightedFeature } from '../commands/show.ts'
import { counted, decimals, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import type { ExampleList, ShownItem } from './exampleList.ts'

export interface DemoStory {
  readonly files: Readonly<Record<'train' | 'valid' | 'test' | 'model', string>>
  readonly parts: Readonly<Record<'train' | 'valid' | 'test', number>>
  readonly model: LinearModel
  /** The shop's order of today, and the model's, on the test lists. */
  readonly today: EvaluationReport
  readonly learned: EvaluationReport
  readonly difference: Comparison
  readonly guarantee: HeldOutReport
  readonly features: readonly WeightedFeature[]
  readonly example: ExampleList
}

const greatestLabel = 4

/** The demonstration as a page to read from top to bottom. */
export function* demoReport(story: DemoStory, style: Style): Generator<string> {
  const { bold } = style
  yield `${bold('The data')}\n${data(story)}\n\n`
  yield `${bold('How good is the order?')}\n${comparison(story, style)}\n\n`
  yield `${bold('What will it do on new queries?')}\n${guarantee(story)}\n\n`
  yield `${bold('What did it learn? The ten strongest features')}\n${strongest(story, style)}\n\n`
  yield `${bold(`One list before and after: "${story.example.id}"`)}\n${beforeAndAfter(story, style)}\n\n`
  yield `${bold('Go on from here')}\n${next(story)}\n`
}

function data({ parts, model }: DemoStory): string {
  return [
    `  A made-up shop: what people searched for, the products that came up, grades from 0 to ${greatestLabel}, and the clicks`,
    "  they left on the shop's present order (kept apart: clicks follow the order they were shown in).",
    `  ${counted(parts.train, 'list')} to learn from (${counted(model.training.rows, 'product')}), ${parts.valid} to choose lambda on, ${parts.test} to measure on.`,
    `  Ranker: ${model.method} on ${counted(model.weights.length, 'feature')}, lambda ${readable(Number(model.options['lambda']))}.`,
  ].join('\n')
}

function comparison({ today, learned, difference }: DemoStory, { good, bad, dim }: Style): string {
  const cell = ({ metrics, intervals }: EvaluationReport, name: string) =>
    `${decimals(metrics[name], 3)} ${dim(`(${decimals(intervals[name][0], 3)} to ${decimals(intervals[name][1], 3)})`)}`
  const rows = Object.keys(learned.metrics).map((name) => [name, cell(today, name), cell(learned, name)])
  const [
    {
      delta,
      interval: [low, high],
    },
  ] = difference.pairs
  const sure = low > 0 ? good('a real gain') : high < 0 ? bad('a real loss') : 'could be chance'
  return [
    textTable(['metric', "the shop's order today", 'rankwright'], ['left', 'left', 'left'], rows),
    dim('  in brackets: 95 % confidence intervals over the test lists'),
    `  ${difference.metric}: ${delta >= 0 ? '+' : ''}${decimals(delta, 3)} (${decimals(low, 3)} to ${decimals(high, 3)}), list by list: ${sure}.`,
  ].join('\n')
}

function guarantee({ guarantee: { metric, value, lower, delta, n } }: DemoStory): string {
  return [
    `  Measured: ${metric} ${decimals(value, 3)} on ${n} lists the ranker never saw. Guaranteed: the mean over all such queries is at least ${decimals(lower, 3)},`,
    `  wrong at most ${readable(100 * delta)} times in 100, as long as new queries come from where these came from.`,
  ].join('\n')
}

function strongest({ features }: DemoStory, { dim }: Style): string {
  const shown = features.slice(0, 10)
  const most = Math.abs(shown[0].weight)
  const bar = (weight: number) => dim('█'.repeat(Math.max(1, Math.round((24 * Math.abs(weight)) / most))))
  return textTable(
    ['feature', 'weight', ''],
    ['left', 'right', 'left'],
    shown.map(({ feature, weight }) => [feature, `${weight > 0 ? '+' : '−'}${decimals(Math.abs(weight), 3)}`, bar(weight)]),
  )
}

function beforeAndAfter({ example: { metric, before, after, places } }: DemoStory, { dim }: Style): string {
  const grade = ({ label }: ShownItem) => `${'★'.repeat(label)}${dim('·'.repeat(greatestLabel - label))}`
  const rows = places.map((place, i) => [String(i + 1), grade(place.before), place.before.item, grade(place.after), place.after.item])
  return [
    textTable(
      ['', 'grade', `today (${metric} ${decimals(before, 3)})`, 'grade', `rankwright (${metric} ${decimals(after, 3)})`],
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
    `  npx rankwright evaluate ${files.model} ${files.test} --ignore position,clicks`,
    '  npx rankwright train --help',
  ].join('\n')
}
