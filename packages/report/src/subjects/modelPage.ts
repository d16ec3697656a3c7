import { type Certified, certify, type ListModel, type Model, type RankingLists } from '@rankwright/core'
import { type AutoRecord, type FeatureFact, isListModel, kindOf, type TermModel } from '@rankwright/core/models'
import { streamReport } from '@rankwright/core/reports'
import { RankingStream } from '@rankwright/core/streaming'
import { type Attempted, attempted } from '../findings/attempted.ts'
import type { Making } from '../findings/making.ts'
import { type ModelFindings, modelFindings } from '../findings/modelFindings.ts'
import type { Page, Tile } from '../page/page.ts'
import { capital, figures, notes, type Section } from '../page/section.ts'
import { abstentionSection } from '../sections/abstentionSection.ts'
import { autoSection } from '../sections/autoSection.ts'
import { certificateSection } from '../sections/certificateSection.ts'
import { changesSection } from '../sections/changesSection.ts'
import { dataSection } from '../sections/dataSection.ts'
import { evaluationSection } from '../sections/evaluationSection.ts'
import { importanceChart, shapeCharts, weightCharts } from '../sections/featureSections.ts'
import { listsSection } from '../sections/listsSection.ts'
import { modelSection, sizesText } from '../sections/modelSection.ts'
import { ontologySections } from '../sections/ontologySections.ts'
import { streamSections } from '../sections/streamSections.ts'
import { atLeast, between, counted, decimals, grouped } from '../text/shown.ts'

/** A model, and lists to measure it on. */
export interface ModelSubject {
  readonly kind: 'model'
  readonly name: string
  readonly model: Model
  readonly lists?: RankingLists
  /** What the lists are: `validation lists`. */
  readonly listsAre?: string
  /** The lists that it was trained on, for theorems. */
  readonly train?: RankingLists
  readonly metrics?: readonly string[]
  /** The model that an update has made this one of: the page shows what changed. */
  readonly before?: ListModel
  /** Ids or names of terms, for an ontology. */
  readonly around?: readonly string[]
}

export function modelPage(subject: ModelSubject, making: Making): Page {
  const { model, name, lists, train, metrics, before, around } = subject
  const facts = kindOf(model).facts(model)
  const summary = `${facts.method}: ${kindOf(model).title} of ${sizesText(facts)}.`
  if (!isListModel(model)) return termPage(name, summary, model, around, making)
  const found =
    lists === undefined
      ? undefined
      : modelFindings(model, { lists, ...(train && { train }), ...(metrics && { metrics }), ...(before && { before }) }, making)
  const chosen = 'training' in model ? model.training.auto : undefined
  const stream = model.kind === 'stream' ? streamSections(streamReport(RankingStream.resumed(model.state, making.runtime))) : []
  return {
    kind: 'Model',
    name,
    summary:
      found === undefined
        ? `${summary} rankwright report MODEL --data DATA shows what it does on lists.`
        : `${summary} Measured on ${measuredText(found.measured)}${subject.listsAre === undefined ? '' : `, ${subject.listsAre}`}.`,
    tiles: [...(found === undefined ? [] : tilesOf(found)), ...chosenTiles(chosen)],
    sections: [
      ...(before === undefined ? [] : [changesSection(before, model, found?.evaluation, found?.before)]),
      ...(found === undefined
        ? []
        : [
            foundSection('How well it ranks', found.evaluation, evaluationSection),
            foundSection('What can be guaranteed', found.certified, certificateSection),
          ]),
      ...stream,
      ...(chosen === undefined ? [] : [autoSection(chosen)]),
      modelSection(model, found === undefined),
      ...(found === undefined ? [] : measuredSections(found, facts.features)),
    ],
  }
}

function measuredSections(found: ModelFindings, features: readonly FeatureFact[]): Section[] {
  const { importance, shapes, abstention, shown, data, sizes } = found
  return [
    {
      title: 'What features do',
      parts: [
        ...figures([...('found' in importance ? [importanceChart(importance.found, importance)] : []), ...weightCharts(features)]),
        ...figures('found' in shapes ? shapeCharts(shapes.found) : []),
        ...notes([...('found' in importance ? importance.found.notes : [importance.why]), ...('found' in shapes ? [] : [shapes.why])]),
      ],
    },
    foundSection('How sure it is', abstention, (report) => abstentionSection(report, abstention)),
    ...('found' in shown && shown.found.length > 0 ? [listsSection(shown.found)] : []),
    dataSection(data, sizes),
  ]
}

function foundSection<Found>(title: string, attempt: Attempted<Found>, section: (found: Found) => Section): Section {
  return 'found' in attempt ? section(attempt.found) : { title, parts: notes([attempt.why]) }
}

function measuredText({ lists, of }: ModelFindings['measured']): string {
  return lists === of ? counted(lists, 'list') : `${grouped(lists)} lists drawn from ${grouped(of)}`
}

function tilesOf({ evaluation, certified, data }: ModelFindings): Tile[] {
  const measured = 'found' in evaluation ? evaluation.found : undefined
  const quoted = (metric: string) => ('found' in certified ? boundOf(certified.found, metric) : undefined)
  const metrics = Object.entries(measured?.metrics ?? {}).slice(0, 2)
  return [
    ...metrics.map(([name, value]): Tile => {
      const interval = measured?.intervals[name]
      return { name, value: decimals(value), ...(interval && { remark: Number.isNaN(value) ? 'no list counts' : between(interval) }) }
    }),
    ...metrics.slice(0, 1).flatMap(([name]): Tile[] => {
      const lower = quoted(name)
      return lower === undefined ? [] : [{ name: `${name}, guaranteed`, value: `≥ ${atLeast(lower)}`, remark: 'on new lists' }]
    }),
    { name: 'Lists', value: grouped(data.lists), remark: counted(data.rows, 'row') },
    { name: 'Features', value: grouped(data.features) },
  ]
}

/** What the chosen method, or the ensemble, reached on lists that its models were not trained on. */
function chosenTiles(record: AutoRecord | undefined): Tile[] {
  const value = record?.chosen === 'ensemble' ? record.ensemble?.value : record?.candidates[0]?.value
  if (record === undefined || value === undefined) return []
  return [
    {
      name: `${record.metric} when chosen`,
      value: decimals(value),
      remark: record.on === 'valid' ? 'on validation lists' : 'on lists left out in turn',
    },
  ]
}

/** The first method of a metric is the one to quote. */
function boundOf({ heldOut }: Certified, metric: string): number | undefined {
  const found = heldOut.find((report) => report.metric === metric)
  return found === undefined || found.verdict === 'vacuous' ? undefined : found.lower
}

function termPage(name: string, summary: string, model: TermModel, around: readonly string[] | undefined, { spelled }: Making): Page {
  const certified = spelled(attempted(() => certify(model)))
  return {
    kind: 'Ontology model',
    name,
    summary,
    tiles: kindOf(model)
      .facts(model)
      .sizes.slice(0, 4)
      .map(({ count, of, plural = `${of}s` }) => ({ name: capital(count === 1 ? of : plural), value: grouped(count) })),
    sections: [
      ...ontologySections(model, around),
      foundSection('What can be guaranteed', certified, certificateSection),
      modelSection(model, true),
    ],
  }
}
