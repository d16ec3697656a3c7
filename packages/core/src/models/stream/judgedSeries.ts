import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { RankwrightError } from '../../problems/problem.ts'
import { utilitiesOfRanks } from '../../streaming/series.ts'
import type { StreamModel } from './streamModel.ts'

/** Places become utilities within each list, as they did when the stream learned. */
export function judgedSeries({ target }: StreamModel, lists: RankingLists): RankingLists {
  if (target === 'utility') return lists
  const labels = new Float64Array(lists.labels.length)
  for (const [list, id] of lists.listIds.entries()) {
    const places = lists.labels.subarray(lists.offsets[list], lists.offsets[list + 1])
    const wrong = places.find((place) => !(place > 0))
    if (wrong !== undefined) throw new RankwrightError({ area: 'stream', code: 'not-a-place', list: id, found: wrong })
    labels.set(utilitiesOfRanks(places), lists.offsets[list])
  }
  return { ...lists, labels }
}
