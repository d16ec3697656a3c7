import type { Model } from '@rankwright/core'
import { isListModel, kindOf, type ModelFacts, type TrainedModel } from '@rankwright/core/models'
import { flagName } from '@rankwright/core/options'
import { type Html, html } from '../page/html.ts'
import { facts, figures, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { between, counted, grouped, readable, signed } from '../text/shown.ts'
import { weightCharts } from './featureSections.ts'

/** What a model is, how it was trained, and what its features weigh. */
export function modelSection(model: Model, withWeights: boolean): Section {
  const kind = kindOf(model)
  const known = kind.facts(model)
  return {
    title: 'The model',
    lead: `${known.method}: ${kind.title} of ${sizesText(known)}.`,
    parts: [
      ...facts([...trainingFacts(model), ...figureFacts(known), ...calibrationFacts(model)]),
      ...figures(withWeights ? weightCharts(known.features) : []),
      ...detailParts(known),
      ...earlierParts(model),
      ...optionParts(model, known),
    ],
  }
}

export function sizesText({ sizes }: Pick<ModelFacts, 'sizes'>): string {
  return sizes.map(({ count, of, plural }) => counted(count, of, plural)).join(', ')
}

function trainingFacts(model: Model): [string, string][] {
  if (!('training' in model)) return []
  const { lists, rows, iterations, objective, arithmetic, library } = model.training
  if (lists === 0) return [['Trained', 'by other software; on which lists is not known']]
  return [
    ['Trained on', `${counted(lists, 'list')}, ${counted(rows, 'row')}`],
    ['Iterations', grouped(iterations)],
    ['Objective', readable(objective, 6)],
    ...(arithmetic === 'exact'
      ? []
      : [['Arithmetic', library === undefined ? arithmetic : `${arithmetic}, ${library}`] as [string, string]]),
  ]
}

function figureFacts({ figures: numbers = {} }: ModelFacts): [string, string][] {
  return Object.entries(numbers).map(([name, value]) => [name, typeof value === 'number' ? readable(value) : value])
}

function calibrationFacts(model: Model): [string, string][] {
  if (!isListModel(model) || model.calibration === undefined) return []
  const { lists, pairs, trained } = model.calibration
  return [
    [
      'P(A above B) calibrated on',
      `${counted(lists, 'list')}, ${counted(pairs, 'pair')}${trained === undefined ? '' : `; of these lists it was trained on ${trained}, so P is too sure`}`,
    ],
  ]
}

const mostRows = 40

/** The models that training again has replaced, and what the next one gained. */
function earlierParts(model: Model): Html[] {
  const earlier = 'training' in model ? (model.training.earlier ?? []) : []
  if (earlier.length === 0) return []
  return [
    html`<h3>Models before it</h3>`,
    tableHtml({
      label: 'Models before it, the oldest first',
      columns: ['model', 'lists', 'rows', 'metric', 'what the next one gained', 'interval', 'on lists'],
      rows: earlier.map(({ model: fingerprint, lists, rows, metric, delta, interval, heldOut }) => [
        html`<code>${fingerprint.slice(0, 8)}</code>`,
        grouped(lists),
        grouped(rows),
        metric,
        signed(delta, 4),
        interval === undefined ? 'not tested' : between(interval, 4),
        grouped(heldOut),
      ]),
    }),
  ]
}

function detailParts({ table }: ModelFacts): Html[] {
  if (table === undefined || table.rows.length === 0) return []
  const { headings, rows, of } = table
  const left = rows.length - mostRows
  return [
    tableHtml({
      label: `Parts of the model`,
      columns: headings.map((heading) => heading || of.of),
      rows: rows.slice(0, mostRows).map((row) => row.map((cell) => (typeof cell === 'number' ? readable(cell) : cell))),
    }),
    ...(left > 0 ? [html`<p class="note">and ${counted(left, of.of, of.plural)} more.</p>`] : []),
  ]
}

function optionParts(model: Model, { options }: ModelFacts): Html[] {
  const names = Object.keys(options)
  if (names.length === 0) return []
  const trained = 'training' in model ? model.training : undefined
  const table = tableHtml({
    label: 'Options',
    columns: ['option', 'value', ...(trained ? ['where from'] : [])],
    rows: names.map((name) => [flagName(name), optionText(options[name]), ...(trained ? [originOf(name, trained)] : [])]),
  })
  return [html`<details><summary>All ${counted(names.length, 'option')}</summary>\n${table}</details>`]
}

function originOf(name: string, { tuned, given }: TrainedModel['training']): string {
  const choice = tuned.find(({ option }) => option === name)
  if (choice !== undefined) return `chosen by ${choice.metric} on ${choice.on === 'valid' ? 'the validation lists' : choice.on}`
  return given.includes(name) ? 'given' : 'default'
}

/** An option may have parts of its own: a kernel its width. */
function optionText(value: unknown): string {
  if (typeof value === 'number') return readable(value)
  return typeof value === 'object' && value !== null ? Object.values(value).map(String).join(' ') : String(value)
}
