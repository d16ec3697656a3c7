/** Whole lists under a calibrated model: how sure it is of each, and how good its order is next to the order they came in. */
import type { RankingLists } from '../../data/lists/rankingLists.ts'
import { ndcg } from '../../metrics/ndcg.ts'
import { pairCounts } from '../../metrics/pairCounts.ts'
import { rankList } from '../../metrics/rankedList.ts'
import { argsortDescending } from '../../numeric/compute/argsort.ts'
import type { Calibration } from '../../rules/calibration.ts'
import type { ListConfidence } from '../../rules/listConfidence.ts'
import { listConfidence } from '../../rules/listConfidence.ts'

/** What can go wrong with a list that is answered, each from 0 to 1. */
export const listRiskNames = ['wrong-pairs', 'ndcg', 'worse', 'top'] as const
export type ListRiskName = (typeof listRiskNames)[number]

/** What each risk is, in words that "the mean over answered lists of …" begins. */
export const listRiskText: Readonly<Record<ListRiskName, (cutoff: number) => string>> = {
  'wrong-pairs': () => 'the share of pairs in the wrong order',
  ndcg: (cutoff) => `1 − nDCG@${cutoff}`,
  worse: (cutoff) => `lists whose nDCG@${cutoff} is below that of the order they came in`,
  top: (cutoff) => `lists with a better item below the first ${cutoff} than among them`,
}

export interface JudgedLists {
  /** The number of each list that has two items with different labels. */
  readonly lists: Uint32Array
  readonly confidence: Float64Array
  /** One value for each list. */
  readonly risks: Readonly<Record<ListRiskName, Float64Array>>
  /** nDCG of the order the lists came in. */
  readonly asTheyCame: Float64Array
}

/** `about` says which confidence. Lists whose labels are all the same cannot be judged and are left out. */
export function judgedLists(
  scores: Float64Array,
  { labels, offsets }: Pick<RankingLists, 'labels' | 'offsets'>,
  /** May depend on the list, for lists that are left out in turn. */
  calibrationOf: (list: number) => Calibration,
  { about, cutoff }: { readonly about: ListConfidence; readonly cutoff: number },
): JudgedLists {
  const order = new Uint32Array(scores.length)
  argsortDescending(offsets, scores, order)
  const rows: { list: number; confidence: number; risks: Record<ListRiskName, number>; asItCame: number }[] = []
  for (let list = 0; list + 1 < offsets.length; list++) {
    const [first, last] = [offsets[list], offsets[list + 1]]
    const [own, grades, places] = [scores.subarray(first, last), labels.subarray(first, last), order.subarray(first, last)]
    const counts = pairCounts(rankList(own, grades))
    const pairs = counts.pairs - counts.tiedLabels
    if (pairs === 0) continue
    const gain = ndcg(own, grades, { cutoff }) ?? 1 // without a relevant item no order is better than another
    const came = ndcg(
      grades.map((_, item) => -item),
      grades,
      { cutoff },
    )
    rows.push({
      list,
      confidence: listConfidence(own, places, calibrationOf(list), { about, cutoff }),
      risks: {
        'wrong-pairs': (counts.discordant + (counts.tiedScores - counts.tiedBoth) / 2) / pairs,
        ndcg: 1 - gain,
        worse: gain < (came ?? 1) ? 1 : 0,
        top: topIsWrong(grades, places, cutoff) ? 1 : 0,
      },
      asItCame: came ?? 1,
    })
  }
  const column = (of: (row: (typeof rows)[number]) => number) => Float64Array.from(rows, of)
  return {
    lists: Uint32Array.from(rows, ({ list }) => list),
    confidence: column(({ confidence }) => confidence),
    risks: {
      'wrong-pairs': column(({ risks }) => risks['wrong-pairs']),
      ndcg: column(({ risks }) => risks.ndcg),
      worse: column(({ risks }) => risks.worse),
      top: column(({ risks }) => risks.top),
    },
    asTheyCame: column(({ asItCame }) => asItCame),
  }
}

/** Whether an item below the first places is better than one among them. */
function topIsWrong(labels: Float64Array, order: Uint32Array, cutoff: number): boolean {
  let [least, greatest] = [Infinity, -Infinity]
  for (const [place, item] of order.entries()) {
    if (place < cutoff) least = Math.min(least, labels[item])
    else greatest = Math.max(greatest, labels[item])
  }
  return greatest > least
}
