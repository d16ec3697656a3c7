/**
 * The LTR plugins of Elasticsearch and OpenSearch: a `model/linear` with `feature_normalizers`, as the body of
 * `POST _ltr/_featureset/NAME/_createmodel`.
 */
import { RankwrightError } from '@rankwright/core'
import { float32Decimal } from './float32Decimal.ts'
import { type ForeignDocument, foreignDocument, type JsonObject } from './foreignDocument.ts'
import type { ForeignFeature, ForeignLinearModel, Normaliser } from './foreignModel.ts'

export function elasticsearchText({ name, features }: ForeignLinearModel): string {
  const weights = Object.fromEntries(features.map((feature) => [feature.name, float32Decimal(feature.weight)]))
  const normalisers = features.flatMap((feature) => (feature.normaliser ? [[feature.name, normDocument(feature.normaliser)]] : []))
  const document = {
    model: {
      name,
      model: {
        type: 'model/linear',
        definition: JSON.stringify(weights), // a text: not every version of the plugin takes an object
        ...(normalisers.length > 0 && { feature_normalizers: Object.fromEntries(normalisers) }),
      },
    },
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/** The minimum comes first: the plugin checks each of the two against what it knows of the other. */
function normDocument(normaliser: Normaliser): JsonObject {
  return normaliser.kind === 'min-max'
    ? { min_max: { minimum: float32Decimal(normaliser.low), maximum: float32Decimal(normaliser.high) } }
    : { standard: { mean: float32Decimal(normaliser.mean), standard_deviation: float32Decimal(normaliser.deviation) } }
}

/** The body of `_createmodel`, or the model as the plugin gives it back (`_source`). */
export function readElasticsearch(document: JsonObject, file: string, known?: readonly string[]): ForeignLinearModel {
  const read = foreignDocument('Elasticsearch', file)
  const stored = read.object(document['_source'] ?? document, 'the top')
  const model = read.object(stored['model'], 'model')
  const name = read.text(model['name'] ?? stored['name'], 'model.name')
  const { type, definition, feature_normalizers: normalisers } = read.object(model['model'] ?? model, 'model.model')
  const kind = read.text(type, 'model.model.type')
  if (kind !== 'model/linear') {
    if (kind.startsWith('model/')) {
      throw new RankwrightError({
        area: 'export',
        code: 'foreign-model-kind',
        at: { file },
        found: `an Elasticsearch LTR model of the type ${kind.slice(0, 60)}`,
      })
    }
    read.fail('model.model.type', `"${kind.slice(0, 60)}" is not a type of model`)
  }
  const where = 'model.model.definition'
  const weights = read.object(typeof definition === 'string' ? parsed(definition, where, read) : definition, where)
  const norms = normalisers === undefined ? {} : read.object(normalisers, 'model.model.feature_normalizers')
  for (const feature of Object.keys(norms)) {
    if (!Object.hasOwn(weights, feature)) read.fail('model.model.feature_normalizers', `"${feature}" has no weight`)
  }
  const inStore = known && new Set(known)
  const features = Object.entries(weights).map(([feature, weight]): ForeignFeature => {
    if (inStore?.has(feature) === false) read.fail(where, `the feature set has no "${feature}"`)
    if (typeof weight !== 'number') return read.fail(`${where}.${feature}`, 'expected a number')
    const normaliser = Object.hasOwn(norms, feature)
      ? readNorm(norms[feature], `model.model.feature_normalizers.${feature}`, read)
      : undefined
    return { name: feature, weight: read.number(weight, `${where}.${feature}`), ...(normaliser && { normaliser }) }
  })
  if (features.length === 0) read.fail(where, 'there are no weights')
  return { format: 'elasticsearch', name, features, intercept: 0 }
}

function parsed(text: string, where: string, read: ForeignDocument): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return read.fail(where, 'this text is not JSON')
  }
}

function readNorm(value: unknown, where: string, read: ForeignDocument): Normaliser {
  const { min_max: minMax, standard } = read.object(value, where)
  if (minMax !== undefined) {
    const { minimum, maximum } = read.object(minMax, `${where}.min_max`)
    const [low, high] = [read.number(minimum, `${where}.min_max.minimum`), read.number(maximum, `${where}.min_max.maximum`)]
    return Math.fround(low) < Math.fround(high)
      ? { kind: 'min-max', low, high }
      : read.fail(where, `the minimum ${low} is not below the maximum ${high}`)
  }
  if (standard === undefined) return read.fail(where, 'expected min_max or standard')
  const { mean, standard_deviation: spread } = read.object(standard, `${where}.standard`)
  const deviation = read.number(spread, `${where}.standard.standard_deviation`)
  if (!(Math.fround(deviation) > 0)) read.fail(where, `the standard deviation ${deviation} is not above 0`)
  return { kind: 'standard', mean: read.number(mean, `${where}.standard.mean`), deviation }
}
