/**
 * Isotonic regression by pooling adjacent violators (Ayer, Brunk, Ewing, Reid & Silverman 1955, "An empirical distribution function for
 * sampling with incomplete information"): the rising step function of x with the least Σ w (y − f(x))². Points of equal x are one point first,
 * with the mean of their y.
 */
import { argsortDescending } from '../compute/argsort.ts'

/** Steps of a rising function, from the lowest up: step k has `values[k]` from `lows[k]` to `highs[k]`. */
export interface IsotonicSteps {
  readonly lows: Float64Array
  readonly highs: Float64Array
  readonly values: Float64Array
  /** Sum of the weights of the points of each step. */
  readonly weights: Float64Array
}

/** Of points in any order. Weights are above 0. */
export function isotonicRegression(x: Float64Array, y: Float64Array, weights: Float64Array): IsotonicSteps {
  const count = x.length
  const order = new Uint32Array(count)
  argsortDescending(Uint32Array.of(0, count), x, order)
  const steps = {
    lows: new Float64Array(count),
    highs: new Float64Array(count),
    values: new Float64Array(count),
    weights: new Float64Array(count),
  }
  let last = -1
  for (let place = count; place > 0; ) {
    const value = x[order[place - 1]]
    let [weight, sum] = [0, 0]
    while (place > 0 && x[order[place - 1]] === value) {
      const point = order[--place]
      weight += weights[point]
      sum += weights[point] * y[point]
    }
    last++
    steps.lows[last] = value
    steps.highs[last] = value
    steps.values[last] = sum / weight
    steps.weights[last] = weight
    while (last > 0 && steps.values[last - 1] >= steps.values[last]) pool(steps, --last)
  }
  const cut = (array: Float64Array) => array.slice(0, last + 1)
  return { lows: cut(steps.lows), highs: cut(steps.highs), values: cut(steps.values), weights: cut(steps.weights) }
}

/** Makes one step of step k and the next. */
function pool({ highs, values, weights }: IsotonicSteps, k: number): void {
  const weight = weights[k] + weights[k + 1]
  values[k] = (weights[k] * values[k] + weights[k + 1] * values[k + 1]) / weight
  weights[k] = weight
  highs[k] = highs[k + 1]
}
