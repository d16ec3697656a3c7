/** What a model is, as a page to read: the same layout for every kind, from the facts that the kind gives. */

import type { Model, TunedOption } from '@rankwright/core'
import {
  type FactTable,
  type FeatureFact,
  isListModel,
  kindOf,
  type ModelFacts,
  marginOf,
  type Size,
  type TrainedModel,
} from '@rankwright/core/models'
import { flagName } from '@rankwright/core/options'
import { columnFacts } from '@rankwright/core/reports'
import { ruleText } from './ruleText.ts'
import { counted, grouped, readable, seconds as secondsText } from './terminal/numbers.ts'
import type { Style } from './terminal/style.ts'
import { type Alignment, textTable } from './terminal/textTable.ts'

export function modelPage(model: Model, top: number, style: Style): string {
  const kind = kindOf(model)
  const facts = kind.facts(model)
  const sections = [
    `${style.bold(facts.method)}: ${kind.title} of ${sizesText(facts)}`,
    ...('training' in model ? trainingSections(model, style) : optionSections(facts.options)),
    ...columnSections(model, style),
    ...weightSections(facts.features, top, style),
    ...detailSections(facts, top, style),
    ...calibrationLines(model),
    ...(isListModel(model) && model.abstention ? [ruleText(model.abstention)] : []),
  ]
  return `${sections.join('\n\n')}\n`
}

/** Branches of an ontology that are printed once it was learned. */
const mostRows = 20

/** What was just trained, how long that took, and where it went. */
export function trainedText(facts: ModelFacts, seconds: number, out: string, style: Style): string {
  const sections = [`${sizesText(facts)}, ${secondsText(seconds)}`, ...detailSections(facts, mostRows, style), `Model written to ${out}`]
  return `${sections.join('\n\n')}\n`
}

/** 9 terms, 2 branches. */
function sizesText({ sizes }: Pick<ModelFacts, 'sizes'>): string {
  return sizes.map(sizeText).join(', ')
}

function sizeText({ count, of, plural }: Size): string {
  return plural === undefined || count === 1 ? counted(count, of) : `${grouped(count)} ${plural}`
}

/** The table of a model, where it has one, and the single figures. */
function detailSections({ table, figures }: ModelFacts, top: number, { dim }: Style): string[] {
  const line = Object.entries(figures ?? {}).map(([name, value]) => `${name} ${typeof value === 'number' ? readable(value) : value}`)
  return [
    ...(table === undefined || table.rows.length === 0 ? [] : [factTable(table, top, dim)]),
    ...(line.length === 0 ? [] : [line.join(', ')]),
  ]
}

function factTable({ headings, rows, of }: FactTable, top: number, dim: Style['dim']): string {
  const alignments = headings.map((_, column): Alignment => (typeof rows[0]?.[column] === 'number' ? 'right' : 'left'))
  const shown = rows.slice(0, top).map((row) => row.map(cellText))
  const left = rows.length - shown.length
  const more = left > 0 ? `\n  ${dim(`and ${sizeText({ count: left, ...of })} more; --json lists them all`)}` : ''
  return `${textTable(headings, alignments, shown)}${more}`
}

function cellText(cell: number | string): string {
  if (typeof cell === 'string') return cell
  return Number.isInteger(cell) ? grouped(cell) : readable(cell)
}

function optionSections(options: ModelFacts['options'], origin?: (option: string) => string): string[] {
  const rows = Object.entries(options).map(([option, value]) => [flagName(option), optionText(value), origin?.(option) ?? ''])
  return rows.length === 0 ? [] : [textTable(['option', 'value', ''], ['left', 'left', 'left'], rows)]
}

/** An option may have parts of its own: a kernel its width. */
function optionText(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(value)
  return Object.values(value).map(String).join(' ')
}

function trainingSections({ options, training }: TrainedModel, { dim }: Style): string[] {
  const { lists, rows, iterations, objective, given, tuned, start, arithmetic, library, earlier = [] } = training
  const origin = (option: string) => {
    const choice = tuned.find((tuning) => tuning.option === option)
    if (choice !== undefined) return `chosen by ${choice.metric} ${tunedWhere(choice.on)}`
    return given.includes(option) ? 'given' : dim('default')
  }
  return [
    lists === 0
      ? 'trained by other software: on which lists is not known'
      : `trained on ${counted(lists, 'list')}, ${counted(rows, 'row')}, in ${counted(iterations, 'iteration')} to the objective ${readable(objective, 6)}`,
    ...(start === undefined ? [] : [`started from the model with the fingerprint ${start}`]),
    ...earlierSections(earlier),
    ...(arithmetic === 'exact'
      ? []
      : [`${arithmetic} arithmetic${library === undefined ? '' : ` of ${library}`}: another machine may give other last digits`]),
    ...optionSections(options, origin),
  ]
}

/** The models before this one, the oldest first: what each was trained on, and what the next one gained. */
function earlierSections(earlier: NonNullable<TrainedModel['training']['earlier']>): string[] {
  if (earlier.length === 0) return []
  const rows = earlier.map(({ model, data, lists, rows, metric, delta, heldOut }) => [
    model.slice(0, 8),
    data.slice(0, 8),
    grouped(lists),
    grouped(rows),
    `${metric} ${delta < 0 ? '' : '+'}${readable(delta)} on ${counted(heldOut, 'list')}`,
  ])
  return [
    `retrained ${counted(earlier.length, 'time')}; before:\n${textTable(['model', 'data', 'lists', 'rows', 'the next one'], ['left', 'left', 'right', 'right', 'left'], rows)}`,
  ]
}

/** On what the scores were calibrated, and how far that can be trusted. */
export function calibrationLines(model: Model): string[] {
  if (!isListModel(model) || model.calibration === undefined) return []
  const { lists, pairs, trained } = model.calibration
  const few = lists < fewLists ? `; with fewer than ${fewLists} lists it is rough` : ''
  const margin = marginOf(model.calibration, 0.8)
  const reach = margin === Infinity ? ', nowhere 0.8' : `, 0.8 from a margin of ${readable(margin)} on`
  return [
    `P(A above B) calibrated on ${counted(lists, 'list')}, ${counted(pairs, 'pair')}${reach}${few}`,
    ...(trained === undefined
      ? []
      : [
          `  of these lists the model was trained on ${trained}: P is too sure. Calibrate it on other lists with abstain --rule probability --out.`,
        ]),
  ]
}

const fewLists = 100

/** A line for each option that was chosen by measuring. */
export function tunedLines({ options, training }: TrainedModel): string[] {
  return training.tuned.map(
    ({ option, metric, on }) => `${flagName(option)} ${readable(Number(options[option]))} chosen by ${metric} ${tunedWhere(on)}`,
  )
}

/** Where an option was tuned, as the end of "chosen by ndcg@10 …". */
function tunedWhere(on: TunedOption['on']): string {
  switch (on) {
    case 'valid':
      return 'on the validation lists'
    case 'folds':
      return 'in cross-validation'
    case 'training lists':
      return 'on the training lists'
    case 'left-out lists':
      return 'on training lists left out in turn'
    case 'left-out items':
      return 'on training items left out in turn'
  }
}

/** The columns of the table that the model was trained on, the weightiest first. */
function columnSections(model: Model, { dim }: Style): string[] {
  const facts = [...columnFacts(model)].sort((a, b) => (b.weight ?? 0) - (a.weight ?? 0))
  if (facts.length === 0) return []
  const weighed = facts.some(({ weight }) => weight !== undefined)
  const most = Math.max(...facts.map(({ weight = 0 }) => weight))
  const bar = (weight: number) => dim('█'.repeat(most === 0 ? 0 : Math.round((20 * weight) / most)))
  return [
    textTable(
      ['column', 'used as', 'becomes', 'features', ...(weighed ? ['weights', ''] : [])],
      ['left', 'left', 'left', 'right', ...(weighed ? (['right', 'left'] as const) : [])],
      facts.map(({ column, role, becomes, features, weight = 0 }) => [
        column,
        role,
        becomes,
        grouped(features),
        ...(weighed ? [readable(weight, 4), bar(weight)] : []),
      ]),
    ),
  ]
}

/** The strongest features with bars; nothing for features without weights. */
function weightSections(features: readonly FeatureFact[], top: number, { dim }: Style): string[] {
  const strongest = features.slice(0, top).flatMap(({ weight, ...others }) => (weight === undefined ? [] : [{ ...others, weight }]))
  if (strongest.length === 0) return []
  const most = Math.abs(strongest[0].weight)
  const inTrees = strongest.some(({ splits }) => splits !== undefined)
  const bar = (weight: number) => dim('█'.repeat(most === 0 ? 0 : Math.round((20 * Math.abs(weight)) / most)))
  const table = textTable(
    ['feature', 'weight', ...(inTrees ? ['splits'] : []), ''],
    ['left', 'right', ...(inTrees ? ['right' as const] : []), 'left'],
    strongest.map(({ feature, weight, splits }) => [feature, readable(weight, 4), ...(inTrees ? [grouped(splits ?? 0)] : []), bar(weight)]),
  )
  const left = features.length - strongest.length
  return [left > 0 ? `${table}\n  ${dim(`and ${counted(left, 'weaker feature')}; --top N or --json shows more`)}` : table]
}
