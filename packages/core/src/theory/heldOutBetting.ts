/**
 * The betting bound, free of order. Waudby-Smith & Ramdas 2024, "Estimating means of bounded random variables by betting" (JRSS B), the
 * one-sided half of their hedged capital with predictable plug-in bets for a fixed n; here averaged over random orders.
 *
 * Suppose somebody claims that the mean is m. We start with a capital of 1 and before each value bet a part of it on the value being above
 * m: the final capital is K(m) = Π (1 + λᵢ(m) (xᵢ − m)), each bet λᵢ chosen from the values before i only. If the claim is true, or the
 * mean is lower still, the final capital of independent values in a random order is at most 1 on average, and so is its mean over several
 * random orders. By Markov's inequality that mean reaches 1/δ with probability at most δ. So all m at which it does are refuted; the
 * others start at `lower`.
 *
 * The values are sorted first and then permuted with a fixed seed: the order in which they come cannot enter, not even in the last bit. The
 * probability is over the draw of the values and of the orders.
 *
 * Bets: λᵢ(m) = min(√(2 ln(1/δ)/(n σ²ᵢ₋₁)), 1/(2m)), where σ²ₜ = (1/4 + Σ_{i≤t} (xᵢ − μᵢ)²)/(t + 1) and
 * μₜ = (1/2 + Σ_{i≤t} xᵢ)/(t + 1). Every factor is at least 1/2 and falls as m grows, so K does too, and `lower` is where it crosses 1/δ.
 */
import type { Numbers } from '../data/lists/numbers.ts'
import { seededRandom } from '../numeric/random.ts'
import type { HeldOutBound } from './heldOutBound.ts'
import { sampleMoments } from './sampleMoments.ts'

/** The share of the largest bet that could lose everything. */
const truncation = 1 / 2

const seed = 1

export function heldOutBetting(values: Numbers, delta: number): HeldOutBound {
  const sorted = Float64Array.from(values).sort()
  const { mean, variance } = sampleMoments(sorted)
  const orders = randomOrders(sorted, delta)
  const lower = greatestRefuted(orders, mean, -Math.log(delta))
  const terms = { mean, variance, deviation: mean - lower, target: 1 / delta, permutations: orders.count }
  return { lower, mean, n: sorted.length, delta, terms }
}

/** Whether the values refute the claim that their mean is at most `claimed`. If it is true, this happens with probability at most delta. */
export function refutesMean(values: Numbers, claimed: number, delta: number): boolean {
  const sorted = Float64Array.from(values).sort()
  const n = sorted.length
  if (!(sampleMoments(sorted).mean > claimed)) return false
  const count = orderCount(n)
  const random = seededRandom(seed)
  const [order, bets] = [new Float64Array(n), new Float64Array(n)]
  const target = Math.log(count / delta)
  let logSum = Number.NEGATIVE_INFINITY
  for (let done = 0; done < count; done++) {
    order.set(sorted)
    plugInBets(random.shuffle(order), delta, bets)
    const log = logCapitalOf(order, bets, claimed)
    logSum = Math.max(logSum, log) + Math.log1p(Math.exp(-Math.abs(logSum - log)))
    if (logSum >= target) return true // no capital is negative, so other orders only add to the sum
  }
  return false
}

/** How close `lower` is to the greatest mean that is refuted. */
const TOLERANCE = 1e-11

/** How many orders the capital is averaged over. With many values the orders hardly differ. */
export function orderCount(n: number): number {
  return Math.max(20, Math.min(50, Math.floor(5_000_000 / n)))
}

/** The values in several random orders, one after the other, and the bet before each value, not yet cut to 1/(2m). */
interface RandomOrders {
  readonly count: number
  readonly n: number
  readonly values: Float64Array
  readonly bets: Float64Array
}

function randomOrders(sorted: Float64Array, delta: number): RandomOrders {
  const n = sorted.length
  const count = orderCount(n)
  const random = seededRandom(seed)
  const values = new Float64Array(count * n)
  const bets = new Float64Array(count * n)
  for (let start = 0; start < count * n; start += n) {
    const order = values.subarray(start, start + n)
    order.set(sorted)
    plugInBets(random.shuffle(order), delta, bets.subarray(start, start + n))
  }
  return { count, n, values, bets }
}

/** λᵢ before it is cut, which depends on m. */
function plugInBets(values: Float64Array, delta: number, into: Float64Array): void {
  const n = values.length
  const stake = (2 * Math.log(1 / delta)) / n
  let sum = 1 / 2
  let squares = 1 / 4
  let variance = 1 / 4
  for (let index = 0; index < n; index++) {
    into[index] = Math.sqrt(stake / variance)
    sum += values[index]
    squares += (values[index] - sum / (index + 2)) ** 2
    variance = squares / (index + 2)
  }
}

/**
 * The greatest m up to the mean at which the capital reaches the target, by false position (the Illinois rule), with a halving in between
 * so that it always ends. What is returned was itself refuted, or is 0: stopping early is safe.
 */
function greatestRefuted(orders: RandomOrders, mean: number, target: number): number {
  let refuted = 0
  let above = logCapital(orders, 0) - target
  if (!(above >= 0)) return 0
  let open = mean
  let below = logCapital(orders, mean) - target
  if (below >= 0) return mean
  let last = 0 // the side of the last step: a side that moves twice in a row makes the next step go further
  for (let step = 1; step <= 100 && open - refuted > TOLERANCE; step++) {
    const crossing = refuted + ((open - refuted) * above) / (above - below)
    const inside = crossing > refuted && crossing < open && step % 10 !== 0
    const middle = inside ? Math.max(refuted + TOLERANCE / 2, Math.min(open - TOLERANCE / 2, crossing)) : (refuted + open) / 2
    const excess = logCapital(orders, middle) - target
    if (excess >= 0) {
      refuted = middle
      above = excess
      if (last > 0) below /= 2
    } else {
      open = middle
      below = excess
      if (last < 0) above /= 2
    }
    last = excess >= 0 ? 1 : -1
  }
  return refuted
}

/** The logarithm of the mean, over the orders, of the final capital against the mean m. */
function logCapital({ count, n, values, bets }: RandomOrders, m: number): number {
  const logs = Float64Array.from({ length: count }, (_, order) => {
    const [first, last] = [order * n, (order + 1) * n]
    return logCapitalOf(values.subarray(first, last), bets.subarray(first, last), m)
  })
  const greatest = Math.max(...logs)
  let sum = 0
  for (const log of logs) sum += Math.exp(log - greatest)
  return greatest + Math.log(sum / count)
}

/** The logarithm of the final capital after the values in this order. */
function logCapitalOf(values: Float64Array, bets: Float64Array, m: number): number {
  const largest = truncation / m // infinite at m = 0, where nothing can be lost
  let log = 0
  for (let start = 0; start < values.length; start += FACTORS) {
    const end = Math.min(values.length, start + FACTORS)
    let factor = 1
    for (let index = start; index < end; index++) factor *= 1 + Math.min(bets[index], largest) * (values[index] - m)
    log += Math.log(factor)
  }
  return log
}

/** How many factors are multiplied before their logarithm is taken: each lies between 1/2 and 80, so their product is a number. */
const FACTORS = 64
