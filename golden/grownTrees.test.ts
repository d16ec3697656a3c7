// golden/grownTrees.json holds the trees of LightGBM 4.7.0 on made lists; golden/grownTrees.py made it. With rows counted by curvature ours are the same, split by
// split. LightGBM keeps slopes in single precision, so scores agree to four decimals.
import { readFileSync } from 'node:fs'
import { rankingLists, score, type TreesModel, train } from '@rankwright/core'
import { describe, expect, test } from 'vitest'

type Splits = readonly (readonly [feature: number, threshold: number, rows: number])[]

interface Case {
  readonly name: string
  readonly rows: readonly (readonly (number | null)[])[]
  readonly labels: readonly number[]
  readonly trees: readonly Splits[]
  readonly scores: readonly number[]
}

const { items, cases }: { readonly items: number; readonly cases: readonly Case[] } = JSON.parse(
  readFileSync(new URL('./grownTrees.json', import.meta.url), 'utf8'),
)

describe('the trees of LightGBM', () => {
  test.each(cases)('$name', ({ rows, labels, trees, scores }) => {
    const lists = rankingLists({
      features: rows.map((row) => row.map((value) => value ?? Number.NaN)),
      labels,
      lists: labels.map((_, row) => Math.floor(row / items)),
    })
    const options = {
      num_leaves: 7,
      learning_rate: 0.1,
      min_data_in_leaf: 20,
      feature_fraction: 1,
      bagging_fraction: 1,
      num_iterations: trees.length,
    }
    const grown = (countRows: 'exactly' | 'by-curvature') => train(lists, { method: 'lambdamart', ...options, countRows }) as TreesModel
    const model = grown('by-curvature')
    expect(splitsOf(model)).toEqual(trees.map(sorted))
    const own = score(model, lists)
    for (const [row, wanted] of scores.entries()) expect(own[row]).toBeCloseTo(wanted, 4)
    expect(splitsOf(grown('exactly'))).not.toEqual(trees.map(sorted))
  })
})

function splitsOf({ starts, columns, thresholds, covers }: TreesModel): Splits[] {
  return Array.from(starts.subarray(1), (end, tree) =>
    sorted(
      Array.from(columns.subarray(starts[tree], end), (column, place) => {
        const split = starts[tree] + place
        return [column, thresholds[split], covers?.[split] ?? 0] as const
      }),
    ),
  )
}

function sorted(splits: Splits): Splits {
  return splits.toSorted((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2])
}
