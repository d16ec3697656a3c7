/**
 * Looks for features that order series almost as their outcome does: the points of a race, the laps driven. Such a feature is often known only
 * after the event, and then every measured answer is worthless. The first series are looked at, some items of each.
 */
import { copyRow, type RankingLists } from '../data/lists/rankingLists.ts'
import { requireOneList } from '../data/lists/requireLists.ts'

/** Series that are looked at, and items of each. */
const [mostSeries, mostItems] = [64, 32]
/** Pairs to see of a feature before anything is said. */
const leastPairs = 100
/** The share of pairs that a feature must put in order, and the share of all pairs that it must not leave level. */
const [suspicious, decided] = [0.98, 0.2]

interface Pairs {
  /** With the greater value on the better item, on the worse one, and all. */
  better: number
  worse: number
  all: number
}

export interface OutcomeLikeFeature {
  readonly feature: string
  /** Of the pairs that the feature tells apart, the share that it puts in the order of the outcome, or in the reverse order. */
  readonly share: number
}

export class OutcomeWatch {
  readonly #pairs = new Map<string, Pairs>()
  #series = 0

  /** The only list of `lists`, with labels of which the greater is better, or all the other way round. */
  add(lists: RankingLists): void {
    if (this.#series >= mostSeries) return
    requireOneList('lists', lists)
    if (lists.labels.length < 2 || lists.labels.some(Number.isNaN)) return
    this.#series++
    const rows = someRows(lists)
    for (const [column, feature] of namesOf(lists).entries()) {
      const pairs = this.#pairs.get(feature) ?? { better: 0, worse: 0, all: 0 }
      this.#pairs.set(feature, pairs)
      for (const [place, one] of rows.entries())
        for (const other of rows.slice(0, place)) count(pairs, one.label - other.label, one.values[column] - other.values[column])
    }
  }

  /** The most suspicious first. */
  found(): readonly OutcomeLikeFeature[] {
    return [...this.#pairs]
      .flatMap(([feature, { better, worse, all }]) => {
        const told = better + worse
        const share = Math.max(better, worse) / told
        return told >= leastPairs && told >= decided * all && share >= suspicious ? [{ feature, share }] : []
      })
      .sort((a, b) => b.share - a.share)
  }
}

function count(pairs: Pairs, label: number, value: number): void {
  if (label === 0) return
  pairs.all++
  if (label * value > 0) pairs.better++
  else if (label * value < 0) pairs.worse++
}

function namesOf({ featureNames, width }: RankingLists): readonly string[] {
  return featureNames ?? Array.from({ length: width }, (_, column) => String(column + 1))
}

/** Items evenly spread over the list. */
function someRows(lists: RankingLists): { readonly label: number; readonly values: Float32Array }[] {
  const { length } = lists.labels
  const step = Math.max(1, length / mostItems)
  return Array.from({ length: Math.min(length, mostItems) }, (_, place) => {
    const row = Math.floor(place * step)
    const values = new Float32Array(lists.width)
    copyRow(lists, row, values)
    return { label: lists.labels[row], values }
  })
}
