/**
 * The model file: one JSON document, one line per part. The same model gives the same bytes everywhere, and reading it back
 * gives the same model. Loading checks every part and executes nothing.
 */

import { type DocumentReader, documentReader } from '../documents/documentReader.ts'
import { encodeArray } from '../documents/jsonArray.ts'
import { documentText, parsedDocument } from '../documents/jsonDocument.ts'
import { RankwrightError } from '../problems/problem.ts'
import type { LayerPosterior } from './elm/elm.ts'
import { hiddenNodesFromDocument, hiddenNodesToDocument } from './elm/hiddenNodesJson.ts'
import { featureMapFromDocument, featureMapToDocument } from './featureMapJson.ts'
import { kernelFromParts, kernelKeys, kernelParts } from './kernel/kernelJson.ts'
import type { Model } from './model.ts'
import { featureCount, type ModelCommon, type OptionValue, type TrainingRecord, type TunedOption } from './modelCommon.ts'

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

const commonKeys = ['format', 'version', 'kind', 'method', 'options', 'features', 'training']

function commonParts(parts: Readonly<Record<string, unknown>>, read: DocumentReader): ModelCommon {
  return {
    method: read.text(parts['method'], 'method'),
    options: optionsFrom(parts['options'], read),
    features: featuresFrom(parts['features'], read),
    training: trainingFrom(parts['training'], read),
  }
}

export function featuresFrom(value: unknown, read: DocumentReader): readonly string[] | number {
  if (!Array.isArray(value)) return read.count(value, 'features')
  const names = read.texts(value, 'features')
  const twice = names.find((name, column) => names.indexOf(name) !== column)
  return twice === undefined ? names : read.fail('features', `the name ${JSON.stringify(twice)} stands there twice`)
}

function optionsFrom(value: unknown, read: DocumentReader): Record<string, OptionValue> {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const options = read.object(value, 'options', names)
  const entries = names.map((name): [string, OptionValue] => {
    const where = `options.${name.slice(0, 40)}`
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) read.fail(where, 'this is not the name of an option')
    const option = options[name]
    if (typeof option === 'string' || typeof option === 'boolean') return [name, option]
    return [name, typeof option === 'number' ? read.number(option, where) : read.texts(option, where)]
  })
  return Object.fromEntries(entries)
}

function trainingFrom(value: unknown, read: DocumentReader): TrainingRecord {
  const where = 'training'
  const parts = read.object(value, where, [
    'lists',
    'rows',
    'data',
    'valid?',
    'start?',
    'given',
    'tuned',
    'iterations',
    'objective',
    'optimality',
    'arithmetic',
  ])
  return {
    lists: read.count(parts['lists'], `${where}.lists`),
    rows: read.count(parts['rows'], `${where}.rows`),
    data: read.text(parts['data'], `${where}.data`),
    ...(parts['valid'] !== undefined && { valid: read.text(parts['valid'], `${where}.valid`) }),
    ...(parts['start'] !== undefined && { start: read.text(parts['start'], `${where}.start`) }),
    given: read.texts(parts['given'], `${where}.given`),
    tuned: read.items(parts['tuned'], `${where}.tuned`).map((tuned, index) => tunedFrom(tuned, `${where}.tuned[${index}]`, read)),
    iterations: read.count(parts['iterations'], `${where}.iterations`),
    objective: read.number(parts['objective'], `${where}.objective`),
    optimality: read.number(parts['optimality'], `${where}.optimality`),
    arithmetic: read.choice(parts['arithmetic'], `${where}.arithmetic`, ['exact', 'relaxed']),
  }
}

function tunedFrom(value: unknown, where: string, read: DocumentReader): TunedOption {
  const { option, on, metric, tried, values } = read.object(value, where, ['option', 'on', 'metric', 'tried', 'values'])
  return {
    option: read.text(option, `${where}.option`),
    on: read.choice(on, `${where}.on`, ['valid', 'folds', 'left-out lists', 'left-out items', 'training lists']),
    metric: read.text(metric, `${where}.metric`),
    tried: read.items(tried, `${where}.tried`).map((value) => (typeof value === 'string' ? value : read.number(value, `${where}.tried`))),
    values: read.items(values, `${where}.values`).map((number) => read.number(number, `${where}.values`)),
  }
}
