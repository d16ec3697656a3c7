import {
  type Attribution,
  type Contribution,
  type Explainer,
  explainer,
  type ItemExplanation,
  type MarginPosterior,
  type PairContribution,
  type PairExplanation,
  type RankedItem,
  type RankedList,
  type Reference,
  rankEach,
} from '@rankwright/core'
import { type KeptColumn, runText } from '@rankwright/core/data'
import { type ChosenRule, matchLists, rankOptions, requireListModel } from '@rankwright/core/models'
import { flagName, type OptionTable } from '@rankwright/core/options'
import { shownText } from '@rankwright/core/problems'
import { explainedLists, type RankReport } from '@rankwright/core/reports'
import { readModel, runtimeFor } from '@rankwright/node'
import { type Answer, command, type Surroundings } from '../command.ts'
import { dataOptions, readData } from '../data.ts'
import { KeptCells, keepOption } from '../keptCells.ts'
import { modelColumns } from '../modelColumns.ts'
import { rankedRun } from '../rankedRun.ts'
import { ruleLines } from '../ruleText.ts'
import { counted, decimals, readable } from '../terminal/numbers.ts'
import type { Style } from '../terminal/style.ts'
import { textTable } from '../terminal/textTable.ts'
import { UsageError } from '../usageError.ts'

const rankCommandOptions = {
  ...rankOptions,
  explain: { kind: 'flag', doc: 'Tell what each feature adds to the score of each item, and why an item stands above the next.' },
  why: {
    kind: 'texts',
    placeholder: 'ROW,ROW',
    leftOut: 'the lists are ranked',
    doc: 'Tell why one of two rows stands above the other; rows count from 0, as rank tells them.',
  },
  against: {
    kind: 'choice',
    of: ['training', 'missing', 'list'],
    leftOut: 'training where the model knows it, else missing; of two rows, each other',
    doc: 'For trees, what reasons compare the values of an item with: the rows of the training, missing values, or the rows of its list.',
  },
  background: {
    kind: 'texts',
    whole: true,
    placeholder: 'FILE',
    leftOut: 'none',
    doc: 'For trees: rows that reasons compare with, in a file of their own.',
  },
  keep: keepOption('show beside the items', 'none is shown'),
  to: { kind: 'choice', of: ['text', 'run'], default: 'text', doc: 'What to print: tables to read, or a TREC run.' },
  tag: { kind: 'text', default: 'rankwright', placeholder: 'NAME', with: { to: 'run' }, doc: 'The name of the run, in its last column.' },
  ...dataOptions,
} as const satisfies OptionTable

export const rank = command({
  summary: 'Order the items of each list.',
  inputs: { model: 'Model file.', data: { doc: 'Lists to rank: files, folders or patterns; labels are not looked at.', some: true } },
  options: rankCommandOptions,
  example:
    'rankwright rank model.json test.txt --top 10 --explain\nrankwright rank model.json test.txt --why 3,7\nrankwright rank model.json test.txt --abstain-probability 0.8 --ties keep',
  reads: ['model', 'data', 'background'],
  data: { data: 'test', background: 'train' },
  async run({ model: modelPath, data, options, given }, around): Promise<Answer<RankReport>> {
    const { explain, why, against, background } = options
    const asksWhy = explain || why !== undefined
    for (const [option, value] of Object.entries({ against, background }))
      if (value !== undefined && !asksWhy) throw new UsageError(`--${option} goes with --explain or --why.`)
    if (against !== undefined && background !== undefined) throw new UsageError('Give --against or --background, not both.')
    const pair = why === undefined ? undefined : twoRows(why)
    const clash = withoutWhy.find((option) => given[option] !== undefined && given[option] !== false)
    if (pair !== undefined && clash !== undefined) throw new UsageError(`--why stands without --${flagName(clash)}.`)
    const apart = options.to === 'run' ? withoutRun.find((option) => given[option] !== undefined && given[option] !== false) : undefined
    if (apart !== undefined || (options.to === 'run' && around.json))
      throw new UsageError(`--to run stands without --${apart === undefined ? 'json' : flagName(apart)}.`)
    const model = requireListModel(await readModel(modelPath), modelPath)
    const columns = modelColumns(model, options)
    const kept = new KeptCells(options.keep)
    const lists = await readData(data, columns.options, around, { ...columns.reading, ...kept.reading })
    const { lists: matched, notes } = matchLists(model, lists)
    for (const note of notes) around.note(`note: ${note}`)
    const reference = background === undefined ? against : await readData(background, columns.options, around, columns.reading)
    const compared = reference === undefined ? {} : { against: reference }
    around.progress({ stage: 'ranking', done: 0 })
    if (pair !== undefined) {
      const answer = explainer(model, matched, compared).pair(...pair)
      tellHow(answer, around)
      return { document: { why: answer }, text: (style) => pairText(answer, style) }
    }
    const { runtime } = runtimeFor() // of one thread, so there is nothing to close; lists are ranked as they are printed
    const ownRule = rulesOfRank.every((option) => given[option] === undefined || given[option] === false)
    if (ownRule && model.abstention !== undefined) tellRule(model.abstention, modelPath, around)
    const { top, intervals, level, abstainRadius, abstainMargin, abstainProbability, decideAll, norm, ties, seed } = given
    const asked = { top, intervals, level, abstainRadius, abstainMargin, abstainProbability, decideAll, norm, ties, seed }
    const ranked = withKept(rankEach(model, matched, asked, runtime), kept.columns)
    const result = tellingLevel(tellingPosterior(ranked, around), around)
    const reasons = explain ? explainer(model, matched, compared) : undefined
    if (reasons !== undefined) tellHow(reasons, around, reference === undefined)
    return {
      document: reasons === undefined ? { lists: result } : explainedLists(result, reasons),
      text: (style) => (options.to === 'run' ? runText(rankedRun(result), options.tag) : rankingText(result, reasons, style)),
    }
  },
})

/** The items with the cells that were to be kept. */
function withKept(lists: Iterable<RankedList>, kept: readonly KeptColumn[]): Iterable<RankedList> {
  if (kept.length === 0) return lists
  const cellsOf = (row: number) => Object.fromEntries(kept.map(({ name, cells }) => [name, cells[row]]))
  return {
    *[Symbol.iterator]() {
      for (const list of lists) yield { ...list, items: list.items.map((item) => ({ ...item, keep: cellsOf(item.row) })) }
    },
  }
}

/** The lists as they are; before the first that has them, what the two probabilities are about. */
function tellingPosterior(lists: Iterable<RankedList>, { note }: Surroundings): Iterable<RankedList> {
  return {
    *[Symbol.iterator]() {
      let told = false
      for (const list of lists) {
        if (!told && list.items.some(({ overNext }) => overNext !== undefined)) {
          const calibrated = list.items.some(({ probability }) => probability !== undefined)
          note(`note: ${aboutScores}${calibrated ? '; P over next is about labels' : ''}`)
          told = true
        }
        yield list
      }
    },
  }
}

/** The lists as they are; after the last, in how many of them the model does not tell the items apart. */
function tellingLevel(lists: Iterable<RankedList>, { note }: Surroundings): Iterable<RankedList> {
  return {
    *[Symbol.iterator]() {
      let [all, level] = [0, 0]
      for (const list of lists) {
        yield list
        all++
        if (isLevel(list.items)) level++
      }
      if (level > 0) note(`note: in ${level} of ${counted(all, 'list')} all items shown have equal scores: the model does not order them`)
    },
  }
}

/** Exact reasons need no words. */
function tellHow({ how, against }: { how: Attribution; against?: Reference }, { note }: Surroundings, pairsApart = false): void {
  if (how === 'integrated-gradients')
    note('note: the score is no sum over features; these are integrated gradients, which add up to the score and are not Shapley values')
  if (how === 'shapley-values' && against !== undefined) {
    const pairs = pairsApart ? '; between two items, one against the other' : ''
    note(`note: the score is no sum over features; these are Shapley values against ${references[against]}${pairs}; they add up`)
  }
  if (how === 'weighted-members')
    note(
      'note: the score is a weighted sum of several models, standardised in each list; these are the weighted sums of what each feature adds to theirs (exact for linear models, integrated gradients or Shapley values for others), which add up to the score',
    )
  if (how === 'sampled-shapley-values')
    note('note: the score is no sum over features; these are Shapley values from a sample of orders, which add up to the score')
}

const references: Readonly<Record<Reference, string>> = {
  training: 'the rows that came to each split in training',
  missing: 'a row with nothing but missing values',
  list: 'the rows of the same list',
  background: 'the rows of the background',
  other: 'the other row',
}

function tellRule(chosen: ChosenRule, modelPath: string, { note }: Surroundings): void {
  const { rule, conditions } = ruleLines(chosen)
  for (const line of rule) note(`note: ${line}`)
  if (conditions.length > 0) note(`note: what the guarantee rests on: rankwright show ${modelPath}`)
}

const aboutScores = 'posterior P is about true scores, which labels scatter around'

/** Options that say which rule holds, instead of the one of the model. */
const rulesOfRank = ['abstainRadius', 'abstainMargin', 'abstainProbability', 'decideAll'] as const
/** What a run has no place for. */
const withoutRun = ['explain', 'why', 'intervals', 'keep'] as const
const withoutWhy = ['explain', 'intervals', 'top', ...rulesOfRank] as const

function twoRows(words: readonly string[]): [number, number] {
  const rows = words.map((word) => (/^\d+$/.test(word) ? Number(word) : Number.NaN))
  if (rows.length !== 2 || rows.some(Number.isNaN))
    throw new UsageError(
      `--why is "${words.join(',')}"; give the numbers of two rows, counted from 0 as rank prints them, such as --why 3,7.`,
    )
  return [rows[0], rows[1]]
}

/** One small table per list. Rows are numbered as in the JSON: the first row of the file is 0. */
function* rankingText(lists: Iterable<RankedList>, reasons: Explainer | undefined, style: Style): Generator<string> {
  let gap = ''
  for (const { id, items, undecided, runs = [], confidence, answered } of lists) {
    const named = items.some(({ item }) => item !== undefined)
    const sure = items.some(({ overNext }) => overNext !== undefined)
    const likely = items.some(({ probability }) => probability !== undefined)
    const keptNames = Object.keys(items[0]?.keep ?? {})
    const headings = [
      'place',
      ...(named ? ['item'] : []),
      ...keptNames,
      'row',
      'score',
      ...(likely ? ['P over next'] : []),
      ...(sure ? ['posterior P', 'margin', 'interval', 'of the labels'] : []),
      ...(undecided ? ['undecided'] : []),
    ]
    const runOf = new Map(runs.flatMap((run, number) => run.map((row) => [row, `run ${number + 1}`] as const)))
    const rows = items.map(({ row, item, keep, score, probability, overNext }, place) => [
      String(place + 1),
      ...(named ? [item ?? ''] : []),
      ...keptNames.map((name) => shownText(keep?.[name] ?? '')),
      String(row),
      readable(score, 6),
      ...(likely ? [probability === undefined ? '' : probability.toFixed(2)] : []),
      ...(sure ? marginCells(overNext) : []),
      ...(undecided ? [runOf.get(row) ?? ''] : []),
    ])
    const leftSided = [...keptNames, 'item', 'interval', 'of the labels', 'undecided']
    const alignments = headings.map((heading) => (leftSided.includes(heading) ? 'left' : 'right'))
    const [heading, ...lines] = textTable(headings, alignments, rows).split('\n')
    const remarks = [
      ...(undecided === undefined ? [] : [counted(lengthOf(undecided), 'undecided pair')]),
      ...(answered === false ? ['as it came'] : []),
      ...(answered !== false && isLevel(items)
        ? [undecided === undefined ? 'equal scores, in the order of the file' : 'equal scores']
        : []),
      ...(confidence === undefined ? [] : [`confidence ${decimals(confidence, 2)}`]),
    ]
    const remark = remarks.length === 0 ? '' : style.dim(` (${remarks.join(', ')})`)
    yield `${gap}${style.bold(`list ${shownText(id)}`)}${remark}\n${heading}\n`
    for (const [place, line] of lines.entries()) {
      yield `${line}\n${reasons === undefined ? '' : reasonsText(items[place], items[place + 1], reasons, style)}`
    }
    gap = '\n'
  }
}

/** Whether the ranker does not tell these items apart. */
function isLevel(items: readonly RankedItem[]): boolean {
  return items.length > 1 && items.every(({ score }) => score === items[0].score)
}

function lengthOf(entries: Iterable<unknown>): number {
  let length = 0
  for (const _ of entries) length++
  return length
}

/** How far an item lies above the next; nothing for the last of a list. */
function marginCells(posterior: MarginPosterior | undefined): string[] {
  if (posterior === undefined) return ['', '', '', '']
  const { probability, margin, interval, labelInterval } = posterior
  return [probability.toFixed(2), readable(margin), rangeText(interval), rangeText(labelInterval)]
}

function rangeText([low, high]: readonly [number, number]): string {
  return `${readable(low)} to ${readable(high)}`
}

const indent = ' '.repeat(9)

function reasonsText(item: RankedItem, next: RankedItem | undefined, reasons: Explainer, { dim }: Style): string {
  const own = `${indent}${dim('=')} ${sumText(reasons.item(item.row), reasons)}\n`
  if (next === undefined) return own
  const { difference, contributions, itself } = reasons.pair(item.row, next.row)
  if (difference === 0) return `${own}${indent}${dim('level with the next')}\n`
  return `${own}${indent}${dim(`above the next by ${readable(difference)}:`)} ${termsText(contributions, leadText)}${itself === undefined ? '' : `, the items themselves ${signed(itself)}`}\n`
}

/** What does not come from features is the intercept of all scores, or what a stream learner knows of the item. */
function sumText({ contributions, intercept }: ItemExplanation, { how }: Explainer): string {
  const terms = termsText(contributions, ownText)
  const rest = how === 'sampled-shapley-values' ? 'the item itself' : 'intercept'
  return intercept === 0 ? terms : `${terms}, ${rest} ${signed(intercept)}`
}

/** How many are shown one by one; the others are shown as a sum. */
const shownTerms = 5

function termsText<Term extends { readonly contribution: number }>(terms: readonly Term[], textOf: (term: Term) => string): string {
  const shown = terms.slice(0, terms.length > shownTerms + 1 ? shownTerms : terms.length)
  const rest = terms.slice(shown.length)
  const left = rest.reduce((sum, { contribution }) => sum + contribution, 0)
  const words = shown.map(textOf)
  if (rest.length > 0) words.push(`${rest.length} others ${signed(left)}`)
  return words.length === 0 ? 'no feature adds anything' : words.join(', ')
}

function ownText({ feature, value, category, contribution }: Contribution): string {
  return `${shownText(feature)} ${signed(contribution)} (${valueText(value, category)})`
}

function leadText({ feature, values, categories, contribution }: PairContribution): string {
  const [above, below] = [valueText(values[0], categories?.[0]), valueText(values[1], categories?.[1])]
  return `${shownText(feature)} ${signed(contribution)} (${above} against ${below})`
}

function pairText({ above, below, difference, contributions, itself }: PairExplanation, { bold }: Style): string {
  if (contributions.length === 0 && itself === undefined) return `Rows ${above} and ${below} are level: no feature tells them apart.\n`
  const head =
    difference === 0 ? `Rows ${above} and ${below} are level` : `Row ${above} stands above row ${below} by ${readable(difference, 6)}`
  const rows = contributions.map(({ feature, values, categories, contribution }) => [
    feature,
    valueText(values[0], categories?.[0]),
    valueText(values[1], categories?.[1]),
    signed(contribution),
  ])
  if (itself !== undefined) rows.push(['the items themselves', '', '', signed(itself)])
  const table = textTable(['feature', `row ${above}`, `row ${below}`, 'adds to the lead'], ['left', 'right', 'right', 'right'], rows)
  return `${bold(head)}\n\n${table}\n`
}

function valueText(value: number, category: string | undefined): string {
  if (category !== undefined) return shownText(category)
  return Number.isNaN(value) ? 'missing' : readable(value)
}

function signed(value: number): string {
  return value < 0 ? `−${readable(-value)}` : `+${readable(value)}`
}
