/** Lists as TREC files have them: a list is a topic, its items are documents. */
import { requireNumbers, requireSameLength } from '../../arguments/requireNumbers.ts'
import { RankwrightError } from '../../problems/problem.ts'
import type { Numbers } from '../lists/numbers.ts'
import type { RankingLists } from '../lists/rankingLists.ts'
import { requireLists } from '../lists/requireLists.ts'
import type { Qrels, Run } from './trec.ts'

/** The labels are the grades. */
export function qrelsOfLists(lists: RankingLists): Qrels {
  requireLists('lists', lists)
  requireNumbers('lists.labels', lists.labels)
  return topicsOf(lists, lists.labels)
}

/** `scores` holds one number per row, in the order of the lists. */
export function runOfLists(lists: RankingLists, scores: Numbers): Run {
  requireLists('lists', lists)
  requireNumbers('scores', scores)
  requireSameLength('scores', scores, 'lists.labels', lists.labels)
  return topicsOf(lists, scores)
}

function topicsOf({ listIds, offsets, itemIds }: RankingLists, numbers: Numbers): Map<string, Map<string, number>> {
  if (itemIds === undefined) throw new RankwrightError({ area: 'data', code: 'documents-without-ids' })
  const topics = new Map<string, Map<string, number>>()
  for (const [list, topic] of listIds.entries()) {
    const documents = new Map<string, number>()
    for (let row = offsets[list]; row < offsets[list + 1]; row++) {
      const document = itemIds[row]
      if (documents.has(document)) throw new RankwrightError({ area: 'data', code: 'document-twice-in-list', topic, document })
      documents.set(document, numbers[row])
    }
    topics.set(topic, documents)
  }
  return topics
}
