/** Adds the integrated gradients of k(‖x − p‖²) along a line; see functionsAlongLines.ts. */

/** How a function of the squared distance behaves. */
export interface RadialFunction {
  of(squaredDistance: number): number
  /** ∫ k′(‖x(t) − p‖²) dt from 0 to 1. `nearest` is t*, `squaredHeight` the squared distance of the line from p. */
  slopeAlong(squaredWay: number, nearest: number, squaredHeight: number): number
}

/** `point` starts at `at` in `points`. Gives the values at both ends. */
export function addRadial(
  { of, slopeAlong }: RadialFunction,
  from: Float32Array,
  way: Float64Array,
  points: Float32Array,
  at: number,
  stride: number,
  weight: number,
  into: Float64Array,
): readonly [start: number, end: number] {
  let [squaredWay, product, squaredStart] = [0, 0, 0]
  for (let j = 0; j < way.length; j++) {
    const away = from[j] - points[at + j * stride]
    squaredWay += way[j] * way[j]
    product += way[j] * away
    squaredStart += away * away
  }
  if (squaredWay === 0) {
    const value = of(squaredStart)
    return [value, value]
  }
  const nearest = -product / squaredWay
  let squaredHeight = 0
  let squaredEnd = 0
  for (let j = 0; j < way.length; j++) {
    const away = from[j] - points[at + j * stride]
    const height = away + nearest * way[j]
    const ended = away + way[j]
    squaredHeight += height * height
    squaredEnd += ended * ended
  }
  const [start, end] = [of(squaredStart), of(squaredEnd)]
  // A line through the point: what is left of the height is rounding.
  const across = squaredHeight > 1e-24 * (squaredStart + squaredWay) ? 2 * weight * slopeAlong(squaredWay, nearest, squaredHeight) : 0
  const forward = (weight * (end - start)) / squaredWay
  for (let j = 0; j < way.length; j++) {
    const height = from[j] - points[at + j * stride] + nearest * way[j]
    into[j] += way[j] * (across * height + forward * way[j])
  }
  return [start, end]
}
