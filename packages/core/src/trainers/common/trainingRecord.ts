import { SKETCH_WORDS } from '../../data/lists/listSketch.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { fittingTogether, mergedSeen, type SeenRecord } from '../../data/lists/seenLists.ts'
import type { TrainingRecord } from '../../models/common/modelCommon.ts'
import type { Model } from '../../models/model.ts'
import { modelFingerprint } from '../../models/modelFingerprint.ts'
import type { Compute } from '../../numeric/compute/compute.ts'
import { knownFrom } from '../../recognition/knownByUse.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Training } from '../../runtime/training.ts'
import type { HeldLists } from '../../work/heldLists.ts'
import { type DataIdentity, identityOfLists } from '../../work/operations/fingerprint.ts'
import type { ListsSummary } from '../../work/operations/summary.ts'
import { arithmeticOf } from './arithmeticOf.ts'

type Happened = Pick<TrainingRecord, 'given' | 'fitted' | 'tuned' | 'iterations' | 'objective' | 'optimality' | 'met'>

/** The record a model keeps of its training: what happened, and on which data. */
export function trainingRecord(
  lists: RankingLists,
  valid: RankingLists | undefined,
  happened: Happened,
  compute: Compute,
  start?: Model,
): TrainingRecord {
  const size = { lists: lists.listIds.length, rows: lists.labels.length, weighted: lists.listWeights !== undefined }
  const known = withFeatures(happened, lists)
  return recordOf(size, identityOfLists(lists, compute), valid && identityOfLists(valid, compute), known, compute, start)
}

/** What was chosen on the training data itself is not checked by anything. */
export function sameDataNotes({ data, valid, seen, start }: Pick<TrainingRecord, 'data' | 'valid' | 'seen' | 'start'>): string[] {
  if (valid === undefined) return []
  if (valid === data) return ['the validation data is the training data, so the choice was not made on other lists']
  if (seen?.valid === undefined || start !== undefined) return [] // the record of the model it started from is in there too
  const { same, similar } = knownFrom([seen.valid.words], [seen.train])
  if (same + similar === 0) return []
  const lists = seen.valid.words.length / SKETCH_WORDS
  return [
    `${same + similar} of the ${lists} validation lists are in the training data, or share most of their rows with a list there, so the choice was not made on other lists alone`,
  ]
}

/** The same for lists that somebody holds. */
export function* heldTrainingRecord(
  lists: HeldLists,
  valid: HeldLists | undefined,
  happened: Happened,
  { compute }: Runtime,
  start?: Model,
): Training<TrainingRecord> {
  const size = yield* lists.ask('summary', {})
  const identity = yield* lists.ask('fingerprint', {})
  const chosenOn = valid && (yield* valid.ask('fingerprint', {}))
  return recordOf(size, identity, chosenOn, withFeatures(happened, lists), compute, start)
}

/** Chosen columns were given, too. */
function withFeatures(happened: Happened, { featuresChosen }: { readonly featuresChosen?: true | undefined }): Happened {
  return featuresChosen ? { ...happened, given: [...happened.given, 'features'] } : happened
}

function recordOf(
  { lists, rows, weighted }: Pick<ListsSummary, 'lists' | 'rows' | 'weighted'>,
  train: DataIdentity,
  valid: DataIdentity | undefined,
  happened: Happened,
  compute: Compute,
  start: Model | undefined,
): TrainingRecord {
  return {
    lists,
    rows,
    data: train.data,
    ...(valid && { valid: valid.data }),
    ...(start && { start: modelFingerprint(start) }),
    ...(weighted && { weighted }),
    ...happened,
    ...arithmeticOf(compute),
    seen: seenRecord(train, valid, start),
  }
}

/** What the model that training started from had seen, this one has seen too. */
function seenRecord({ seen: train }: DataIdentity, valid: DataIdentity | undefined, start: Model | undefined): SeenRecord {
  const before = start !== undefined && 'training' in start ? start.training.seen : undefined
  const validated = [before?.valid, valid?.seen].filter((each) => each !== undefined)
  return fittingTogether({
    train: before === undefined ? train : mergedSeen(before.train, train),
    ...(validated.length > 0 && { valid: validated.reduce(mergedSeen) }),
  })
}
