import type { RankingLists } from '../../data/lists/rankingLists.ts'

/** What the defaults of a method may depend on, beside its options. */
export interface TrainingFacts {
  readonly rows: number
  /** Whether there is validation data. */
  readonly valid: boolean
}

export function trainingFacts({ labels }: RankingLists, valid: RankingLists | undefined): TrainingFacts {
  return { rows: labels.length, valid: valid !== undefined }
}
