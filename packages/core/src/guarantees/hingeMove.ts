/**
 * How far the hinge (1 − (f(v′) − f(v)))₊ of a pair moved, at most, from one function to another: what Definition 6 of Gao & Xu 2013 is
 * about. The pairs are those of terms from parts of different rates.
 */
import type { OntologyPart } from '../models/ontologyTerms/learnedLine.ts'

/** Pairs that are looked at in each direction, those first that could have moved the most. Up to 1,000 terms, these are all. */
const mostPairs = 1_000_000

export function farthestHingeMove(parts: readonly OntologyPart[], before: Float64Array, after: Float64Array): number {
  const items = parts.flatMap(({ rate, members }) =>
    Array.from(members, (term) => ({ rate, from: before[term], to: after[term], moved: after[term] - before[term] })),
  )
  items.sort((a, b) => a.moved - b.moved)
  let farthest = 0
  // The hinge moves by no more than the two scores move apart. So: first those that moved the farthest down, with those farthest up.
  for (const lowerRates of ['down', 'up'] as const) {
    let looked = 0
    for (let first = 0; first < items.length && looked < mostPairs; first++) {
      const down = items[first]
      if (items[items.length - 1].moved - down.moved <= farthest) break
      for (let last = items.length - 1; last > first && looked < mostPairs; last--, looked++) {
        const up = items[last]
        if (up.moved - down.moved <= farthest) break
        const [low, high] = lowerRates === 'down' ? [down, up] : [up, down]
        if (low.rate >= high.rate) continue
        const hinge = Math.max(0, 1 - (high.from - low.from))
        farthest = Math.max(farthest, Math.abs(Math.max(0, 1 - (high.to - low.to)) - hinge))
      }
    }
  }
  return farthest
}
