import { callback, count, oneOf, requireArguments } from '../../arguments/shapes.ts'

/**
 * The similarity of two sets of terms from those of their members. `bma`: the mean of the two directions, each the mean over one
 * set of the best match in the other; `bmm`: the greater of the two; `max`, `avg`: over all pairs.
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
  const bestOfFirst = new Float64Array(first).fill(Number.NEGATIVE_INFINITY)
  const bestOfSecond = new Float64Array(second).fill(Number.NEGATIVE_INFINITY)
  let total = 0
  for (let a = 0; a < first; a++) {
    for (let b = 0; b < second; b++) {
      const value = similarity(a, b)
      total += value
      bestOfFirst[a] = Math.max(bestOfFirst[a], value)
      bestOfSecond[b] = Math.max(bestOfSecond[b], value)
    }
  }
  const there = mean(bestOfFirst)
  const back = mean(bestOfSecond)
  switch (rule) {
    case 'bma':
      return (there + back) / 2
    case 'bmm':
      return Math.max(there, back)
    case 'max':
      return bestOfFirst.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY)
    case 'avg':
      return total / (first * second)
  }
}

function mean(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
