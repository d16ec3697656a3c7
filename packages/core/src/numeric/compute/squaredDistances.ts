import { requireLength } from './requireLength.ts'

/** Below this share of ‖x‖² + ‖p‖², the difference of squares has lost digits, and the distance is computed from the points. */
const CLOSE = 1e-6

/**
 * into (rows × count) ← ‖xᵢ − pⱼ‖² · scale, given xᵢ · pⱼ there: in place. x is rows × features, `points` features × count with point j in
 * column j, and `squares` holds ‖pⱼ‖². The same two points give the same bits, whichever comes first.
 */
export function squaredDistances(
  rows: number,
  count: number,
  features: number,
  x: Float64Array,
  points: Float64Array,
  squares: Float64Array,
  scale: number,
  into: Float64Array,
): void {
  requireLength('x', x, rows * features)
  requireLength('points', points, features * count)
  requireLength('squares', squares, count)
  requireLength('into', into, rows * count)
  const columns = { count, features, transposed: points }
  for (let row = 0; row < rows; row++) {
    const from = row * features
    let square = 0
    for (let j = 0; j < features; j++) square += x[from + j] * x[from + j]
    for (let point = 0, at = row * count; point < count; point++, at++)
      into[at] = distanceOfProduct(into[at], square + squares[point], x, from, columns, point) * scale
  }
}

/** ‖x − p‖² from x · p and ‖x‖² + ‖p‖²; x begins at `from`. */
function distanceOfProduct(
  product: number,
  both: number,
  x: Float64Array,
  from: number,
  { count, features, transposed }: { readonly count: number; readonly features: number; readonly transposed: Float64Array },
  point: number,
): number {
  const distance = both - 2 * product
  if (!(distance < CLOSE * both)) return distance
  let sum = 0
  for (let j = 0; j < features; j++) {
    const away = x[from + j] - transposed[j * count + point]
    sum += away * away
  }
  return sum
}
