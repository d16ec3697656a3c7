import type { TrainingRecord } from '@rankwright/core/models'

/** The record of a model that was trained by other software: nothing is known. */
export const trainedElsewhere: TrainingRecord = {
  lists: 0,
  rows: 0,
  data: 'unknown',
  given: [],
  tuned: [],
  iterations: 0,
  objective: 0,
  optimality: 0,
  arithmetic: 'exact',
}
