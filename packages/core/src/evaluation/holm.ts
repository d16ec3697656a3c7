import { requireArray } from '../arguments/requireKind.ts'
import { requireNumbers } from '../arguments/requireNumbers.ts'
/**
 * Holm 1979, "A simple sequentially rejective multiple test procedure": p-values of several tests, corrected so that the
 * probability of even one false positive among them stays below the level. Tests without a p-value (NaN) keep it and do not count.
 */
export function holm(pValues: readonly number[]): number[] {
  requireArray('pValues', pValues, 'an array of numbers')
  requireNumbers('pValues', pValues, 'missing')
  const order = pValues.map((_, test) => test).filter((test) => !Number.isNaN(pValues[test]))
  order.sort((a, b) => pValues[a] - pValues[b])
  const adjusted = pValues.map(() => Number.NaN)
  let highest = 0
  for (const [place, test] of order.entries()) {
    highest = Math.max(highest, Math.min(1, (order.length - place) * pValues[test]))
    adjusted[test] = highest
  }
  return adjusted
}
