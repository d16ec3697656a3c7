// golden/importedTrees.json holds LightGBM models and the raw scores that LightGBM 4.7.0 gives them; golden/importedTrees.py made it. Both add doubles in the
// order of the trees, so scores are compared bit for bit.
import { readFileSync } from 'node:fs'
import { modelFromJson, modelToJson, rankingLists, score } from '@rankwright/core'
import { importModel } from '@rankwright/export'
import { describe, expect, test } from 'vitest'

interface Case {
  readonly name: string
  readonly model: string
  readonly rows: readonly (readonly (number | null)[])[]
  readonly scores: readonly number[]
}

const { cases }: { readonly cases: readonly Case[] } = JSON.parse(readFileSync(new URL('./importedTrees.json', import.meta.url), 'utf8'))

describe('scores of imported LightGBM models', () => {
  test.each(cases)('$name', ({ model: text, rows, scores, name }) => {
    const model = modelFromJson(modelToJson(importModel(text, 'model.txt')), 'model.json')
    const features = rows.map((row) => row.map((value) => value ?? Number.NaN))
    const lists = rankingLists({
      features,
      labels: rows.map(() => 0),
      lists: rows.map(() => 1),
      ...(model.kind === 'trees' && typeof model.features !== 'number' && { featureNames: model.features }),
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
