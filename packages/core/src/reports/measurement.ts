import type { EvaluationReport } from '../evaluation/evaluationReport.ts'

/** How well a model orders lists, in short: what the reports of training hold. */
export type Measurement = Pick<EvaluationReport, 'profile' | 'lists' | 'metrics' | 'intervals'>

export function measurement({ profile, lists, metrics, intervals }: EvaluationReport): Measurement {
  return { profile, lists, metrics, intervals }
}
