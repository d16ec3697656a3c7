import type { DocumentReader } from '../../documents/documentReader.ts'
import { encodeArray } from '../../documents/jsonArray.ts'
import { mappedDocument, mappedParts } from '../common/mappedDocument.ts'
import type { DocumentParts } from '../common/modelKind.ts'
import type { ElmModel, LayerPosterior } from './elm.ts'
import { hiddenNodesFromDocument, hiddenNodesToDocument } from './hiddenNodesJson.ts'

export function elmToDocument(model: ElmModel): DocumentParts {
  const { nodes, weights, intercept, posterior } = model
  return mappedDocument(model, {
    nodes: hiddenNodesToDocument(nodes),
    weights: encodeArray('f64', weights),
    intercept,
    ...(posterior && { posterior: { ...posterior, factor: encodeArray('f64', posterior.factor) } }),
  })
}

export function elmFromDocument(document: DocumentParts, read: DocumentReader): ElmModel {
  const { common, width, parts } = mappedParts(document, ['nodes', 'weights', 'intercept', 'posterior?'], read)
  const nodes = hiddenNodesFromDocument(parts['nodes'], 'nodes', width, read)
  return {
    kind: 'elm',
    ...common,
    nodes,
    weights: read.float64(parts['weights'], 'weights', nodes.count),
    intercept: read.number(parts['intercept'], 'intercept'),
    ...(parts['posterior'] !== undefined && { posterior: posteriorFrom(parts['posterior'], nodes.count, read) }),
  }
}

function posteriorFrom(value: unknown, nodes: number, read: DocumentReader): LayerPosterior {
  const { factor, scale, noise } = read.object(value, 'posterior', ['factor', 'scale', 'noise'])
  return {
    factor: read.float64(factor, 'posterior.factor', (nodes * (nodes + 1)) / 2),
    scale: read.number(scale, 'posterior.scale', { atLeast: 0 }),
    noise: read.number(noise, 'posterior.noise', { atLeast: 0 }),
  }
}
