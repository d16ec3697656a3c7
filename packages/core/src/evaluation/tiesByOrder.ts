/**
 * Where items with equal scores stay in the order of the file, a metric measures that order too. Files of judged lists are often sorted with
 * the best items first; then scores that are all equal look perfect.
 */
import { incomingOrder } from '../abstention/serving/incomingOrder.ts'
import type { Numbers } from '../data/lists/numbers.ts'
import type { JudgedLists } from '../metrics/measureLists.ts'
import type { Metric } from '../metrics/metric.ts'
import { namedOption } from '../problems/namedOption.ts'

/** The lists in which equal scores of items with different labels are told apart by an order that is not the ranker's. */
export interface TiesByOrder {
  /** By their numbers. */
  readonly lists: readonly number[]
  readonly order: 'the file' | 'their ids'
  /** Whether these lists have their best items first in the file. */
  readonly sorted: boolean
}

/** Metrics of pairs and ranks, which treat tied items alike. */
const ofPairs: ReadonlySet<Metric['family']> = new Set<Metric['family']>([
  'kendall-tau',
  'spearman',
  'auc',
  'pairwise-accuracy',
  'squared-error',
])

/** Undefined where no such order has a say. */
export function tiesByOrder({ family, runOrder, conventions }: Metric, scores: Numbers, lists: JudgedLists): TiesByOrder | undefined {
  if (ofPairs.has(family) || runOrder === 'worst' || conventions.ties === 'expected' || conventions.ties === 'together') return undefined
  const ofScore = conventions.scorePrecision === 'single' ? Math.fround : (score: number) => score
  const { labels, offsets, itemIds } = lists
  const decided: number[] = []
  for (let list = 0; list + 1 < offsets.length; list++) {
    const labelOf = new Map<number, number>()
    for (let row = offsets[list]; row < offsets[list + 1]; row++) {
      const known = labelOf.get(ofScore(scores[row]))
      if (known !== undefined && known !== labels[row]) {
        decided.push(list)
        break
      }
      labelOf.set(ofScore(scores[row]), labels[row])
    }
  }
  if (decided.length === 0) return undefined
  const order = runOrder === 'by-id-descending' && itemIds !== undefined ? 'their ids' : 'the file'
  return { lists: decided, order, sorted: order === 'the file' && incomingOrder(lists, decided).sorted }
}

/** What a reader of the metrics should know about it: the metrics with the same lists in one sentence. */
export function tieNotes(metrics: readonly Metric[], scores: Numbers, lists: JudgedLists): string[] {
  const byText = new Map<string, string[]>()
  for (const metric of metrics) {
    const ties = tiesByOrder(metric, scores, lists)
    if (ties === undefined || ties.order !== 'the file') continue
    const decides = `items with equal scores stay in the order of the file, which decides ${ties.lists.length} of ${lists.offsets.length - 1} lists.`
    const warning = ` There the best items stand first, so the number is that of the file, not of the scores. Shuffle the rows of each list, or give ${namedOption({ profile: 'rankwright' })}, under which ties have no order.`
    const text = `${decides}${ties.sorted ? warning : ''}`
    byText.set(text, [...(byText.get(text) ?? []), metric.name])
  }
  return Array.from(byText, ([text, names]) => `${names.join(', ')}: ${text}`)
}
