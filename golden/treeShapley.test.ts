// golden/treeShapley.json holds models of LightGBM 4.7.0 and XGBoost 3.2.0 with their own Shapley values, and those of shap 0.51.0 against a background;
// golden/treeShapley.py made it. Ours agree with LightGBM to 1e-9; shap and XGBoost keep some numbers in single precision and agree to 1e-7 and 1e-5.
import { readFileSync } from 'node:fs'
import { explainer, type RankingLists, rankingLists, type TreesModel } from '@rankwright/core'
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
    const model = program === 'lightgbm' ? importModel(text, 'model.txt') : fromXgboost(text)
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
    const { item } = explainer(importModel(text, 'model.txt'), listsOf(rows), { against: listsOf(background) })
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

interface XgboostTree {
  readonly left_children: readonly number[]
  readonly right_children: readonly number[]
  readonly split_indices: readonly number[]
  readonly split_conditions: readonly number[]
  readonly default_left: readonly number[]
  readonly sum_hessian: readonly number[]
}

/** The saved model as XGBoost lays it out: a value below the condition goes left, and the condition of a leaf is its value. */
function fromXgboost(text: string): TreesModel {
  const trees: readonly XgboostTree[] = JSON.parse(text).learner.gradient_booster.model.trees
  const starts = [0]
  const splits: { column: number; threshold: number; missingLeft: number; left: number; right: number; cover: number }[] = []
  const leaves: { value: number; cover: number }[] = []
  for (const tree of trees) {
    const isLeaf = (node: number) => tree.left_children[node] < 0
    const nodes = tree.left_children.map((_, node) => node)
    const [inner, outer] = [nodes.filter((node) => !isLeaf(node)), nodes.filter(isLeaf)]
    const at = (node: number) => (isLeaf(node) ? -1 - outer.indexOf(node) : inner.indexOf(node))
    for (const node of inner) {
      splits.push({
        column: tree.split_indices[node],
        threshold: justBelow(tree.split_conditions[node]),
        missingLeft: tree.default_left[node],
        left: at(tree.left_children[node]),
        right: at(tree.right_children[node]),
        cover: tree.sum_hessian[node],
      })
    }
    for (const node of outer) leaves.push({ value: Math.fround(tree.split_conditions[node]), cover: tree.sum_hessian[node] })
    starts.push(splits.length)
  }
  return {
    ...importModel(cases[0].model, 'model.txt'),
    base: 0.5,
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from(splits, ({ column }) => column),
    thresholds: Float32Array.from(splits, ({ threshold }) => threshold),
    left: Int32Array.from(splits, ({ left }) => left),
    right: Int32Array.from(splits, ({ right }) => right),
    missingLeft: Uint8Array.from(splits, ({ missingLeft }) => missingLeft),
    leaves: Float64Array.from(leaves, ({ value }) => value),
    covers: Float64Array.from(splits, ({ cover }) => cover),
    leafCovers: Float64Array.from(leaves, ({ cover }) => cover),
    gains: new Float64Array(splits.length),
  }
}

/** The greatest float32 below a number. */
function justBelow(value: number): number {
  const bits = new Int32Array(Float32Array.of(value === 0 ? 0 : value).buffer)
  bits[0] = value > 0 ? bits[0] - 1 : value < 0 ? bits[0] + 1 : -0x7fffffff
  return new Float32Array(bits.buffer)[0]
}
