/** Solr's LTR module: org.apache.solr.ltr.model.LinearModel with MinMaxNormalizer and StandardNormalizer. */
import { RankwrightError } from '@rankwright/core'
import { float32Decimal } from './float32Decimal.ts'
import { type ForeignDocument, foreignDocument, type JsonObject } from './foreignDocument.ts'
import type { ForeignFeature, ForeignLinearModel, Normaliser } from './foreignModel.ts'

const models = 'org.apache.solr.ltr.model.'
const norms = 'org.apache.solr.ltr.norm.'

/** The model as it is uploaded to Solr's model store. */
export function solrText({ name, store, features }: ForeignLinearModel): string {
  const document = {
    class: `${models}LinearModel`,
    name,
    ...(store !== undefined && { store }),
    features: features.map((feature) => ({ name: feature.name, ...(feature.normaliser && { norm: normDocument(feature.normaliser) }) })),
    params: { weights: Object.fromEntries(features.map((feature) => [feature.name, float32Decimal(feature.weight)])) },
  }
  return `${JSON.stringify(document, undefined, 2)}\n`
}

/** Solr's own files have these numbers as texts. */
function normDocument(normaliser: Normaliser): JsonObject {
  const text = (value: number) => String(float32Decimal(value))
  return normaliser.kind === 'min-max'
    ? { class: `${norms}MinMaxNormalizer`, params: { min: text(normaliser.low), max: text(normaliser.high) } }
    : { class: `${norms}StandardNormalizer`, params: { avg: text(normaliser.mean), std: text(normaliser.deviation) } }
}

const otherKinds: Readonly<Record<string, string>> = {
  [`${models}MultipleAdditiveTreesModel`]: 'a Solr model of trees (MultipleAdditiveTreesModel)',
  [`${models}NeuralNetworkModel`]: 'a Solr neural network (NeuralNetworkModel)',
  [`${models}DefaultWrapperModel`]: 'a Solr model that stands elsewhere (DefaultWrapperModel)',
}

/** `known` are the features of the store the model is for, when they are known: others are errors, as in Solr. */
export function readSolr(document: JsonObject, file: string, known?: readonly string[]): ForeignLinearModel {
  const read = foreignDocument('Solr', file)
  const kind = read.text(document['class'], 'class')
  if (Object.hasOwn(otherKinds, kind)) {
    throw new RankwrightError({ area: 'export', code: 'foreign-model-kind', at: { file }, found: otherKinds[kind] })
  }
  if (kind !== `${models}LinearModel`) read.fail('class', `"${kind.slice(0, 80)}" is not a model of Solr's`)
  const name = read.text(document['name'], 'name')
  const weights = read.object(read.object(document['params'], 'params')['weights'], 'params.weights')
  const listed = read.items(document['features'], 'features')
  if (listed.length === 0) read.fail('features', 'there are none')
  const inStore = known && new Set(known)
  const names = new Set<string>()
  const features = listed.map((item, index): ForeignFeature => {
    const where = `features[${index}]`
    const { name: given, norm } = read.object(item, where)
    const feature = read.text(given, `${where}.name`)
    if (names.has(feature)) read.fail(where, `"${feature}" appears twice`)
    names.add(feature)
    if (inStore?.has(feature) === false) read.fail(where, `the feature store has no "${feature}"`)
    if (!Object.hasOwn(weights, feature)) read.fail('params.weights', `there is none for "${feature}"`)
    const normaliser = norm === undefined ? undefined : readNorm(norm, `${where}.norm`, read)
    return { name: feature, weight: read.number(weights[feature], `params.weights.${feature}`), ...(normaliser && { normaliser }) }
  })
  const store = document['store'] === undefined ? undefined : read.text(document['store'], 'store')
  return { format: 'solr', name, ...(store !== undefined && { store }), features, intercept: 0 }
}

function readNorm(value: unknown, where: string, read: ForeignDocument): Normaliser | undefined {
  const { class: kind, params } = read.object(value, where)
  const number = (key: string) => read.number(read.object(params, `${where}.params`)[key], `${where}.params.${key}`)
  switch (kind) {
    case `${norms}IdentityNormalizer`:
      return undefined
    case `${norms}MinMaxNormalizer`: {
      const [low, high] = [number('min'), number('max')]
      return Math.fround(low) === Math.fround(high) ? read.fail(where, `min and max are both ${low}`) : { kind: 'min-max', low, high }
    }
    case `${norms}StandardNormalizer`: {
      const [mean, deviation] = [number('avg'), number('std')]
      return Math.fround(deviation) > 0 ? { kind: 'standard', mean, deviation } : read.fail(where, `std is ${deviation}, not above 0`)
    }
    default:
      return read.fail(where, `${JSON.stringify(kind)} is not a normalizer of Solr's`)
  }
}
