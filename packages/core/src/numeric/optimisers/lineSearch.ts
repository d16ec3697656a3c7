/**
 * A step along a descent direction that satisfies the strong Wolfe conditions (Nocedal & Wright 2006, Eqs. 3.7), by
 * bracketing and safeguarded cubic interpolation. Close to a minimum f itself no longer shows descent, only its slope does;
 * there the approximate conditions of Hager & Zhang 2005 ("A new conjugate gradient method with guaranteed descent and an
 * efficient line search", Eq. 4.1) take over, so gradients can be driven to rounding level.
 */
import type { Pending } from './objective.ts'

export interface LinePoint {
  readonly step: number
  readonly value: number
  readonly slope: number
}

/** `at(step)` evaluates value and slope at start + step · direction. Undefined when no step descends. */
export function* wolfeStep<Wait>(
  at: (step: number) => Pending<Wait, LinePoint>,
  start: LinePoint,
  firstStep: number,
): Pending<Wait, LinePoint | undefined> {
  const decrease = 1e-4
  const curvature = 0.9
  const rounding = 1e-14 * Math.abs(start.value)

  const descends = ({ step, value, slope }: LinePoint) =>
    value <= start.value + decrease * step * start.slope || (value <= start.value + rounding && slope <= (2 * decrease - 1) * start.slope)

  let low = start
  let high: LinePoint | undefined
  let step = firstStep
  for (let trial = 0; trial < 60; trial++) {
    const point = yield* at(step)
    if (!Number.isFinite(point.value) || !descends(point)) {
      high = point
    } else if (Math.abs(point.slope) <= -curvature * start.slope) {
      return point
    } else if (point.slope < 0) {
      low = point
    } else {
      high = point
    }
    const next = high === undefined ? Math.min(extrapolated(low, step, start), 10 * step) : interpolated(low, high)
    if (!(next > 0) || next === step || next === low.step || next > 1e300) break
    step = next
  }
  return low.step > 0 ? low : undefined
}

/** Where the slope would vanish if it went on changing as from the start; at least twice the step. */
function extrapolated(low: LinePoint, step: number, start: LinePoint): number {
  const zero = low.step - (low.slope * low.step) / (low.slope - start.slope)
  return Number.isFinite(zero) && zero > 2 * step ? zero : 2 * step
}

/** The minimum of the cubic through both ends, kept in the middle eight tenths of the bracket. */
function interpolated(low: LinePoint, high: LinePoint): number {
  const width = high.step - low.step
  const middle = low.step + width / 2
  if (!Number.isFinite(high.value) || !Number.isFinite(high.slope)) return low.step + width / 10
  const slopes = low.slope + high.slope - (3 * (high.value - low.value)) / width
  const discriminant = slopes * slopes - low.slope * high.slope
  if (!(discriminant >= 0)) return middle
  const root = Math.sqrt(discriminant) * Math.sign(width)
  const minimum = high.step - (width * (high.slope + root - slopes)) / (high.slope - low.slope + 2 * root)
  if (!Number.isFinite(minimum)) return middle
  return Math.min(Math.max(minimum, low.step + 0.1 * width), high.step - 0.1 * width)
}
