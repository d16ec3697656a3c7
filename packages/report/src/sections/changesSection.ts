import type { Comparison, EvaluationReport, ListModel } from '@rankwright/core'
import { kindOf } from '@rankwright/core/models'
import { flagName } from '@rankwright/core/options'
import type { Attempted } from '../findings/attempted.ts'
import type { Html } from '../page/html.ts'
import { facts, notes, type Section } from '../page/section.ts'
import { tableHtml } from '../page/tableHtml.ts'
import { between, decimals, grouped, percent, readable, signed } from '../text/shown.ts'
import { listSections } from './comparisonSections.ts'

/** The model before an update on the lists that the new one is measured on, and the two compared list by list. */
export interface BeforeFindings {
  readonly evaluation: Attempted<EvaluationReport>
  readonly comparison: Attempted<Comparison>
}

/** What an update changed: lists, options, and metrics before and after. */
export function changesSection(
  before: ListModel,
  after: ListModel,
  now: Attempted<EvaluationReport> | undefined,
  then: BeforeFindings | undefined,
): Section {
  const changes = [...learnedFacts(before, after), ...optionFacts(before, after)]
  return {
    title: 'What the update changed',
    ...(changes.length === 0 && { lead: 'The same lists and options: the model is what it was.' }),
    parts: [
      ...facts(changes),
      ...(now !== undefined && then !== undefined
        ? measuredParts(now, then)
        : notes(['update --valid DATA also measures the old and the new model.'])),
    ],
  }
}

function learnedFacts(before: ListModel, after: ListModel): [string, string][] {
  if (!('training' in before && 'training' in after)) return []
  const [old, fresh] = [before.training, after.training]
  const counts = [
    ['Lists', old.lists, fresh.lists],
    ['Rows', old.rows, fresh.rows],
  ] as const
  return counts.map(([name, was, is]) => [name, `${grouped(was)} → ${grouped(is)}`])
}

function optionFacts(before: ListModel, after: ListModel): [string, string][] {
  const [old, fresh] = [kindOf(before).facts(before).options, kindOf(after).facts(after).options]
  const shown = (value: unknown) => (typeof value === 'number' ? readable(value) : String(value))
  return Object.keys(fresh).flatMap((name): [string, string][] => {
    const [was, is] = [shown(old[name]), shown(fresh[name])]
    return was === is ? [] : [[flagName(name), `${was} → ${is}`]]
  })
}

function measuredParts(now: Attempted<EvaluationReport>, { evaluation, comparison }: BeforeFindings): Html[] {
  if (!('found' in now)) return notes([now.why])
  if (!('found' in evaluation)) return notes([evaluation.why])
  const [was, is] = [evaluation.found.metrics, now.found.metrics]
  const compared = 'found' in comparison ? comparison.found : undefined
  return [
    tableHtml({
      label: 'Metrics of the old and the new model',
      columns: ['metric', 'old model', 'new model', 'change'],
      rows: Object.keys(is).map((metric) => [
        metric,
        decimals(was[metric], 4),
        decimals(is[metric], 4),
        signed(is[metric] - was[metric], 4),
      ]),
    }),
    ...(compared === undefined ? [] : listSections(compared).flatMap(({ parts }) => parts)),
    ...notes(compared === undefined ? ('why' in comparison ? [comparison.why] : []) : [verdict(compared)]),
  ]
}

/** Whether the change is more than chance. */
function verdict({ pairs, untested, metric, confidence }: Comparison): string {
  const [pair] = pairs
  if (untested !== undefined || pair === undefined)
    return untested ?? 'Whether the change is more than chance cannot be told from these lists.'
  const { p } = pair.tests.randomisation
  const told = `${metric} changes by ${signed(pair.delta, 4)} (${percent(confidence, 0)} interval ${between(pair.interval, 4)}, p ${p < 0.0001 ? '< 0.0001' : decimals(p, 4)} by a paired randomisation test over the lists)`
  return p < 1 - confidence ? `${told}.` : `${told}, which may be chance.`
}
