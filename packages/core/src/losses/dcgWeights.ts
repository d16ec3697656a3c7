/**
 * Gains and discounts of DCG for losses: 2^y − 1 and 1 / log2(place + 2), places from 0. As in the metrics, labels of 0 and below
 * are worth nothing; unlike there, every bit comes from exact operations, since these weights shape models.
 */
import { expOf } from '../numeric/special/exp.ts'
import { logOf } from '../numeric/special/log.ts'

/** Labels above this count as this, or their gains would overflow. */
export const GREATEST_GAINED = 900

const smallGains = Float64Array.from({ length: 32 }, (_, label) => 2 ** label - 1)

export function lossGain(label: number): number {
  if (!(label > 0)) return 0
  const small = label | 0
  if (small === label && small < smallGains.length) return smallGains[small]
  const bounded = Math.min(label, GREATEST_GAINED)
  const whole = Math.floor(bounded)
  const power = 2 ** whole // exact
  return whole === bounded ? power - 1 : power * expOf((bounded - whole) * Math.LN2) - 1
}

const firstDiscounts = Float64Array.from({ length: 1024 }, (_, place) => discountOf(place))

export function lossDiscount(place: number): number {
  return place < firstDiscounts.length ? firstDiscounts[place] : discountOf(place)
}

function discountOf(place: number): number {
  return Math.LN2 / logOf(place + 2)
}

/** The sum of the discounts of the first `places` places. */
export function discountSum(places: number): number {
  let sum = 0
  for (let place = 0; place < places; place++) sum += lossDiscount(place)
  return sum
}
