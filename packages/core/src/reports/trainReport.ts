import { fields, madeBy, optional, text } from '../arguments/shapes.ts'
import type { DescribedColumn } from '../data/encoders/describedColumn.ts'
import type { EvaluationReport } from '../evaluation/evaluationReport.ts'
import type { LeaveListOutReport, LeftOutPenalty } from '../library/leaveListOut.ts'
import type { TrainerResult } from '../trainers/common/trainerResult.ts'
import { type AutoReport, autoReport } from './autoReport.ts'
import { type EngineReport, engineShape } from './engineReport.ts'
import { type Measurement, measurement } from './measurement.ts'
import { columnsShape, evaluationShape, secondsShape, trainedShape } from './reportShapes.ts'

/** What `train` did. */
export interface TrainReport {
  readonly method: string
  readonly seconds: number
  readonly iterations: number
  readonly objective: number
  readonly optimality: number
  /** On the lists that it was trained on. */
  readonly train: Measurement
  readonly valid?: Measurement
  /** Each training list by the fit on all others, for each penalty. */
  readonly leaveListOut?: readonly LeftOutPenalty[]
  /** Of a table: its columns, what each is used as, and why. */
  readonly columns?: readonly DescribedColumn[]
  /** Of `auto`: the method that was chosen, or `ensemble`, and what was measured, the best first. */
  readonly chosen?: AutoReport['chosen']
  readonly leaderboard?: AutoReport['leaderboard']
  readonly auto?: AutoReport['auto']
  /** Where the lists were, if not in memory. */
  readonly engine?: EngineReport
  /** The file that the model is in. */
  readonly model: string
}

export interface TrainOutcome {
  readonly method: string
  readonly result: TrainerResult
  readonly seconds: number
  readonly onTrain: EvaluationReport
  readonly onValid?: EvaluationReport
  readonly leftOut?: LeaveListOutReport
  readonly columns?: readonly DescribedColumn[]
  readonly engine?: EngineReport
  /** The file that the model is in. */
  readonly out: string
}

const outcomeShape = fields({
  method: text,
  result: trainedShape,
  seconds: secondsShape,
  onTrain: evaluationShape,
  onValid: optional(evaluationShape),
  leftOut: optional(madeBy('leaveListOut', 'penalties')),
  columns: optional(columnsShape),
  engine: optional(engineShape),
  out: text,
})

export function trainReport(outcome: TrainOutcome): TrainReport {
  outcomeShape('outcome', outcome)
  const { method, result, seconds, onTrain, onValid, leftOut, columns, engine, out } = outcome
  const { iterations, objective, optimality } = result
  return {
    method,
    seconds,
    iterations,
    objective,
    optimality,
    train: measurement(onTrain),
    ...(onValid && { valid: measurement(onValid) }),
    ...(leftOut && { leaveListOut: leftOut.penalties }),
    ...(columns && { columns }),
    ...(result.model.training.auto && autoReport(result.model.training.auto)),
    ...(engine && { engine }),
    model: out,
  }
}
