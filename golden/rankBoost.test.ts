// golden/rankBoost.json holds what RankLib 2.10.1 (RankBoost, all thresholds) learned; golden/rankBoost.py made it. Weights agree to 1e-6: RankLib's
// thresholds and feature values are single precision, its weights double.
import { readFileSync } from 'node:fs'
import { rankingLists, score, train } from '@rankwright/core'
import { expect, test } from 'vitest'

interface Golden {
  readonly perList: number
  readonly features: readonly (readonly number[])[]
  readonly labels: readonly number[]
  readonly rounds: readonly { readonly feature: number; readonly threshold: number; readonly weight: number }[]
}

const golden: Golden = JSON.parse(readFileSync(new URL('./rankBoost.json', import.meta.url), 'utf8'))
const lists = rankingLists({
  features: golden.features.map((row) => [...row]),
  labels: golden.labels,
  lists: golden.labels.map((_, row) => Math.floor(row / golden.perList)),
})

test.each([1, 2, 3, 5, 8, 12])('%d rounds give the scores of RankLib, up to a constant', (iterations) => {
  const model = train(lists, { method: 'rankboost', weight: 'bound', learningRate: 1, thresholds: 65_536, iterations })
  const scores = score(model, lists)
  const theirs = golden.features.map((row) =>
    golden.rounds
      .slice(0, iterations)
      .reduce((sum, { feature, threshold, weight }) => sum + (Math.fround(row[feature - 1]) > threshold ? weight : 0), 0),
  )
  for (const [row, value] of scores.entries()) expect(value - scores[0]).toBeCloseTo(theirs[row] - theirs[0], 6)
})
