import { servedReport } from '../abstention/serving/servedScores.ts'
import type { ServingOptions } from '../abstention/serving/servingOptions.ts'
import { refuseArgument } from '../arguments/refuseArgument.ts'
import { requireObject } from '../arguments/requireKind.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { MetricChoice } from '../metrics/chooseMetrics.ts'
import { type JudgedLists, measureLists } from '../metrics/measureLists.ts'
import { judgedFor } from '../models/judgedFor.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { plainRuntime, type Runtime, requireRuntime } from '../runtime/runtime.ts'
import { type EvaluationReport, evaluationReport, type ReportOptions } from './evaluationReport.ts'
import { answersOf, incomingNotes } from './served.ts'

export interface EvaluateOptions extends MetricChoice, ReportOptions {
  /** How the lists of a model are served, as `rank` takes it. Left out, the rule of the model holds, if it has one. */
  readonly serving?: ServingOptions
}

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
  if (typeof given !== 'object' || given === null) refuseArgument('given', given, 'a model, or one score per row')
  requireObject('options', asked, 'an object with options')
  const { serving, ...options } = asked
  requireRuntime(runtime)
  const reported = (scores: Numbers, judged: JudgedLists) => {
    const measured = measureLists(scores, judged, options, runtime.compute)
    return evaluationReport(measured, measured.values, judged.listIds, judged.listWeights, options)
  }
  if (!('kind' in given)) return reported(given, lists)
  const model = requireListModel(given)
  const judged = judgedFor(model, lists as RankingLists)
  const { scores, served } = answersOf(model, judged, serving ?? {}, runtime)
  if (served === undefined) return reported(scores, judged)
  const report = reported(served.scores, judged)
  const { metrics, intervals } = reported(scores, judged)
  return {
    ...report,
    served: servedReport(served, served.serving),
    byScore: { metrics, intervals },
    notes: [...report.notes, ...incomingNotes(served, judged)],
  }
}
