/**
 * The model file: one JSON document, one line per part. The same model gives the same bytes everywhere, and reading it back
 * gives the same model. Loading checks every part and executes nothing.
 */

import { type DocumentReader, documentReader } from '../documents/documentReader.ts'
import { encodeArray } from '../documents/jsonArray.ts'
import { documentText, parsedDocument } from '../documents/jsonDocument.ts'
import { RankwrightError } from '../problems/problem.ts'
import { commonKeys, commonParts } from './common/commonParts.ts'
import { featureMapFromDocument, featureMapToDocument } from './common/featureMapJson.ts'
import { featureCount } from './common/modelCommon.ts'
import type { LayerPosterior } from './elm/elm.ts'
import { hiddenNodesFromDocument, hiddenNodesToDocument } from './elm/hiddenNodesJson.ts'
import { kernelFromParts, kernelKeys, kernelParts } from './kernel/kernelJson.ts'
import type { Model } from './model.ts'

const format = 'rankwright-model'
const version = 1
const kinds: readonly Model['kind'][] = ['linear', 'elm', 'kernel', 'network']

/** The model as plain JSON values, arrays encoded. */
export function modelDocument(model: Model): Record<string, unknown> {
  const { kind, method, options, features, featureMap, training } = model
  return {
    format,
    version,
    kind,
    method,
    options,
    featureMap: featureMapToDocument(featureMap),
    features,
    ...ownParts(model),
    training,
  }
}

function ownParts(model: Model): Record<string, unknown> {
  switch (model.kind) {
    case 'linear':
      return { weights: encodeArray('f64', model.weights), intercept: model.intercept }
    case 'network':
      return {
        hidden: model.hidden,
        weights: encodeArray('f32', model.weights),
        biases: encodeArray('f64', model.biases),
        outputs: encodeArray('f64', model.outputs),
      }
    case 'elm':
      return {
        nodes: hiddenNodesToDocument(model.nodes),
        weights: encodeArray('f64', model.weights),
        intercept: model.intercept,
        ...(model.posterior && {
          posterior: { ...model.posterior, factor: encodeArray('f64', model.posterior.factor) },
        }),
      }
    case 'kernel':
      return kernelParts(model)
  }
}

export function modelToJson(model: Model): string {
  return documentText(modelDocument(model))
}

/** `file` is the name that errors speak of. */
export function modelFromJson(text: string, file: string): Model {
  const document = parsedDocument(text, file, format)
  const read = documentReader(file)
  const kind = kindOf(document, file)
  switch (kind) {
    case 'linear': {
      const parts = read.object(document, 'the top', [...commonKeys, 'featureMap', 'weights', 'intercept'])
      const common = commonParts(parts, read)
      const width = featureCount(common)
      return {
        kind,
        ...common,
        featureMap: featureMapFromDocument(parts['featureMap'], 'featureMap', width, read),
        weights: read.float64(parts['weights'], 'weights', width),
        intercept: read.number(parts['intercept'], 'intercept'),
      }
    }
    case 'network': {
      const parts = read.object(document, 'the top', [...commonKeys, 'featureMap', 'hidden', 'weights', 'biases', 'outputs'])
      const common = commonParts(parts, read)
      const width = featureCount(common)
      const hidden = read.count(parts['hidden'], 'hidden')
      return {
        kind,
        ...common,
        featureMap: featureMapFromDocument(parts['featureMap'], 'featureMap', width, read),
        hidden,
        weights: read.float32(parts['weights'], 'weights', hidden * width),
        biases: read.float64(parts['biases'], 'biases', hidden),
        outputs: read.float64(parts['outputs'], 'outputs', hidden),
      }
    }
    case 'elm': {
      const parts = read.object(document, 'the top', [...commonKeys, 'featureMap', 'nodes', 'weights', 'intercept', 'posterior?'])
      const common = commonParts(parts, read)
      const width = featureCount(common)
      const nodes = hiddenNodesFromDocument(parts['nodes'], 'nodes', width, read)
      return {
        kind,
        ...common,
        featureMap: featureMapFromDocument(parts['featureMap'], 'featureMap', width, read),
        nodes,
        weights: read.float64(parts['weights'], 'weights', nodes.count),
        intercept: read.number(parts['intercept'], 'intercept'),
        ...(parts['posterior'] !== undefined && { posterior: posteriorFrom(parts['posterior'], nodes.count, read) }),
      }
    }
    case 'kernel': {
      const parts = read.object(document, 'the top', [...commonKeys, 'featureMap', ...kernelKeys])
      const common = commonParts(parts, read)
      const width = featureCount(common)
      const featureMap = featureMapFromDocument(parts['featureMap'], 'featureMap', width, read)
      return { kind, ...common, featureMap, ...kernelFromParts(parts, width, read) }
    }
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

function kindOf(document: Readonly<Record<string, unknown>>, file: string): Model['kind'] {
  const { version: foundVersion, kind: foundKind } = document
  if (foundVersion !== version) {
    const found = foundVersion === undefined ? 'none' : JSON.stringify(foundVersion)
    throw new RankwrightError({ area: 'model', code: 'model-version', at: { file }, found, known: version })
  }
  const kind = kinds.find((known) => known === foundKind)
  if (kind !== undefined) return kind
  if (String(foundKind).startsWith('ontology')) throw new RankwrightError({ area: 'model', code: 'ontology-model', at: { file } })
  const found = foundKind === undefined ? 'none' : JSON.stringify(foundKind)
  throw new RankwrightError({ area: 'model', code: 'model-kind', at: { file }, found, known: kinds })
}
