import { type RankedList, RankwrightError } from '@rankwright/core'
import type { Run } from '@rankwright/core/data'

/** The items that are shown as a TREC run, their lists as topics. Lists that a rule leaves undecided have no order, and no lines. */
export function rankedRun(lists: Iterable<RankedList>): Run {
  const run = new Map<string, Map<string, number>>()
  for (const { id: topic, items, answered } of lists) {
    if (answered === false) continue
    const documents = new Map<string, number>()
    for (const { item, score } of items) {
      if (item === undefined) throw new RankwrightError({ area: 'data', code: 'documents-without-ids' })
      if (documents.has(item)) throw new RankwrightError({ area: 'data', code: 'document-twice-in-list', topic, document: item })
      documents.set(item, score)
    }
    run.set(topic, documents)
  }
  return run
}
