import { type RankingLists, rankingLists, seededRandom } from '@rankwright/core'

/** One series as files give it: ranks from 1, three features, names of items. */
export function seriesLists({ id, items, seed }: { readonly id: string; readonly items: number; readonly seed: number }): RankingLists {
  const random = seededRandom(seed)
  const rows = Array.from({ length: items }, (_, item) => item)
  return rankingLists({
    features: rows.map(() => [random.normal(), random.normal(), random.uniform() < 0.2 ? Number.NaN : random.normal()]),
    labels: rows.map((item) => item + 1),
    lists: rows.map(() => id),
    items: rows.map((item) => `item ${item}`),
    featureNames: ['x', 'y', 'z'],
  })
}
