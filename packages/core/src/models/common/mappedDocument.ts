/** What the files of all kinds have whose rows go through a feature map. */
import type { DocumentReader } from '../../documents/documentReader.ts'
import { commonKeys, commonParts, trainingDocument } from './commonParts.ts'
import { featureMapFromDocument, featureMapToDocument } from './featureMapJson.ts'
import { featureCount, type MappedCommon } from './modelCommon.ts'
import type { DocumentParts } from './modelKind.ts'

/** `own` are the parts of the kind itself. */
export function mappedDocument({ method, options, featureMap, features, training }: MappedCommon, own: DocumentParts): DocumentParts {
  return { method, options, featureMap: featureMapToDocument(featureMap), features, ...own, training: trainingDocument(training) }
}

export interface MappedParts {
  readonly common: MappedCommon
  /** Number of mapped features. */
  readonly width: number
  /** The whole document; its own keys are those that were asked for. */
  readonly parts: DocumentParts
}

/** `ownKeys` are the keys of the kind itself; those that end in `?` may be absent. */
export function mappedParts(document: DocumentParts, ownKeys: readonly string[], read: DocumentReader): MappedParts {
  const parts = read.object(document, 'the top', [...commonKeys, 'featureMap', ...ownKeys])
  const trained = commonParts(parts, read)
  const featureMap = featureMapFromDocument(parts['featureMap'], 'featureMap', featureCount(trained), read)
  return { common: { ...trained, featureMap }, width: featureMap.width, parts }
}
