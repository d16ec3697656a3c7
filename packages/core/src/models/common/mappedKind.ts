import { matchFeatures } from './matchFeatures.ts'
import type { MappedCommon } from './modelCommon.ts'
import type { ListKind } from './modelKind.ts'

/** What all kinds do alike whose rows go through a feature map. */
export const mappedKind: Pick<ListKind<MappedCommon>, 'match' | 'missing' | 'seen'> = {
  match: matchFeatures,
  seen: ({ training }) => training.seen,
  missing: ({ featureMap }) => featureMap.missing,
}
