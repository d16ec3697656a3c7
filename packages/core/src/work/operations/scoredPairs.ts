import { labelPairs } from '../../data/lists/labelPairs.ts'
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import type { ListModel } from '../../models/model.ts'
import { score } from '../../models/score.ts'
import { joined } from '../../numeric/allocate.ts'
import { type Random, seededRandom } from '../../numeric/random.ts'
import { blockRanges, type Operation } from './operation.ts'

export interface ScoredPairsAsked {
  readonly model: ListModel
  /** A list with more pairs of different labels gives this many, drawn with the seed. */
  readonly mostPerList: number
  readonly seed: number
}

/** Pairs of items with different labels in the same list. */
export interface ScoredPairs {
  /** The number of its list, for each pair, ascending. */
  readonly lists: Uint32Array
  /** How far the better item is ahead of the other: its score minus that of the other. */
  readonly ahead: Float64Array
}

/** How a model scores the pairs of every list. */
export const scoredPairs: Operation<ScoredPairsAsked, ScoredPairs, ScoredPairs> = {
  *parts(here, { model, mostPerList, seed }) {
    const { lists: own, before, runtime } = here
    const scores = score(model, own, runtime)
    const pairs = labelPairs(own)
    const random = seededRandom(seed)
    return blockRanges(here).map(([from, to]) => {
      const [lists, ahead]: [number[], number[]] = [[], []]
      for (let list = from; list < to; list++) {
        const visit = (low: number, high: number) => {
          lists.push(before.lists + list)
          ahead.push(scores[high] - scores[low])
        }
        if (pairs.pairsIn(list) <= mostPerList) pairs.each(list, visit)
        else drawPairsOf(own, list, mostPerList, random.fork(`list ${before.lists + list}`), visit)
      }
      return { lists: Uint32Array.from(lists), ahead: Float64Array.from(ahead) }
    })
  },
  combine: (parts) => ({
    lists: joined(
      Uint32Array,
      parts.map(({ lists }) => lists),
    ),
    ahead: joined(
      Float64Array,
      parts.map(({ ahead }) => ahead),
    ),
  }),
}

/** Looks at nothing but the list, so the draw does not depend on who holds it. */
function drawPairsOf(
  { labels, offsets }: RankingLists,
  list: number,
  count: number,
  random: Random,
  visit: (low: number, high: number) => void,
): void {
  const first = offsets[list]
  const own = labels.subarray(first, offsets[list + 1])
  const pairs = labelPairs({ labels: own, offsets: Uint32Array.of(0, own.length), listIds: [''] })
  for (let drawn = 0; drawn < count; drawn++) {
    const [low, high] = pairs.draw(0, random)
    visit(first + low, first + high)
  }
}
