import { withoutChecksum } from '@rankwright/contracts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rankingLists } from '../data/lists/plainRows.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { decodeArray, encodeArray } from '../documents/jsonArray.ts'
import { seededRandom } from '../numeric/random.ts'
import { RankwrightError } from '../problems/problem.ts'
import { fitFeatureMap } from '../work/fitFeatureMap.ts'
import type { LinearModel } from './linear/linear.ts'
import { modelDocument, modelToJson, parsedModel } from './modelJson.ts'
import { score } from './score.ts'

function listsOf(width: number, names?: readonly string[]): RankingLists {
  const random = seededRandom(width)
  const features = Array.from({ length: 12 }, () => Array.from({ length: width }, () => random.normal()))
  return rankingLists({
    features,
    labels: features.map((_, row) => row % 3),
    lists: features.map((_, row) => row % 2),
    ...(names && { featureNames: names }),
  })
}

function modelOf(lists: RankingLists, map = fitFeatureMap(lists)): LinearModel {
  const random = seededRandom(1)
  return {
    kind: 'linear',
    method: 'least-squares',
    options: { scale: 'min-max', lambda: 0.1, quick: true, columns: ['a', 'b'] },
    features: lists.featureNames ?? lists.width,
    featureMap: map,
    weights: Float64Array.from({ length: lists.width }, () => random.normal()),
    intercept: -0.1,
    training: {
      lists: 2,
      rows: 12,
      data: '00ff',
      valid: 'ff00',
      given: ['lambda'],
      tuned: [{ option: 'lambda', on: 'valid', metric: 'ndcg@10', tried: [1, 0.1], values: [0.5, 0.6] }],
      iterations: 1,
      objective: 0.25,
      optimality: 1e-16,
      arithmetic: 'exact',
    },
  }
}

describe('the model file', () => {
  const small = listsOf(3, ['price', 'age', '__proto__'])
  const wide = listsOf(100)
  const cases = (['none', 'min-max', 'standard', 'quantile', 'per-list'] as const).flatMap((scale) =>
    (['none', 'l2'] as const).flatMap((featureBall) => [small, wide].map((lists) => [scale, featureBall, lists.width, lists] as const)),
  )

  test.each(cases)('%s, ball %s, %i features: reading gives back what was written, to the bit', (scale, featureBall, _, lists) => {
    const model = modelOf(lists, fitFeatureMap(lists, { scale, featureBall }))
    const text = modelToJson(model)
    const back = parsedModel(text, 'model.json')
    expect(back).toEqual(model)
    expect(modelToJson(back)).toBe(text)
    expect(score(back, lists)).toEqual(score(model, lists))
  })

  test('starts with what it is, and writes long arrays as base64 and short ones as numbers', () => {
    const document = JSON.parse(modelToJson(modelOf(wide)))
    expect(Object.keys(document).slice(0, 5)).toEqual(['format', 'version', 'kind', 'method', 'options'])
    expect(document).toMatchObject({ format: 'rankwright-model', version: 1, kind: 'linear', features: 100 })
    expect(document.weights).toMatchObject({ dtype: 'f64', shape: [100] })
    expect(Buffer.from(document.weights.data, 'base64').readDoubleLE(8)).toBe(modelOf(wide).weights[1])
    expect(JSON.parse(modelToJson(modelOf(small))).weights).toEqual([...modelOf(small).weights])
  })
})

describe('a damaged file is refused, saying where', () => {
  const lists = listsOf(100)
  const text = withoutChecksum(modelToJson(modelOf(lists)))
  const changed = (change: (document: Record<string, never>) => void) => {
    const document = JSON.parse(text)
    change(document)
    return JSON.stringify(document)
  }
  const attempt = (broken: string) => () => parsedModel(broken, 'm.json')

  test.each([
    ['', 'm.json: this is not a rankwright model: the file is empty'],
    [text.slice(0, 200), 'this is not a rankwright model: it is not JSON'],
    [text.slice(0, -4), 'this is not a rankwright model: it is not JSON'],
    ['null', 'it lacks "format"'],
    ['[]', 'it lacks "format"'],
    ['3', 'it lacks "format"'],
    ['{"format":"other"}', 'it lacks "format": "rankwright-model"'],
    ['{"format":"rankwright-model"}', 'the model has version none, this rankwright reads version 1'],
    ['{"format":"rankwright-model","version":2}', 'the model has version 2'],
    ['{"format":"rankwright-model","version":1,"kind":"forest"}', 'the model is of the kind "forest", this rankwright knows '],
    ['{"format":"rankwright-model","version":1,"kind":"__proto__"}', 'the model is of the kind "__proto__"'],
    ['{"format":"rankwright-model","version":1,"kind":"linear"}', 'the key "method" is missing'],
  ])('%j', (broken, message) => {
    expect(attempt(broken)).toThrow(RankwrightError)
    expect(attempt(broken)).toThrow(message)
  })

  type Loose = { [key: string]: Loose }
  const edits: [string, (document: Loose) => void, string][] = [
    ['truncated base64', (d) => Object.assign(d['weights'], { data: String(d['weights']['data']).slice(0, -8) }), 'weights: the data has'],
    [
      'a character that is not base64',
      (d) => Object.assign(d['weights'], { data: `!${String(d['weights']['data']).slice(1)}` }),
      'weights: character 1 of the data is not base64',
    ],
    ['wrong padding', (d) => Object.assign(d['weights'], { data: String(d['weights']['data']).replaceAll('=', 'A') }), 'is not base64'],
    ['a shape that does not fit', (d) => Object.assign(d['weights'], { shape: [99] }), 'weights: there are 99 numbers, expected 100'],
    [
      'a huge shape',
      (d) => Object.assign(d['featureMap']['scale']['low'], { shape: [1e15] }),
      'featureMap.scale.low: there are 1000000000000000 numbers',
    ],
    ['a shape of two numbers', (d) => Object.assign(d['weights'], { shape: [10, 10] }), 'weights: expected a shape of one number'],
    ['another dtype', (d) => Object.assign(d['weights'], { dtype: 'f32' }), 'weights: the dtype is "f32", expected "f64"'],
    [
      'NaN among the weights',
      (d) => Object.assign(d, { weights: encodeArray('f64', new Float64Array(100).fill(Number.NaN, 7, 8)) }),
      'weights: number 8 is NaN',
    ],
    ['null among the weights', (d) => Object.assign(d, { weights: new Array(100).fill(null) }), 'weights: number 1 is null'],
    ['fewer weights than features', (d) => Object.assign(d, { weights: [1, 2] }), 'weights: there are 2 numbers, expected 100'],
    ['an intercept that is no number', (d) => Object.assign(d, { intercept: '0' }), 'intercept: expected a number, found "0"'],
    ['an unknown key', (d) => Object.assign(d, { extra: 1 }), 'the top: unknown key "extra"'],
    ['a missing map', (d) => delete d['featureMap'], 'the top: the key "featureMap" is missing'],
    ['a negative feature count', (d) => Object.assign(d, { features: -1 }), 'features: expected a count, found -1'],
    ['a feature named twice', (d) => Object.assign(d, { features: ['a', 'a'] }), 'features: the name "a" appears twice'],
    [
      'an unknown scale',
      (d) => Object.assign(d['featureMap']['scale'], { kind: 'log' }),
      'featureMap.scale.kind: expected one of none, min-max',
    ],
    [
      'a range upside down',
      (d) => Object.assign(d['featureMap']['scale'], { low: encodeArray('f32', new Float32Array(100).fill(9)) }),
      'the range of feature 1 is 9 to',
    ],
    [
      'a ball without a radius',
      (d) => Object.assign(d['featureMap'], { ball: { norm: 'l2' } }),
      'featureMap.ball: the key "radius" is missing',
    ],
    [
      'a ball of radius 0',
      (d) => Object.assign(d['featureMap'], { ball: { norm: 'l2', radius: 0 } }),
      'featureMap.ball.radius: 0 is out of range',
    ],
    ['a shrink above 1', (d) => Object.assign(d['featureMap'], { shrink: 2 }), 'featureMap.shrink: 2 is out of range'],
    ['means that do not belong there', (d) => Object.assign(d['featureMap'], { missing: 'zero' }), 'featureMap.means'],
    ['an option that is an object', (d) => Object.assign(d['options'], { lambda: {} }), 'options.lambda: expected an array of texts'],
    [
      'a tuned option without values',
      (d) => delete (d['training']['tuned'] as unknown as Loose[])[0]['values'],
      'training.tuned[0]: the key "values" is missing',
    ],
  ]
  test.each(edits)('%s', (_, edit, message) => {
    const broken = changed(edit as (document: Record<string, never>) => void)
    expect(attempt(broken)).toThrow(RankwrightError)
    expect(attempt(broken)).toThrow(message)
  })

  test('keys that reach for prototypes are refused and change nothing', () => {
    for (const place of ['"options": {', '"featureMap": {', '"training": {', '{\n']) {
      for (const key of ['__proto__', 'constructor', 'prototype']) {
        const broken = text.replace(place, `${place}"${key}":{"polluted":true},`)
        expect(broken).not.toBe(text)
        expect(attempt(broken)).toThrow(RankwrightError)
      }
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('whatever is cut out or changed: the same model or a RankwrightError, never another failure', () => {
    const original = JSON.stringify(modelDocument(modelOf(lists)))
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.nat(40), fc.string({ maxLength: 3 }), (start, length, inserted) => {
        const broken = text.slice(0, start) + inserted + text.slice(start + length)
        try {
          const model = parsedModel(broken, 'm.json')
          if (model.kind !== 'linear') throw new Error('the model was linear')
          expect(model.weights.every(Number.isFinite)).toBe(true)
          expect(model.weights.length).toBe(model.featureMap.width)
          expect(Object.keys(modelDocument(model))).toEqual(Object.keys(JSON.parse(original)))
        } catch (error) {
          if (!(error instanceof RankwrightError)) throw error
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('arrays', () => {
  test.each(['f64', 'f32', 'i32', 'u8'] as const)('%s of any length come back the same', (dtype) => {
    const number = {
      f64: fc.double({ noNaN: true, noDefaultInfinity: true }),
      f32: fc.float({ noNaN: true, noDefaultInfinity: true }),
      i32: fc.integer(),
      u8: fc.nat(255),
    }[dtype]
    fc.assert(
      fc.property(fc.array(number, { maxLength: 200 }), (values) => {
        const encoded = JSON.parse(JSON.stringify(encodeArray(dtype, values)))
        expect(Array.from(decodeArray(encoded, dtype, values.length) as Float64Array)).toEqual(values.map((value) => value + 0))
      }),
      { numRuns: 50 },
    )
  })

  test('numbers that the dtype cannot hold are refused', () => {
    expect(decodeArray([0.1], 'f32')).toContain('not exact')
    expect(decodeArray([1.5], 'i32')).toContain('not exact')
    expect(decodeArray([256], 'u8')).toContain('not exact')
  })
})
