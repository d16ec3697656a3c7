/** What a report of a ranker says: everything is computed by the functions behind the commands of the same names. */
import {
  type AbstainReport,
  abstain,
  type Certified,
  certify,
  compare,
  type EvaluationReport,
  evaluate,
  type FeatureShapes,
  featureShapes,
  type ListModel,
  type PermutationImportance,
  permutationImportance,
  type RankingLists,
} from '@rankwright/core'
import { type DataGuard, dataGuards, drawLists, listCount, rowCount } from '@rankwright/core/data'
import { featureNamesOf, kindOf, learnedFromPlaces } from '@rankwright/core/models'
import { type DataReport, dataReport } from '@rankwright/core/reports'
import type { BeforeFindings } from '../sections/changesSection.ts'
import { grouped } from '../text/shown.ts'
import { type Attempted, attempted } from './attempted.ts'
import type { Making } from './making.ts'
import { marginThresholds } from './marginThresholds.ts'
import { type ShownList, shownLists } from './shownLists.ts'

export interface ModelFindings {
  /** How many lists were measured, of those that there are. */
  readonly measured: { readonly lists: number; readonly of: number }
  /** Of the lists that the model is measured on. */
  readonly data: DataReport
  readonly sizes: Float64Array
  readonly evaluation: Attempted<EvaluationReport>
  readonly importance: Attempted<PermutationImportance> & { readonly lists: number; readonly of: number }
  readonly shapes: Attempted<FeatureShapes>
  readonly certified: Attempted<Certified>
  readonly abstention: Attempted<AbstainReport> & { readonly lists: number; readonly of: number }
  readonly shown: Attempted<readonly ShownList[]>
  /** Where there was a model before this one. */
  readonly before?: BeforeFindings
}

export interface MeasuredData {
  /** Lists to measure the model on. */
  readonly lists: RankingLists
  /** The lists that it was trained on, for theorems. */
  readonly train?: RankingLists
  readonly metrics?: readonly string[]
  /** The model that this one takes the place of. */
  readonly before?: ListModel
}

/** More lists than these are drawn from: intervals and bounds over all of them would take minutes, and be hardly narrower. */
const mostLists = 10_000
/** Rows that are scored to see what each feature is worth; where there are more, whole lists are drawn. */
const importanceWork = 400_000
const repeats = 3
/** Of models with more features none is shuffled: every one needs scores of all rows, with all features. */
const mostShuffled = 1000
/** Lists that risk and coverage are measured on; where there are more, some are drawn. */
const pairLists = 1000
const mostShapes = 6

export function modelFindings(
  model: ListModel,
  { lists: all, train, metrics, before }: MeasuredData,
  { runtime, onProgress, spelled }: Making,
): ModelFindings {
  const lists = fewLists(all, mostLists)
  const step = (stage: string) => onProgress({ stage, done: 0 })
  const [main] = metrics ?? [learnedFromPlaces(model) ? 'kendall-tau' : 'ndcg@10']
  step('measuring')
  const evaluation = withNotes(
    attempted(() => evaluate(model, lists, { ...(metrics && { metrics }), perList: true }, runtime)),
    spelled,
  )
  step('bounding')
  const certified = spelled(
    attempted(() => certify(model, { heldOut: lists, ...(train && { train }), ...(metrics && { metrics: [main] }) }, runtime)),
  )
  step('shuffling features')
  const features = featureNamesOf(model).length
  const sample = drawLists(lists, Math.max(500, Math.floor(importanceWork / (repeats * Math.max(1, features)))), 1)
  const importance: Attempted<PermutationImportance> =
    features > mostShuffled
      ? {
          why: `What each feature is worth is not measured here, because there are ${grouped(features)} of them, and more than ${grouped(mostShuffled)} take too long.`,
        }
      : withNotes(
          attempted(() => permutationImportance(model, sample, { metric: main, repeats }, runtime)),
          spelled,
        )
  const strongest = strongestFeatures(model, importance)
  const shapes = attempted(() => featureShapes(model, lists, { shapes: strongest, rows: 500 }, runtime))
  step('judging pairs')
  const some = fewLists(lists, pairLists)
  const abstention = attempted(() =>
    model.calibration === undefined
      ? abstain(model, some, { rule: 'margin', thresholds: marginThresholds(model, some, runtime) }, runtime)
      : abstain(model, some, { rule: 'probability' }, runtime),
  )
  const beforeFindings = (old: ListModel, fresh: ListModel): BeforeFindings => ({
    evaluation: spelled(attempted(() => evaluate(old, lists, { ...(metrics && { metrics }) }, runtime))),
    comparison: spelled(
      attempted(() =>
        compare({ 'new model': fresh, 'old model': old }, lists, { metric: main, perList: true, randomisations: 2000 }, runtime),
      ),
    ),
  })
  const guards: readonly DataGuard[] = spelled(dataGuards(all))
  return {
    measured: { lists: listCount(lists), of: listCount(all) },
    data: dataReport(all, { problems: [], problemCount: 0, notes: [], guards }),
    sizes: Float64Array.from({ length: listCount(all) }, (_, list) => all.offsets[list + 1] - all.offsets[list]),
    evaluation,
    importance: { ...importance, lists: listCount(sample), of: listCount(lists) },
    shapes,
    certified,
    abstention: { ...abstention, lists: listCount(some), of: listCount(lists) },
    ...(before && { before: beforeFindings(before, model) }),
    shown: attempted(() => shownLists(model, lists, 'found' in evaluation ? evaluation.found : undefined, main, runtime)),
  }
}

/** All lists, or about so many drawn ones. */
function fewLists(lists: RankingLists, most: number): RankingLists {
  return listCount(lists) <= most ? lists : drawLists(lists, Math.ceil((most * rowCount(lists)) / listCount(lists)), 1)
}

/** Those that the metric misses most, else those of the greatest weight. */
function strongestFeatures(model: ListModel, importance: Attempted<PermutationImportance>): string[] {
  const measured = 'found' in importance ? importance.found.features.filter(({ loss }) => loss > 0) : []
  const known = measured.length > 0 ? measured : kindOf(model).facts(model).features
  return known.slice(0, mostShapes).map(({ feature }) => feature)
}

/** Remarks alone: ids of lists stay as they are. */
function withNotes<Found extends { readonly notes: readonly string[] }>(
  attempt: Attempted<Found>,
  spelled: Making['spelled'],
): Attempted<Found> {
  return 'found' in attempt ? { found: { ...attempt.found, notes: spelled(attempt.found.notes) } } : spelled(attempt)
}
