import { fingerprint } from '../../data/lists/fingerprint.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { TrainingRecord } from '../../models/common/modelCommon.ts'
import type { Model } from '../../models/model.ts'
import { modelFingerprint } from '../../models/modelFingerprint.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'

/** The record a model keeps of its training: what happened, and on which data. */
export function trainingRecord(
  lists: RankingLists,
  valid: RankingLists | undefined,
  happened: Pick<TrainingRecord, 'given' | 'tuned' | 'iterations' | 'objective' | 'optimality' | 'met'>,
  compute: Compute,
  start?: Model,
): TrainingRecord {
  return {
    lists: lists.listIds.length,
    rows: lists.labels.length,
    data: fingerprint(lists, compute),
    ...(valid && { valid: fingerprint(valid, compute) }),
    ...(start && { start: modelFingerprint(start) }),
    ...happened,
    arithmetic: compute.build === 'simd-relaxed' ? 'relaxed' : 'exact',
  }
}

/** What was chosen on the training data itself is not checked by anything. */
export function sameDataNotes({ data, valid }: Pick<TrainingRecord, 'data' | 'valid'>): string[] {
  return valid === data ? ['the validation data is the training data, so the choice was not made on other lists'] : []
}

/** The same for lists that somebody holds. */
export function* heldTrainingRecord(
  lists: HeldLists,
  valid: HeldLists | undefined,
  happened: Pick<TrainingRecord, 'given' | 'tuned' | 'iterations' | 'objective' | 'optimality'>,
  { compute }: Runtime,
  start?: Model,
): Training<TrainingRecord> {
  const size = yield* lists.ask('summary', {})
  return {
    lists: size.lists,
    rows: size.rows,
    data: yield* lists.ask('fingerprint', {}),
    ...(valid && { valid: yield* valid.ask('fingerprint', {}) }),
    ...(start && { start: modelFingerprint(start) }),
    ...happened,
    arithmetic: compute.build === 'simd-relaxed' ? 'relaxed' : 'exact',
  }
}
