/**
 * Whether the order of a file can be the order in which items come when lists are served. Files of judged lists are often sorted by label, and
 * then "as they came" looks perfect.
 */
import type { RankingLists } from '../../data/lists/rankingLists.ts'

export interface IncomingOrder {
  /** How many of the lists have items with different labels. */
  readonly lists: number
  /** Whether all of these stand with their best items first, and would hardly do so by chance. */
  readonly sorted: boolean
}

/** Of lists in random order, one in a million would look like this. */
const CHANCE = 1e-6

/** Of the lists with these numbers. */
export function incomingOrder({ labels, offsets }: Pick<RankingLists, 'labels' | 'offsets'>, among: readonly number[]): IncomingOrder {
  let [lists, together, sorted] = [0, 1, true]
  for (const list of among) {
    const own = labels.subarray(offsets[list], offsets[list + 1])
    const chance = chanceOfOrder(own)
    if (chance === 1) continue
    lists++
    together *= chance
    sorted &&= own.every((label, item) => item === 0 || label <= own[item - 1])
  }
  return { lists, sorted: sorted && together < CHANCE }
}

/** The share of orders of these labels that descend: Π (how often each label stands there)! / n!. */
function chanceOfOrder(labels: Float64Array): number {
  const counts = new Map<number, number>()
  let share = 1
  for (const [item, label] of labels.entries()) {
    const count = (counts.get(label) ?? 0) + 1
    counts.set(label, count)
    share *= count / (item + 1)
  }
  return counts.size < 2 ? 1 : share
}
