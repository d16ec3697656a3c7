import { expect, test } from 'vitest'
import { applyFeatureMap } from '../../data/features/featureMapApply.ts'
import { rankingLists } from '../../data/lists/plainRows.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { seededRandom } from '../../numeric/random.ts'
import { plainRuntime } from '../../runtime/runtime.ts'
import { finish } from '../../runtime/training.ts'
import { fitFeatureMap } from '../../work/fitFeatureMap.ts'
import { dataSize } from './dataSize.ts'
import { rest, shorterFits } from './fits.ts'
import { portfolioFor } from './portfolio.ts'

const random = seededRandom(4)
const features = Array.from({ length: 60 }, () => [Math.exp(random.normal()), random.normal()])
const raw = rankingLists({ features, labels: features.map(([a]) => Math.round(a)), lists: features.map((_, row) => Math.floor(row / 6)) })

function portfolioOf(lists: RankingLists, rows = lists.labels.length) {
  const size = dataSize(lists)
  return finish(portfolioFor(lists, { ...size, rows, cells: rows * size.width }, 1, plainRuntime))
}

test('the first wave has every setting in its usual scale, then cheap ones in others; the second one varies the usual scale', () => {
  const { first, second } = portfolioOf(raw)
  const scales: readonly unknown[] = first.map(({ options }) => options.scale)
  expect(new Set(scales)).toEqual(new Set([undefined, 'quantile', 'per-list']))
  expect(scales.lastIndexOf(undefined)).toBeLessThan(scales.findIndex((scale) => scale !== undefined))
  expect(second.every(({ options }) => options.scale === undefined)).toBe(true)
  const ofListNet = first.filter(({ method }) => method === 'listnet').map(({ options }) => options)
  expect(ofListNet.map(({ scale }) => scale)).toEqual([undefined, 'quantile', 'per-list'])
  expect(new Set(ofListNet.map(({ lambda }) => lambda)).size).toBeGreaterThan(1) // the usual penalty follows from the scaled features
})

test('lists that were scaled one by one are not scaled so again', () => {
  const { values } = applyFeatureMap(fitFeatureMap(raw, { scale: 'per-list' }), raw)
  const { first } = portfolioOf({ ...raw, features: { kind: 'dense', values } })
  expect(new Set(first.map(({ options }) => options.scale))).toEqual(new Set([undefined, 'quantile']))
})

test('with very many rows large trees come first, and small ones nowhere', () => {
  const leaves = (rows: number) => {
    const { first, second } = portfolioOf(raw, rows)
    const ofTrees = (fits: typeof first) => fits.filter(({ method }) => method === 'lambdamart').map(({ options }) => options.leaves)
    return { begins: first[0].options.leaves, first: ofTrees(first), second: ofTrees(second) }
  }
  expect(leaves(60)).toEqual({ begins: undefined, first: [4], second: [8, 16, 6] })
  expect(leaves(30_000)).toMatchObject({ begins: undefined, first: [4], second: expect.arrayContaining([31, 63]) })
  expect(leaves(200_000)).toMatchObject({ begins: 31, first: [31], second: expect.arrayContaining([63]) })
})

test('of trees fewer may be grown, of penalties all are read off one fit', () => {
  const { first } = portfolioOf(raw)
  const trees = first.find(({ method }) => method === 'lambdamart')!
  const shorter = shorterFits(trees)
  expect(shorter.map(({ reads }) => Math.max(...reads!.values))).toEqual([500, 300, 200, 100, 50])
  expect(rest(trees, shorter[3]).reads!.values).toEqual([200, 300, 500])
  const kernel = first.find(({ method }) => method === 'rankrls')!
  expect(shorterFits(kernel)).toEqual([kernel])
})
