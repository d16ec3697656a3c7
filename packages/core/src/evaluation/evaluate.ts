import { servedReport } from '../abstention/serving/servedScores.ts'
import type { ServingOptions } from '../abstention/serving/servingOptions.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { MetricChoice } from '../metrics/chooseMetrics.ts'
import { type JudgedLists, measureLists } from '../metrics/measureLists.ts'
import type { Model } from '../models/model.ts'
import { requireListModel } from '../models/requireModel.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
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
  { serving, ...options }: EvaluateOptions = {},
  runtime: Runtime = plainRuntime,
): EvaluationReport {
  const reported = (scores: Numbers) => {
    const measured = measureLists(scores, lists, options, runtime.compute)
    return evaluationReport(measured, measured.values, lists.listIds, lists.listWeights, options)
  }
  if (!('kind' in given)) return reported(given)
  const { scores, served } = answersOf(requireListModel(given), lists as RankingLists, serving ?? {}, runtime)
  if (served === undefined) return reported(scores)
  const report = reported(served.scores)
  const { metrics, intervals } = reported(scores)
  return {
    ...report,
    served: servedReport(served, served.serving),
    byScore: { metrics, intervals },
    notes: [...report.notes, ...incomingNotes(served, lists)],
  }
}
