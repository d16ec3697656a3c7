/** Euclidean projections onto norm balls around 0: the closest point of the ball. */
import { absoluteSum, euclideanNorm, maximumNorm } from '../dense/vectors.ts'

export interface NormBall {
  readonly norm: 'l1' | 'l2' | 'inf'
  readonly radius: number
}

/** into = the point of the ball closest to `point`. Both may be the same array. The result is in the ball to the last bit. */
export function projectOntoBall({ norm, radius }: NormBall, point: Float64Array, into: Float64Array): void {
  if (point !== into) into.set(point)
  switch (norm) {
    case 'l1':
      ontoL1(radius, into)
      break
    case 'l2':
      shrink(into, radius, euclideanNorm)
      break
    case 'inf':
      for (let place = 0; place < into.length; place++) into[place] = Math.min(Math.max(into[place], -radius), radius)
  }
}

/**
 * max of ∇f·(x − z) over z in the ball = ∇f·x + radius ‖∇f‖*, ‖·‖* the dual norm. For convex f it bounds f(x) − min f:
 * a certificate that needs nothing but the gradient (Jaggi 2013, "Revisiting Frank-Wolfe", Eq. 2).
 */
export function ballGap({ norm, radius }: NormBall, point: Float64Array, gradient: Float64Array): number {
  let along = 0
  for (let place = 0; place < point.length; place++) along += point[place] * gradient[place]
  return along + ballReach({ norm, radius }, gradient)
}

/** max of v·z over z in the ball: the radius times the dual norm of v. */
export function ballReach({ norm, radius }: NormBall, vector: Float64Array): number {
  return radius * { l1: maximumNorm, l2: euclideanNorm, inf: absoluteSum }[norm](vector)
}

/** Scales until the norm, as computed, is at most the radius: once, or a second time for the last bit. */
function shrink(into: Float64Array, radius: number, norm: (vector: Float64Array) => number): void {
  let length = norm(into)
  if (length === Number.POSITIVE_INFINITY) {
    const largest = maximumNorm(into)
    for (let place = 0; place < into.length; place++) into[place] = largest === length ? infiniteShare(into[place]) : into[place] / largest
    length = norm(into)
  }
  for (let slack = 0; length > radius; slack = 2 * slack + Number.EPSILON) {
    const factor = (radius / length) * (1 - slack)
    for (let place = 0; place < into.length; place++) into[place] *= factor
    length = norm(into)
  }
}

/** Next to infinite entries, finite ones do not matter. */
function infiniteShare(value: number): number {
  return Math.abs(value) === Number.POSITIVE_INFINITY ? Math.sign(value) : 0
}

/**
 * xᵢ ← sign(xᵢ) max(|xᵢ| − τ, 0) with τ such that Σ|xᵢ| = radius. τ by Condat 2016, "Fast projection onto the simplex and
 * the l1 ball", Algorithm 1: linear time in practice, no sorting.
 */
function ontoL1(radius: number, into: Float64Array): void {
  if (!(absoluteSum(into) > radius)) return
  const largest = maximumNorm(into)
  if (largest < Number.POSITIVE_INFINITY) {
    // Sizes are taken relative to the largest, so that a small radius is not lost beside huge entries.
    const threshold = l1Threshold(radius, largest, into)
    for (let place = 0; place < into.length; place++) {
      const size = Math.abs(into[place]) - largest - threshold
      into[place] = size > 0 ? Math.sign(into[place]) * size : 0
    }
  }
  shrink(into, radius, absoluteSum)
}

function l1Threshold(radius: number, largest: number, point: Float64Array): number {
  const active = new Float64Array(point.length)
  const waiting = new Float64Array(point.length)
  let actives = 1
  let waitings = 0
  active[0] = Math.abs(point[0]) - largest
  let threshold = active[0] - radius // a lower bound of τ throughout
  for (let place = 1; place < point.length; place++) {
    const size = Math.abs(point[place]) - largest
    if (size <= threshold) continue
    const raised = threshold + (size - threshold) / (actives + 1)
    if (raised > size - radius) {
      active[actives++] = size
      threshold = raised
    } else {
      // The new entry alone gives a better bound: those so far may or may not belong.
      for (let k = 0; k < actives; k++) waiting[waitings++] = active[k]
      active[0] = size
      actives = 1
      threshold = size - radius
    }
  }
  for (let k = 0; k < waitings; k++) {
    if (waiting[k] <= threshold) continue
    active[actives++] = waiting[k]
    threshold += (waiting[k] - threshold) / actives
  }
  for (let before = -1; before !== actives; ) {
    before = actives
    for (let k = 0; k < actives; ) {
      if (active[k] > threshold || actives === 1) {
        k++
        continue
      }
      threshold += (threshold - active[k]) / (actives - 1)
      active[k] = active[--actives]
    }
  }
  // Once more from the entries that remain, without the rounding of many updates.
  let sum = -radius
  for (let k = 0; k < actives; k++) sum += active[k]
  return sum / actives
}
