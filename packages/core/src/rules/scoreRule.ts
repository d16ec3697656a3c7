import type { PairRule } from './ruleRow.ts'

/**
 * Pairs of one list that are undecided for how far apart their scores are. What holds for a margin must hold for every smaller one, so the
 * partners of an item stand together in the order of the scores, and nobody else is looked at.
 */
export function scoreRule(scores: Float64Array, isUndecidedAt: (margin: number) => boolean): PairRule {
  const isUndecided = (item: number, other: number) => isUndecidedAt(Math.abs(scores[item] - scores[other]))
  /** The places of the items by score, and for each of them the end of the stretch below that is undecided with it. */
  const stretches = (items: Uint32Array) => {
    const byScore = Uint32Array.from(items.keys()).sort((a, b) => scores[items[b]] - scores[items[a]])
    return { byScore, ends: lastPartners(byScore, (a, b) => isUndecided(items[a], items[b])) }
  }
  return {
    isUndecided,
    countAmong(items) {
      const { ends } = stretches(items)
      return ends.reduce((count, end, at) => count + end - at - 1, 0)
    },
    *pairsAmong(items) {
      const { byScore, ends } = stretches(items)
      const placeInScores = new Uint32Array(items.length)
      for (const [at, place] of byScore.entries()) placeInScores[place] = at
      const starts = firstPartners(ends)
      for (let place = 0; place < items.length; place++) {
        const at = placeInScores[place]
        const partners = byScore.slice(starts[at], ends[at]).sort()
        for (const other of partners) if (other > place) yield [items[place], items[other]] as const
      }
    },
  }
}

/** For each place in the order of the scores, the end of the stretch below it that is undecided with it. */
function lastPartners(byScore: Uint32Array, isUndecided: (place: number, other: number) => boolean): Uint32Array {
  const ends = new Uint32Array(byScore.length)
  let end = 0
  for (let at = 0; at < byScore.length; at++) {
    end = Math.max(end, at + 1)
    while (end < byScore.length && isUndecided(byScore[at], byScore[end])) end++
    ends[at] = end
  }
  return ends
}

/** The same upwards: the first place whose stretch reaches this one. */
function firstPartners(ends: Uint32Array): Uint32Array {
  const starts = new Uint32Array(ends.length)
  let start = 0
  for (let at = 0; at < ends.length; at++) {
    while (ends[start] <= at) start++
    starts[at] = start
  }
  return starts
}
