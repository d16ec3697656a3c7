import { fields, optional, text } from '../arguments/shapes.ts'
import type { EvaluationReport } from '../evaluation/evaluationReport.ts'
import type { OptionValue } from '../models/common/optionValue.ts'
import type { ElmModel } from '../models/elm/elm.ts'
import type { LeastSquaresStatistics } from '../models/elm/leastSquaresStatistics.ts'
import { requireStatistics } from '../models/elm/requireStatistics.ts'
import type { TrainerResult } from '../trainers/common/trainerResult.ts'
import { type Measurement, measurement } from './measurement.ts'
import { evaluationShape, secondsShape, trainedShape } from './reportShapes.ts'

/** What `update` did. */
export interface UpdateReport {
  /** Over which the sums now go. */
  readonly lists: number
  readonly rows: number
  readonly seconds: number
  /** The file with the new sums, if they were written. */
  readonly statistics?: string
  /** The file of the model, if one was made, and how it was fitted. */
  readonly model?: string
  readonly lambda?: OptionValue
  readonly objective?: number
  readonly optimality?: number
  readonly valid?: Measurement
}

export interface UpdateOutcome {
  readonly sums: LeastSquaresStatistics
  readonly seconds: number
  /** The file with the new sums, if they were written. */
  readonly file?: string
  /** The model of all lists, if one was made, and its file. */
  readonly made?: { readonly result: TrainerResult<ElmModel>; readonly out: string }
  readonly onValid?: EvaluationReport
}

const outcomeShape = fields({
  sums: requireStatistics,
  seconds: secondsShape,
  file: optional(text),
  made: optional(fields({ result: trainedShape, out: text })),
  onValid: optional(evaluationShape),
})

export function updateReport(outcome: UpdateOutcome): UpdateReport {
  outcomeShape('outcome', outcome)
  const { sums, seconds, file, made, onValid } = outcome
  return {
    lists: sums.lists,
    rows: sums.rows,
    seconds,
    ...(file !== undefined && { statistics: file }),
    ...(made && fitOf(made.result, made.out)),
    ...(onValid && { valid: measurement(onValid) }),
  }
}

function fitOf({ model, objective, optimality }: TrainerResult<ElmModel>, out: string) {
  return { model: out, lambda: model.options['lambda'], objective, optimality }
}
