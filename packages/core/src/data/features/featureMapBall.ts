import type { Ball, BallNorm } from './featureMap.ts'

/**
 * Brings values[start .. end] into the ball, in place, so that the exact norm of the stored float32 values is at most the
 * radius. Rows inside are left as they are. In L1 and L2 a row outside is drawn towards the origin, x ↦ x · R/‖x‖: its
 * direction stays, and in L2 that is the nearest point of the ball. In the infinity norm each value is clipped on its own,
 * which is the nearest point there and leaves the other features alone.
 */
export function intoBall(ball: Ball, values: Float32Array, start: number, end: number): void {
  if (ball.norm === 'none') return
  if (ball.norm === 'inf') {
    const limit = float32Below(ball.radius)
    for (let k = start; k < end; k++) values[k] = Math.min(Math.max(values[k], -limit), limit)
    return
  }
  const length = normOf(ball.norm, values, start, end)
  if (length <= ball.radius * (1 - 2 ** -30)) return
  if (length <= ball.radius * (1 + 2 ** -30) && insideByAHair(ball.norm, ball.radius, values, start, end)) return
  // Rounding a product to float32 can lengthen the row by 2⁻²⁴ of itself, summing its norm errs by less than 2⁻³⁰: aim a little inside.
  const factor = (ball.radius * (1 - 2 ** -22)) / length
  for (let k = start; k < end; k++) values[k] = towardsZero(values[k] * factor)
}

/** The norm of values[start .. end], summed in float64. */
export function normOf(norm: BallNorm, values: Float32Array | Float64Array, start: number, end: number): number {
  let total = 0
  switch (norm) {
    case 'l1':
      for (let k = start; k < end; k++) total += Math.abs(values[k])
      return total
    case 'l2':
      for (let k = start; k < end; k++) total += values[k] * values[k]
      return Math.sqrt(total)
    case 'inf':
      for (let k = start; k < end; k++) total = Math.max(total, Math.abs(values[k]))
      return total
  }
}

/** Whether a row whose norm is the radius up to rounding lies inside; sums in twice the precision, so that unit vectors stay as they are. */
function insideByAHair(norm: 'l1' | 'l2', radius: number, values: Float32Array, start: number, end: number): boolean {
  let total = 0
  let rest = 0
  for (let k = start; k < end; k++) {
    const term = norm === 'l1' ? Math.abs(values[k]) : values[k] * values[k] // exact: 24 bits squared fit into 53
    const next = total + term
    rest += total >= term ? total - next + term : term - next + total
    total = next
  }
  if (norm === 'l1') return total - radius + rest <= 0
  const square = radius * radius
  const high = radius * 134217729 - (radius * 134217729 - radius) // Veltkamp's splitting: radius = high + low, products of halves exact
  const low = radius - high
  const squareRest = high * high - square + 2 * high * low + low * low
  return total - square + (rest - squareRest) <= 0
}

/** The greatest float32 that is not above `value`, for values of at least 0. */
function float32Below(value: number): number {
  const nearest = Math.fround(value)
  if (nearest <= value) return nearest
  return nextBelow(nearest)
}

/** Values too small for a normal float32 are rounded by more than their share; they go to 0 rather than up. */
function towardsZero(value: number): number {
  return Math.abs(value) < 2 ** -126 ? 0 : value
}

const single = new Float32Array(1)
const bits = new Uint32Array(single.buffer)

function nextBelow(positive: number): number {
  single[0] = positive
  bits[0]--
  return single[0]
}
