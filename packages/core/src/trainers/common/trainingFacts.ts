/** What the defaults of a method may depend on, beside its options. */
export interface TrainingFacts {
  readonly rows: number
  /** Whether there is validation data. */
  readonly valid: boolean
}

export function trainingFacts(rows: number, valid: object | undefined): TrainingFacts {
  return { rows, valid: valid !== undefined }
}
