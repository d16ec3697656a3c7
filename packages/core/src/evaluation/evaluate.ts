import { servedReport } from '../abstention/serving/servedScores.ts'
import type { ServingOptions } from '../abstention/serving/servingOptions.ts'
import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireNumbers } from '../arguments/requireNumbers.ts'
import { callback, count, flag, number, options as optionsShape, recordOf, type ShapesOf } from '../arguments/shapes.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireJudged } from '../data/lists/requireLists.ts'
import { defaultMetrics, type MetricChoice, metricChoiceShapes } from '../metrics/chooseMetrics.ts'
import { largeGainNotes } from '../metrics/largeGains.ts'
import { type JudgedLists, measureGiven } from '../metrics/measureLists.ts'
import type { ChosenRule } from '../models/common/abstentionRule.ts'
import { judgedFor, learnedFromPlaces } from '../models/judgedFor.ts'
import type { ListModel, Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { partOfWork, type WorkListener } from '../numeric/partOfWork.ts'
import { refuseOption } from '../options/refuseOption.ts'
import { type Recognised, recognise } from '../recognition/recognise.ts'
import { seenCounts, seenInWords, seenOfThese } from '../recognition/seenCounts.ts'
import { repeatedLists } from '../recognition/sharedLists.ts'
import { sketcher } from '../recognition/sketchedForms.ts'
import { usedBy } from '../recognition/usedLists.ts'
import { rowOf } from '../rules/ruleTable.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { type EvaluationReport, evaluationReport, type ReportOptions } from './evaluationReport.ts'
import { metricsOfPlaces } from './metricsOfPlaces.ts'
import { copyNotes, type NearCopies, nearCopies } from './nearCopies.ts'
import { firstOfEqual, hasFeatures, repeatedCount } from './repeatedLists.ts'
import { answersOf, incomingNotes, requireOrderMetrics } from './served.ts'
import { tieNotes } from './tiesByOrder.ts'

export interface EvaluateOptions extends MetricChoice, ReportOptions {
  /** How the lists of a model are served, as `rank` takes it. Left out, the rule of the model holds, if it has one. */
  readonly serving?: ServingOptions
  /** Called now and then with how much of the bootstrap behind the intervals is done. */
  readonly onProgress?: WorkListener
}

/** What `evaluate` takes; what `serving` may hold is checked where it is used. */
export const evaluateShapes: ShapesOf<EvaluateOptions> = {
  ...metricChoiceShapes,
  perList: flag,
  confidence: number({ atLeast: 0, atMost: 1 }),
  seed: count(),
  serving: recordOf(() => {}, 'an object with options'),
  onProgress: callback,
}
const takesOptions = optionsShape(evaluateShapes)

/**
 * How well a model, or scores (one per row, in the order of the rows), order judged lists. Of a model with a rule, what is measured is what
 * `rank` serves, see `servedLists`; the order of all scores is reported beside it. Intervals are BCa bootstrap intervals over the lists.
 */
export function evaluate(model: Model, lists: RankingLists, options?: EvaluateOptions, runtime?: Runtime): EvaluationReport
export function evaluate(
  scores: Numbers,
  lists: JudgedLists,
  options?: Omit<EvaluateOptions, 'serving'>,
  runtime?: Runtime,
): EvaluationReport
export function evaluate(
  given: Model | Numbers,
  lists: RankingLists | JudgedLists,
  asked: EvaluateOptions = {},
  runtime: Runtime = plainRuntime,
): EvaluationReport {
  if (typeof given !== 'object' || given === null) refuseArgument('scores', given, 'a model, or one score per row')
  takesOptions('options', asked)
  const { serving, onProgress: listener, ...options } = asked
  requireRuntime(runtime)
  const sketch = sketcher(runtime.compute)
  const reported = (scores: Numbers, judged: JudgedLists, first: Uint32Array, onProgress = listener, metrics = options.metrics) =>
    scoredReport(scores, judged, first, { ...options, onProgress, ...(metrics && { metrics }) }, runtime)
  if (!('kind' in given)) {
    if (serving !== undefined) refuseOption('serving', 'a model')
    requireNumbers('scores', given, 'infinite')
    requireJudged('lists', lists)
    const first = firstOfEqual(lists, { known: [], scores: [given], sketch })
    const repeated = repeatedCount(first)
    const report = reported(given, lists, first)
    if (!hasFeatures(lists)) return report
    const copies = nearCopies([...first.keys()], { first, found: [], own: repeatedLists(sketch(lists)) })
    return { ...report, seen: { repeated }, notes: [...report.notes, ...repeatedNotes(repeated, lists), ...copyNotes(copies, COPIES)] }
  }
  const model = requireListModel(given)
  const byPlaces = learnedFromPlaces(model) && options.relevantFrom === undefined
  const placed = byPlaces ? metricsOfPlaces(options.metrics ?? defaultMetrics, { threshold: true }) : undefined
  const judged = judgedFor(model, lists as RankingLists)
  const { scores, served } = answersOf(model, judged, serving ?? {}, runtime)
  if (served !== undefined) requireOrderMetrics(placed?.metrics ?? options.metrics ?? defaultMetrics)
  const found = recognise(model, judged, sketch, { used: served === undefined ? [] : usedBy(model) })
  const first = firstOfEqual(judged, { known: [found.first], scores: [], sketch })
  const repeated = repeatedCount(first)
  const seen = seenCounts(model, found, repeated, served !== undefined)
  const copies = nearCopies([...first.keys()], { first, found: [found], own: found })
  const half = (from: 0 | 1) => (served === undefined ? listener : partOfWork(listener, { from, length: 1, whole: 2 }))
  const report = reported(served?.scores ?? scores, judged, copies.first, half(0), placed?.metrics)
  const notes = [
    ...report.notes,
    ...(placed?.notes ?? []),
    ...weightNotes(model, judged),
    ...recognisedNotes(found, repeated, judged, copies),
  ]
  if (served === undefined) return { ...report, seen, notes }
  const { metrics, intervals } = reported(scores, judged, copies.first, half(1), placed?.metrics)
  return {
    ...report,
    seen,
    served: servedReport(served, served.serving),
    byScore: { metrics, intervals },
    notes: [...notes, ...calibrationNotes(model, served.serving.rule), ...incomingNotes(served, judged)],
  }
}

/** The report of scores, before anything is said about where the lists come from. `first`: lists that count once for the intervals, see `firstOfEqual`. */
export function scoredReport(
  scores: Numbers,
  judged: JudgedLists,
  first: Uint32Array,
  options: Omit<EvaluateOptions, 'serving' | 'onProgress'> & { readonly onProgress: WorkListener | undefined },
  { compute }: Runtime,
): EvaluationReport {
  const measured = measureGiven(scores, judged, options, compute)
  const report = evaluationReport(measured, measured.values, judged.listIds, judged.listWeights, options, first)
  return {
    ...report,
    notes: [...report.notes, ...largeGainNotes(measured.metrics, judged.labels), ...tieNotes(measured.metrics, scores, judged)],
  }
}

/** What a reader should know about lists that the model has seen, or that are there more than once. */
export function recognisedNotes(found: Recognised, repeated: number, judged: JudgedLists, copies: NearCopies): string[] {
  return [...seenNotes(found), ...repeatedNotes(repeated, judged), ...copyNotes(copies, COPIES)]
}

function seenNotes(found: Recognised): string[] {
  const seen = seenInWords(found)
  if (seen === undefined) return []
  return [
    `The model has seen ${seenOfThese(found)} (${seen}). Numbers on ${found.lists === 1 ? 'it' : 'them'} are likely better than on new lists: measure it on lists that had no part in training or tuning.`,
  ]
}

/** Readers of tables say it of a column that is not there. */
export function weightNotes(model: ListModel, { listWeights }: JudgedLists): string[] {
  const wasWeighted = 'training' in model && model.training.weighted === true && model.sideColumns?.weight === undefined
  if (!wasWeighted || listWeights !== undefined) return []
  return ['The model was trained on lists with weights, and these lists have none: all count the same here.']
}

/** A rule that asks P asks the calibration. */
function calibrationNotes({ calibration }: ListModel, { rule }: ChosenRule): string[] {
  if (calibration?.trained === undefined || !rowOf(rule).needsCalibration) return []
  return [
    `Of the ${calibration.lists} lists that P was calibrated on, the model was trained on ${calibration.trained}: P is too sure. Calibrate it on other lists.`,
  ]
}

const COPIES = 'Means count them all; intervals count lists that are nearly the same once.'

function repeatedNotes(repeated: number, { listIds }: JudgedLists): string[] {
  if (repeated === 0) return []
  return [
    `${repeated} of these ${listIds.length} lists ${repeated === 1 ? 'repeats' : 'repeat'} another, rows in any order. Means count them all; intervals count each list once.`,
  ]
}
