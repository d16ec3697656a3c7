// golden/treeShapley.json holds models of LightGBM 4.7.0 and XGBoost 3.2.0 with their own Shapley values, and those of shap 0.51.0 against a background;
// golden/treeShapley.py made it. Ours agree with LightGBM to 1e-9; shap and XGBoost keep some numbers in single precision and agree to 1e-7 and 1e-5.
import { readFileSync } from 'node:fs'
import { explainer, type RankingLists, rankingLists } from '@rankwright/core'
import { importModel } from '@rankwright/export'
import { describe, expect, test } from 'vitest'

type Rows = readonly (readonly (number | null)[])[]

interface Case {
  readonly name: string
  readonly program: 'lightgbm' | 'xgboost'
  readonly model: string
  readonly rows: Rows
  readonly contributions: Rows
  readonly background?: Rows
  readonly interventional?: Rows
}

const { cases }: { readonly cases: readonly Case[] } = JSON.parse(readFileSync(new URL('./treeShapley.json', import.meta.url), 'utf8'))

describe('Shapley values of other programs', () => {
  test.each(cases)('path-dependent: $program, $name', ({ program, model: text, rows, contributions }) => {
    const { model } = importModel(text, 'model.txt')
    const digits = program === 'lightgbm' ? 9 : 5
    const { item, intercept } = explainer(model, listsOf(rows), { against: 'training' })
    for (const [row, wanted] of contributions.entries()) {
      const own = item(row)
      expect(intercept).toBeCloseTo(Number(wanted[wanted.length - 1]), digits)
      expectShares(own.contributions, wanted.slice(0, -1), digits)
    }
    expect(contributions.flat().filter((value) => Math.abs(Number(value)) > 0.01).length).toBeGreaterThan(20)
  })

  const withBackground = cases.filter(({ background }) => background !== undefined)

  test.each(withBackground)('against a background: $name', ({ model: text, rows, background = [], interventional = [] }) => {
    const { item } = explainer(importModel(text, 'model.txt').model, listsOf(rows), { against: listsOf(background) })
    for (const [row, wanted] of interventional.entries()) expectShares(item(row).contributions, wanted, 7)
    expect(interventional).toHaveLength(rows.length)
  })
})

function expectShares(
  found: readonly { readonly feature: string; readonly contribution: number }[],
  wanted: readonly (number | null)[],
  digits: number,
): void {
  const known = new Map(found.map(({ feature, contribution }) => [feature, contribution]))
  for (const [column, share] of wanted.entries()) expect(known.get(String(column + 1)) ?? 0).toBeCloseTo(Number(share), digits)
}

function listsOf(rows: Rows): RankingLists {
  const features = rows.map((row) => row.map((value) => value ?? Number.NaN))
  return rankingLists({ features, labels: rows.map(() => 0), lists: rows.map(() => 1) })
}
