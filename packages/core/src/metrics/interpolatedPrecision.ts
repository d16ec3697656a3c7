/** Interpolated precision: the greatest precision at any place where the recall is at least a level. */
import { type RankedList, relevantCount } from './rankedList.ts'

export function interpolatedPrecisionOfRanked(ranked: RankedList, level: number, relevantFrom: number): number | undefined {
  const relevant = relevantCount(ranked, relevantFrom)
  return relevant === 0 ? undefined : greatestPrecision(ranked, needed(level, relevant), relevantFrom)
}

/** The mean over the levels 0, 0.1 .. 1. */
export function elevenPointAverageOfRanked(ranked: RankedList, relevantFrom: number): number | undefined {
  const relevant = relevantCount(ranked, relevantFrom)
  if (relevant === 0) return undefined
  let total = 0
  for (let tenth = 0; tenth <= 10; tenth++) total += greatestPrecision(ranked, needed(tenth / 10, relevant), relevantFrom)
  return total / 11
}

/** How many relevant items make up a level, to the nearest number as in trec_eval 10; version 9 adds 0.9 and rounds down. */
function needed(level: number, relevant: number): number {
  return Math.floor(level * relevant + 0.5)
}

function greatestPrecision(ranked: RankedList, atLeast: number, relevantFrom: number): number {
  let found = 0
  let greatest = 0
  for (let place = 0; place < ranked.size; place++) {
    if (!(ranked.labels[place] >= relevantFrom)) continue
    found++
    if (found >= atLeast) greatest = Math.max(greatest, found / (place + 1))
  }
  return greatest
}
