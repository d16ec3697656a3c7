import type { EvaluationReport } from '../evaluation/evaluationReport.ts'
import type { TrainerResult } from '../trainers/common/trainerResult.ts'
import { type Measurement, measurement } from './measurement.ts'

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
  /** The file that the model is in. */
  readonly model: string
}

export interface TrainOutcome {
  readonly method: string
  readonly result: TrainerResult
  readonly seconds: number
  readonly onTrain: EvaluationReport
  readonly onValid?: EvaluationReport
  /** The file that the model is in. */
  readonly out: string
}

export function trainReport({ method, result, seconds, onTrain, onValid, out }: TrainOutcome): TrainReport {
  const { iterations, objective, optimality } = result
  return {
    method,
    seconds,
    iterations,
    objective,
    optimality,
    train: measurement(onTrain),
    ...(onValid && { valid: measurement(onValid) }),
    model: out,
  }
}
