/** Lists that stand several times in the data: the same rows and labels in any order, and the same scores where scores were given. */
import type { Numbers } from '../data/lists/numbers.ts'
import type { RankingLists } from '../data/lists/rankingLists.ts'
import { requireLists } from '../data/lists/requireLists.ts'
import type { JudgedLists } from '../metrics/measureLists.ts'
import { repeatedLists } from '../recognition/sharedLists.ts'
import type { Sketcher } from '../recognition/sketchedForms.ts'

/** For each list the place of the first that is equal to it. `known` has the same as models see it. Without features nothing is told. */
export function firstOfEqual(
  lists: RankingLists | JudgedLists,
  { known, scores, sketch }: { readonly known: readonly Uint32Array[]; readonly scores: readonly Numbers[]; readonly sketch: Sketcher },
): Uint32Array {
  const each = Uint32Array.from(lists.listIds.keys())
  if (!hasFeatures(lists)) return each
  const all = known.length === 0 ? [repeatedLists(sketch(lists)).first] : known
  const byRows = firstByName(lists.listIds.length, (list) => all.map((first) => first[list]).join())
  if (scores.length === 0) return byRows
  const several = new Set(byRows.filter((place, list) => place < list))
  return firstByName(lists.listIds.length, (list) =>
    several.has(byRows[list]) ? `${byRows[list]} ${scoresOf(lists, list, scores)}` : String(byRows[list]),
  )
}

/** Lists without features cannot be told from one another. */
export function hasFeatures(lists: RankingLists | JudgedLists): lists is RankingLists {
  if (!('features' in lists) || lists.features === undefined) return false
  requireLists('lists', lists)
  return lists.width > 0
}

function firstByName(lists: number, nameOf: (list: number) => string): Uint32Array {
  const places = new Map<string, number>()
  return Uint32Array.from({ length: lists }, (_, list) => {
    const name = nameOf(list)
    const first = places.get(name) ?? list
    places.set(name, first)
    return first
  })
}

function scoresOf({ offsets }: JudgedLists, list: number, scores: readonly Numbers[]): string {
  const rows = Array.from({ length: offsets[list + 1] - offsets[list] }, (_, row) => offsets[list] + row)
  return scores
    .map((of) =>
      Float64Array.from(rows, (row) => of[row])
        .sort()
        .join(),
    )
    .join(' ')
}

export function repeatedCount(first: Uint32Array): number {
  return first.filter((place, list) => place < list).length
}

/** Values of lists with repetitions: one for each different list, the weighted mean of its copies, and the sum of their weights. */
export function valuesOnce(
  values: Float64Array,
  weights: Float64Array | undefined,
  first: Uint32Array,
): { readonly values: Float64Array; readonly weights: Float64Array } {
  const sums = new Map<number, { value: number; weight: number }>()
  for (const [list, place] of first.entries()) {
    const weight = weights?.[list] ?? 1
    const sum = sums.get(place) ?? { value: 0, weight: 0 }
    sums.set(place, { value: sum.value + weight * values[list], weight: sum.weight + weight })
  }
  const all = [...sums.values()]
  return {
    values: Float64Array.from(all, ({ value, weight }) => (weight === 0 ? 0 : value / weight)),
    weights: Float64Array.from(all, ({ weight }) => weight),
  }
}
