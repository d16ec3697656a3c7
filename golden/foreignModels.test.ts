// Models of other software, read by the code that reads our exports back. What the numbers should be follows from the files themselves:
// a linear model is a weighted sum of normalised features.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { modelFromJson, modelToJson, RankwrightError, rankingLists, score } from '@rankwright/core'
import { fromForeign, readForeignModel, scoreForeign } from '@rankwright/export'
import { describe, expect, test } from 'vitest'
import { describeWithRealData } from './realData.ts'

describeWithRealData('golden-peer-models', (folder) => {
  const textOf = (path: string): string => {
    const bytes = readFileSync(join(folder, path))
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  }
  const attempt = (path: string, knownFeatures?: readonly string[]) => () =>
    readForeignModel(textOf(path), path, knownFeatures === undefined ? {} : { knownFeatures })
  const solrModels =
    folder === '' ? [] : readdirSync(join(folder, 'solr-ltr/modelExamples')).map((name) => `solr-ltr/modelExamples/${name}`)

  describe("Solr's linear models", () => {
    const linear = [
      'linear-model',
      'linear-model-efi',
      'linear-slow-model',
      'fq-model',
      'external_model',
      'external_model2',
      'featurevectorcache_linear_model',
      'linear-model_notExistentStore',
      'linear-model_notExistentFeature',
    ].map((name) => `solr-ltr/modelExamples/${name}.json`)

    test.each(linear)('%s is read and becomes a model that scores alike', (path) => {
      const foreign = attempt(path)()
      const weights: Record<string, number> = JSON.parse(textOf(path)).params.weights
      expect(Object.fromEntries(foreign.features.map(({ name, weight }) => [name, weight]))).toEqual(weights)
      const model = modelFromJson(modelToJson(fromForeign(foreign)), path)
      const values = foreign.features.map((_, index) => 1.5 * index - 2)
      const names = foreign.features.map(({ name }) => name)
      const [ours] = score(model, rankingLists({ features: [values], labels: [0], lists: [1], featureNames: names }))
      expect(ours).toBeCloseTo(
        scoreForeign(foreign, (name) => values[names.indexOf(name)]),
        5,
      )
    })

    test('the normaliser of linear-model.json maps 0 to 10 onto 0 to 1', () => {
      const foreign = attempt('solr-ltr/modelExamples/linear-model.json')()
      expect(scoreForeign(foreign, (name) => (name === 'popularity' ? 7 : 0))).toBeCloseTo(0.3 * 0.7, 7)
    })

    test('features that the store does not have are refused', () => {
      const store: { name: string }[] = JSON.parse(textOf('solr-ltr/featureExamples/features-linear.json'))
      const names = store.map(({ name }) => name)
      expect(attempt('solr-ltr/modelExamples/linear-model.json', names)).not.toThrow()
      expect(attempt('solr-ltr/modelExamples/linear-model_notExistentFeature.json', names)).toThrow('the feature store has no "notExist1"')
    })

    test('every other model of the folder is refused by name, the broken ones too', () => {
      const others = solrModels.filter((path) => !linear.includes(path))
      expect(others.length).toBeGreaterThan(15)
      for (const path of others) {
        expect(attempt(path)).toThrow(RankwrightError)
        const kind = /custom/.test(path) ? "is not a model of Solr's" : /neuralnetwork/.test(path) ? 'neural network' : 'of trees'
        expect(attempt(path)).toThrow(kind)
      }
    })
  })

  test.each([
    ['ranklib/lambdamart.model', 'a RankLib model of trees (LambdaMART)'],
    ['elasticsearch-ltr/lambdaMART.txt.gz', 'a RankLib model of trees (LambdaMART)'],
    ['elasticsearch-ltr/mart.txt.gz', 'a RankLib model of trees (MART)'],
    ['elasticsearch-ltr/randomForest.txt.gz', 'a RankLib model of trees (Random Forests)'],
    ['elasticsearch-ltr/simple_tree.txt', 'a listing of trees'],
    ['elasticsearch-ltr/xgb-model.json', 'an XGBoost model of trees'],
    ['elasticsearch-ltr/xgboost-wmf.json.gz', 'an XGBoost model of trees'],
  ])('%s is recognised as %s and refused', (path, kind) => {
    expect(attempt(path)).toThrow(RankwrightError)
    expect(attempt(path)).toThrow(`${path}: this is ${kind}. Only weighted sums`)
  })

  test('what is not a model at all is reported as such', () => {
    expect(attempt('ranklib/sample_judgments_with_features.txt')).toThrow('this is not a model of RankLib')
    expect(attempt('solr-ltr/featureExamples/features-linear.json')).toThrow('neither the "class" of a Solr model')
  })
})
