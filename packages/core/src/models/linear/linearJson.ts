import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { mappedDocument, mappedParts } from '../common/mappedDocument.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import type { LinearModel } from './linear.ts'

export function linearToDocument(model: LinearModel): DocumentParts {
  return mappedDocument(model, { weights: encodeArray('f64', model.weights), intercept: model.intercept })
}

export function linearFromDocument(document: DocumentParts, read: DocumentReader): LinearModel {
  const { common, width, parts } = mappedParts(document, ['weights', 'intercept'], read)
  return {
    kind: 'linear',
    ...common,
    weights: read.float64(parts['weights'], 'weights', width),
    intercept: read.number(parts['intercept'], 'intercept'),
  }
}
