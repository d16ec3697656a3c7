import { callback, count, oneOf, requireArguments } from '../../arguments/shapes.ts'

/**
 * The similarity of two sets of terms from those of their members. `bma`: the mean of the two directions, each the mean over one
 * set of the best match in the other; `bmm`: the greater of the two; `max`, `avg`: over all pairs. Where two terms have no similarity (NaN), others
 * match better; what has no match at all has no similarity.
 */
export const setRules = ['bma', 'bmm', 'max', 'avg'] as const
export type SetRule = (typeof setRules)[number]

const setShapes = { rule: oneOf(...setRules), first: count(), second: count(), similarity: callback }

export function setSimilarity(
  rule: SetRule,
  first: number,
  second: number,
  similarity: (fromFirst: number, toSecond: number) => number,
): number {
  requireArguments({ rule, first, second, similarity }, setShapes)
  return setRuleOf(rule)(first, second, similarity)
}

type SetSimilarity = (first: number, second: number, similarity: (fromFirst: number, toSecond: number) => number) => number

/** A rule for many sets. */
export function setRuleOf(rule: SetRule): SetSimilarity {
  switch (rule) {
    case 'bma':
      return (first, second, similarity) => {
        const [there, back] = bestMatches(first, second, similarity)
        return (there + back) / 2
      }
    case 'bmm':
      return (first, second, similarity) => Math.max(...bestMatches(first, second, similarity))
    case 'max':
      return (first, second, similarity) => {
        let most = Number.NaN
        for (let a = 0; a < first; a++) for (let b = 0; b < second; b++) most = better(most, similarity(a, b))
        return most
      }
    case 'avg':
      return (first, second, similarity) => {
        let total = 0
        for (let a = 0; a < first; a++) for (let b = 0; b < second; b++) total += similarity(a, b)
        return total / (first * second)
      }
  }
}

/** The mean best match of the first set's terms in the second, and the other way round. */
function bestMatches(first: number, second: number, similarity: (a: number, b: number) => number): [number, number] {
  const bestOfSecond = new Float64Array(second).fill(Number.NaN)
  let there = 0
  for (let a = 0; a < first; a++) {
    let best = Number.NaN
    for (let b = 0; b < second; b++) {
      const value = similarity(a, b)
      best = better(best, value)
      bestOfSecond[b] = better(bestOfSecond[b], value)
    }
    there += best
  }
  return [there / first, bestOfSecond.reduce((total, value) => total + value, 0) / second]
}

/** The greater of two; that which is a number where one is none. */
function better(known: number, value: number): number {
  return value <= known || Number.isNaN(value) ? known : value
}
