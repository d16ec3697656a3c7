import { expOf } from './exp.ts'
import { logGamma } from './logGamma.ts'

/**
 * Fisher's exact test, one-sided: the probability that at least `found` of all that were found are among the first `size`, if found ones fall
 * anywhere among the first `size` and the `otherSize` others. Of these others, `otherFound` were found.
 */
export function hypergeometricTail(found: number, size: number, otherFound: number, otherSize: number): number {
  const all = found + otherFound
  const least = Math.max(found, all - otherSize)
  const whole = logWays(size + otherSize, all)
  let sum = 0
  for (let count = Math.min(size, all); count >= least; count--)
    sum += expOf(logWays(size, count) + logWays(otherSize, all - count) - whole)
  return Math.min(1, sum)
}

/** ln of the number of ways to choose so many of n. */
function logWays(n: number, chosen: number): number {
  return logGamma(n + 1) - logGamma(chosen + 1) - logGamma(n - chosen + 1)
}
