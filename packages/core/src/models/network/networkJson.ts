import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { mappedDocument, mappedParts } from '../common/mappedDocument.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import type { NetworkModel } from './network.ts'

export function networkToDocument(model: NetworkModel): DocumentParts {
  return mappedDocument(model, {
    hidden: model.hidden,
    weights: encodeArray('f32', model.weights),
    biases: encodeArray('f64', model.biases),
    outputs: encodeArray('f64', model.outputs),
  })
}

export function networkFromDocument(document: DocumentParts, read: DocumentReader): NetworkModel {
  const { common, width, parts } = mappedParts(document, ['hidden', 'weights', 'biases', 'outputs'], read)
  const hidden = read.count(parts['hidden'], 'hidden', { atLeast: 1 })
  return {
    kind: 'network',
    ...common,
    hidden,
    weights: read.float32(parts['weights'], 'weights', hidden * width),
    biases: read.float64(parts['biases'], 'biases', hidden),
    outputs: read.float64(parts['outputs'], 'outputs', hidden),
  }
}
