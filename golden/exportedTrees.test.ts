// golden/exportedTrees.json holds exports to LightGBM 4.7.0 and XGBoost 3.2.0 and the scores that these programs gave for rows on and beside thresholds,
// with missing values and categories; research/peerExports.mjs made it. What `export` checks its files with gives the same scores, bit for bit.
import { readFileSync } from 'node:fs'
import { rankingLists, score } from '@rankwright/core'
import { importModel } from '@rankwright/export'
import { expect, test } from 'vitest'

interface Case {
  readonly by: string
  readonly name: string
  readonly content: string
  readonly rows: readonly (readonly (number | null)[])[]
  readonly scores: readonly number[]
}

const { cases }: { readonly cases: readonly Case[] } = JSON.parse(readFileSync(new URL('./exportedTrees.json', import.meta.url), 'utf8'))

test.each(cases)('$by scores the export as we do: $name', ({ content, rows, scores }) => {
  const { model } = importModel(content, 'exported', { firstFeature: 1 })
  const lists = rankingLists({
    features: rows.map((row) => row.map((value) => value ?? Number.NaN)),
    labels: rows.map(() => 0),
    lists: rows.map(() => 1),
  })
  expect(Array.from(score({ ...model, features: 4 }, lists))).toEqual(scores)
  expect(new Set(scores).size).toBeGreaterThan(20)
})

test('both programs scored splits on categories', () => {
  expect(cases.filter(({ name }) => name.startsWith('categories')).map(({ by }) => by)).toEqual(
    expect.arrayContaining(['lightgbm 4.7.0', 'xgboost 3.2.0']),
  )
})
