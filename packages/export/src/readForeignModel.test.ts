import { RankwrightError } from '@rankwright/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { elasticsearchText } from './elasticsearch.ts'
import { type ForeignLinearModel, scoreForeign } from './foreignModel.ts'
import { ranklibText } from './ranklib.ts'
import { readForeignModel } from './readForeignModel.ts'
import { solrText } from './solr.ts'

const value = (name: string) => ({ 1: 2, 2: 3, 7: -1, title: 2, popularity: 5 })[name] ?? 0

test('RankLib: a linear regression has a constant under 0, coordinate ascent has none', () => {
  const regression = readForeignModel('\uFEFF## Linear Regression\r\n## Lambda = 1.0E-10\r\n0:0.5 1:2.0 7:-1.5E0 \r\n', 'm')
  expect(regression.intercept).toBe(0.5)
  expect(scoreForeign(regression, value)).toBe(0.5 + 2 * 2 + 1.5)
  const ascent = readForeignModel('## Coordinate Ascent\n## Restart = 5\n1:0.25 2:.75\n', 'm')
  expect(scoreForeign(ascent, value)).toBe(0.25 * 2 + 0.75 * 3)
})

const linear = {
  type: 'model/linear',
  definition: { title: 0.5, popularity: 2 },
  feature_normalizers: { popularity: { min_max: { minimum: 1, maximum: 9 } }, title: { standard: { mean: 1, standard_deviation: 4 } } },
}

test('Elasticsearch: normalisers come before the weights, and the definition may be a text', () => {
  const expected = 0.5 * ((2 - 1) / 4) + 2 * ((5 - 1) / 8)
  for (const definition of [linear.definition, JSON.stringify(linear.definition)]) {
    const body = JSON.stringify({ model: { name: 'm', model: { ...linear, definition } } })
    expect(scoreForeign(readForeignModel(body, 'm'), value)).toBe(expected)
  }
})

test('scores are summed in float32, as Elasticsearch and Solr do', () => {
  const body = JSON.stringify({ model: { name: 'm', model: { type: 'model/linear', definition: { title: 0.1 } } } })
  expect(scoreForeign(readForeignModel(body, 'm'), () => 3)).toBe(Math.fround(Math.fround(0.1) * 3))
})

const solr = { class: 'org.apache.solr.ltr.model.LinearModel', name: 'm', features: [{ name: 'a' }], params: { weights: { a: 1 } } }
const norm = (kind: string, params: object) => ({
  ...solr,
  features: [{ name: 'a', norm: { class: `org.apache.solr.ltr.norm.${kind}`, params } }],
})

test.each([
  ['', 'it starts like no RankLib model, and it is not JSON'],
  ['[]', 'neither the "class"'],
  ['## Linear Regression\n', 'm: this RankLib model is broken at its weights: there is no line of them'],
  ['## Linear Regression\n0:1 1:x', 'm:2:5: this RankLib model is broken at its weights: "1:x" is not NUMBER:WEIGHT'],
  ['## Linear Regression\n0:1 1:1 1:2', 'feature 1 appears twice'],
  ['## Linear Regression\n0:1 1:1e999', '"1:1e999" is not NUMBER:WEIGHT'],
  ['## Coordinate Ascent\n0:1 1:1', 'features count from 1'],
  ['## RankNet\n', 'a RankLib model of a neural network (RankNet)'],
  ['## Something\n', 'RankLib has no model "Something"'],
  [{ ...solr, name: undefined }, 'this Solr model is broken at name: expected a text, found nothing'],
  [{ ...solr, features: [] }, 'broken at features: there are none'],
  [{ ...solr, features: [{ name: 'b' }] }, 'params.weights: there is none for "b"'],
  [{ ...solr, features: [{ name: 'a' }, { name: 'a' }] }, '"a" appears twice'],
  [{ ...solr, params: undefined }, 'params: expected an object, found nothing'],
  [{ ...solr, params: { weights: { a: 'one' } } }, 'params.weights.a: expected a number, found "one"'],
  [{ ...solr, params: { weights: { a: 1e300 } } }, 'params.weights.a: expected a number, found 1e+300'],
  [{ ...solr, class: 'java.lang.Runtime' }, '"java.lang.Runtime" is not a model of Solr\'s'],
  [norm('MinMaxNormalizer', { min: '1.0f', max: '1' }), 'min and max are both 1'],
  [norm('StandardNormalizer', { avg: '1', std: '0' }), 'std is 0, not above 0'],
  [norm('LogNormalizer', {}), "is not a normalizer of Solr's"],
  [{ model: { name: 'm', model: { ...linear, type: 'model/xgboost+json' } } }, 'an Elasticsearch LTR model of the type model/xgboost+json'],
  [{ model: { name: 'm', model: { ...linear, definition: '{' } } }, 'this text is not JSON'],
  [{ model: { name: 'm', model: { ...linear, definition: { title: '1' } } } }, '"popularity" has no weight'],
  [{ model: { name: 'm', model: { type: 'model/linear', definition: { title: '1' } } } }, 'definition.title: expected a number'],
  [{ model: { name: 'm', model: { type: 'model/linear', definition: {} } } }, 'there are no weights'],
])('%j is refused', (given, message) => {
  const attempt = () => readForeignModel(typeof given === 'string' ? given : JSON.stringify(given), 'm')
  expect(attempt).toThrow(RankwrightError)
  expect(attempt).toThrow(message)
})

test('an identity normalizer changes nothing', () => {
  expect(readForeignModel(JSON.stringify(norm('IdentityNormalizer', {})), 'm').features).toEqual([{ name: 'a', weight: 1 }])
})

const float32 = fc.float({ noNaN: true, noDefaultInfinity: true }).map((each) => (each === 0 ? 0 : each))
const normaliser = fc.option(
  fc.oneof(
    fc
      .uniqueArray(float32, { minLength: 2, maxLength: 2 })
      .map((ends) => ends.toSorted((a, b) => a - b))
      .map(([low, high]) => ({ kind: 'min-max' as const, low, high })),
    fc.record({
      kind: fc.constant('standard' as const),
      mean: float32,
      deviation: float32.filter((each) => each !== 0).map(Math.abs),
    }),
  ),
  { nil: undefined },
)
/** Names that JavaScript does not sort as numbers, for documents keep the order of their keys. */
const name = fc.string({ minLength: 1, maxLength: 8 }).map((text) => `x${text}`)
const features = fc.uniqueArray(fc.record({ name, weight: float32, normaliser }), {
  minLength: 1,
  maxLength: 5,
  selector: (each) => each.name,
})

test.each([
  ['elasticsearch', elasticsearchText],
  ['solr', solrText],
] as const)('%s: what is written is read back, to the bit', (format, write) => {
  fc.assert(
    fc.property(features, fc.string({ minLength: 1, maxLength: 8 }), (drawn, called) => {
      const given: ForeignLinearModel = {
        format,
        name: called,
        intercept: 0,
        features: drawn.map(({ normaliser: norm, ...feature }) => ({ ...feature, ...(norm && { normaliser: norm }) })),
      }
      expect(inFloat32(readForeignModel(write(given), 'm'))).toEqual(given)
    }),
    { numRuns: 300 },
  )
})

test('ranklib: what is written is read back, to the bit', () => {
  const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => (each === 0 ? 0 : each))
  const numbered = fc.uniqueArray(fc.record({ name: fc.integer({ min: 1, max: 99 }).map(String), weight: double }), {
    minLength: 1,
    maxLength: 5,
    selector: (each) => each.name,
  })
  fc.assert(
    fc.property(numbered, double, (drawn, intercept) => {
      const given: ForeignLinearModel = { format: 'ranklib', features: drawn, intercept }
      const back = readForeignModel(ranklibText(given, ['a remark']), 'm')
      expect(back.intercept).toBe(intercept)
      expect(new Map(back.features.map((each) => [each.name, each.weight]))).toEqual(new Map(drawn.map((each) => [each.name, each.weight])))
    }),
    { numRuns: 300 },
  )
})

/** Decimals stand for the float32 next to them. */
function inFloat32(model: ForeignLinearModel): ForeignLinearModel {
  const rounded = (value: unknown) => (typeof value === 'number' ? Math.fround(value) : value)
  return JSON.parse(JSON.stringify(model, (_, value) => rounded(value)))
}
