import type { Numbers } from '../data/lists/numbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import type { MetricChoice } from '../metrics/chooseMetrics.ts'
import { type JudgedLists, measureLists } from '../metrics/measureLists.ts'
import { ruleNotes } from '../models/common/ruleNotes.ts'
import type { Model } from '../models/model.ts'
import { score } from '../models/score.ts'
import { plainRuntime, type Runtime } from '../runtime/runtime.ts'
import { type EvaluationReport, evaluationReport, type ReportOptions } from './evaluationReport.ts'

export interface EvaluateOptions extends MetricChoice, ReportOptions {}

/**
 * How well a model, or scores (one per row, in the order of the rows), order judged lists. Intervals are BCa bootstrap
 * intervals over the lists.
 */
export function evaluate(model: Model, lists: RankingLists, options?: EvaluateOptions, runtime?: Runtime): EvaluationReport
export function evaluate(scores: Numbers, lists: JudgedLists, options?: EvaluateOptions, runtime?: Runtime): EvaluationReport
export function evaluate(
  given: Model | Numbers,
  lists: RankingLists | JudgedLists,
  options: EvaluateOptions = {},
  runtime: Runtime = plainRuntime,
): EvaluationReport {
  const scores = 'kind' in given ? score(given, lists as RankingLists, runtime) : given
  const measured = measureLists(scores, lists, options, runtime.compute)
  const report = evaluationReport(measured, measured.values, lists.listIds, lists.listWeights, options)
  return 'kind' in given ? { ...report, notes: [...report.notes, ...ruleNotes(given)] } : report
}
