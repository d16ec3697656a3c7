// golden/importedTrees.json holds models of LightGBM 4.7.0, XGBoost 3.2.0 and CatBoost 1.2.10 and the raw scores that these give; golden/importedTrees.py made
// it. LightGBM and CatBoost add doubles in the order of the trees, XGBoost adds numbers of single precision: all scores are compared bit for bit.
import { readFileSync } from 'node:fs'
import { modelFromJson, modelToJson, rankingLists, score } from '@rankwright/core'
import { importModel } from '@rankwright/export'
import { describe, expect, test } from 'vitest'

interface Case {
  readonly by: string
  readonly name: string
  readonly model: string
  /** UBJSON, in base 64. */
  readonly base64?: string
  readonly rows: readonly (readonly (number | null)[])[]
  readonly scores: readonly number[]
}

const { cases }: { readonly cases: readonly Case[] } = JSON.parse(readFileSync(new URL('./importedTrees.json', import.meta.url), 'utf8'))

/** Of the columns, where a model has names. A dump of XGBoost has them in the order in which trees look at them. */
const names = ['bm25', 'age', 'clicks', 'shop']

describe('scores of imported models', () => {
  test.each(cases)('$by: $name', ({ by, base64, model: text, rows, scores, name }) => {
    const imported = importModel(base64 === undefined ? text : new Uint8Array(Buffer.from(base64, 'base64')), 'model.txt')
    expect(imported.from).toBe(by)
    const model = modelFromJson(modelToJson(imported.model), 'model.json')
    const features = rows.map((row) => row.map((value) => value ?? Number.NaN))
    const lists = rankingLists({
      features,
      labels: rows.map(() => 0),
      lists: rows.map(() => 1),
      ...(imported.model.features !== 4 && { featureNames: names }),
    })
    expect(Array.from(score(model, lists))).toEqual(scores)
    expect(new Set(scores).size).toBeGreaterThan(name === 'no split' ? 0 : 2)
  })

  test('every kind of split is among them: each type of missing values, both sides, categories', () => {
    const types = cases.flatMap(({ model }) =>
      [...model.matchAll(/^decision_type=(.*)$/gm)].flatMap(([, words]) => words.split(' ').filter(Boolean)),
    )
    expect([...new Set(types)].sort((a, b) => Number(a) - Number(b))).toEqual(['2', '4', '6', '8', '9', '10'])
  })
})
