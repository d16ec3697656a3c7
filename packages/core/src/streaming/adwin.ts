/**
 * ADWIN: a window over the latest values that drops its old part as soon as two parts of it differ in mean by more than chance
 * allows. Bifet & Gavaldà 2007, "Learning from time-changing data with adaptive windowing": buckets of 1, 2, 4 … values, at most
 * `perSize` of each size, so memory grows with the logarithm of the window; the cut of their §3 with its variance-aware bound
 * ε = √(2/m σ² ln(2/δ')) + 2/(3m) ln(2/δ'), 1/m = 1/n₀ + 1/n₁, δ' = δ / ln n. Values lie in [0, 1].
 */
import { requireSameLength } from '../arguments/requireNumbers.ts'
import { count, fields, number, optional, requireArguments, typed } from '../arguments/shapes.ts'
import { logOf } from '../numeric/special/log.ts'

export interface AdwinState {
  /** Oldest first: how many values, their sum and their sum of squared deviations from their mean. */
  readonly counts: Float64Array
  readonly sums: Float64Array
  readonly squares: Float64Array
  /** Values since the window was last searched for a cut. */
  readonly waiting: number
}

/** Buckets of one size before two of them become one. */
const perSize = 5
/** How often, in values, a cut is looked for. */
const every = 4
/** The least number of values on either side of a cut. */
const leastPart = 5

interface Bucket {
  count: number
  sum: number
  square: number
}

/** Chosen by research/driftDefaults.mjs. The bound is loose, so that alarms are far rarer than this. */
const adwinDelta = 0.3

const share = number({ atLeast: 0, atMost: 1 })
const shapes = {
  delta: number({ above: 0, atMost: 1 }),
  state: optional(
    fields(
      { counts: typed(Float64Array), sums: typed(Float64Array), squares: typed(Float64Array), waiting: count() },
      'what Adwin.state gives',
    ),
  ),
}

export class Adwin {
  readonly delta: number
  #buckets: Bucket[]
  #waiting: number

  constructor(delta = adwinDelta, state?: AdwinState) {
    requireArguments({ delta, state }, shapes)
    for (const part of ['sums', 'squares'] as const)
      if (state !== undefined) requireSameLength(`state.${part}`, state[part], 'state.counts', state.counts)
    this.delta = delta
    this.#buckets =
      state === undefined
        ? []
        : Array.from(state.counts, (count, index) => ({ count, sum: state.sums[index], square: state.squares[index] }))
    this.#waiting = state?.waiting ?? 0
  }

  state(): AdwinState {
    return {
      counts: Float64Array.from(this.#buckets, ({ count }) => count),
      sums: Float64Array.from(this.#buckets, ({ sum }) => sum),
      squares: Float64Array.from(this.#buckets, ({ square }) => square),
      waiting: this.#waiting,
    }
  }

  /** How many values the window holds now. */
  get length(): number {
    return this.#buckets.reduce((total, { count }) => total + count, 0)
  }

  /** The mean of the window. */
  get mean(): number {
    return this.#buckets.reduce((total, { sum }) => total + sum, 0) / this.length
  }

  /** Whether the mean has changed, as seen with this value; the old part of the window is gone then. */
  add(value: number): boolean {
    share('value', value)
    this.#buckets.push({ count: 1, sum: value, square: 0 })
    this.#compress()
    if (++this.#waiting < every) return false
    this.#waiting = 0
    let changed = false
    while (this.#cut()) changed = true
    return changed
  }

  /** Where more than `perSize` buckets have one size, the two oldest of them become one. */
  #compress(): void {
    const buckets = this.#buckets
    for (let size = 1, end = buckets.length; ; size *= 2) {
      let first = end
      while (first > 0 && buckets[first - 1].count === size) first--
      if (end - first <= perSize) return
      const [older, newer] = [buckets[first], buckets[first + 1]]
      buckets.splice(first, 2, united(older, newer))
      end = first + 1
    }
  }

  /** Drops the oldest bucket if some split of the window shows a change. */
  #cut(): boolean {
    const all = this.#buckets.reduce(united, { count: 0, sum: 0, square: 0 })
    if (all.count < 2 * leastPart) return false
    const variance = all.square / all.count
    const logarithm = logOf((2 * logOf(all.count)) / this.delta)
    let count = 0
    let sum = 0
    for (const bucket of this.#buckets) {
      count += bucket.count
      sum += bucket.sum
      const rest = all.count - count
      if (count < leastPart) continue
      if (rest < leastPart) return false
      const inverse = 1 / count + 1 / rest
      const allowed = Math.sqrt(2 * inverse * variance * logarithm) + (2 / 3) * inverse * logarithm
      if (Math.abs(sum / count - (all.sum - sum) / rest) <= allowed) continue
      this.#buckets.shift()
      return true
    }
    return false
  }
}

function united(a: Bucket, b: Bucket): Bucket {
  const count = a.count + b.count
  if (a.count === 0 || b.count === 0) return { count, sum: a.sum + b.sum, square: a.square + b.square }
  const apart = a.sum / a.count - b.sum / b.count
  return { count, sum: a.sum + b.sum, square: a.square + b.square + (apart * apart * a.count * b.count) / count }
}
