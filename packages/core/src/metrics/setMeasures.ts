/** Measures of an answer as a set, whatever its order: trec_eval's set_F and set_map. */
import { type RankedList, relevantAmong, relevantCount } from './rankedList.ts'

/** The harmonic mean of precision and recall. */
export function setFOfRanked(ranked: RankedList, relevantFrom: number): number | undefined {
  const { found, relevant } = counts(ranked, relevantFrom)
  return relevant === 0 ? undefined : (2 * found) / (ranked.size + relevant)
}

/** Precision times recall: what average precision is if the relevant items are spread evenly. */
export function setMapOfRanked(ranked: RankedList, relevantFrom: number): number | undefined {
  const { found, relevant } = counts(ranked, relevantFrom)
  if (relevant === 0) return undefined
  return ranked.size === 0 ? 0 : (found / ranked.size) * (found / relevant)
}

function counts(ranked: RankedList, relevantFrom: number): { found: number; relevant: number } {
  return { found: relevantAmong(ranked, 0, ranked.size, relevantFrom), relevant: relevantCount(ranked, relevantFrom) }
}
