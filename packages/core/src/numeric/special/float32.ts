/** The numbers of single precision, which features and thresholds are. */

/** The greatest finite float32. */
export const greatestFloat32: number = (2 - 2 ** -23) * 2 ** 127

/** Infinite values become the greatest float32; missing ones stay. */
export function finite32(value: number): number {
  return Math.max(-greatestFloat32, Math.min(greatestFloat32, value))
}

/** The greatest float32 that is not above a number: for every float32 x, x ≤ it exactly where x ≤ the number. */
export function float32AtMost(value: number): number {
  const near = Math.fround(value)
  return near > value ? below(near) : near
}

/** The greatest float32 below a number: for every float32 x, x ≤ it exactly where x < the number. */
export function float32Below(value: number): number {
  const near = Math.fround(value)
  return near < value ? near : below(near)
}

/** The float32 next below another. */
function below(value: number): number {
  if (value === -Infinity || Number.isNaN(value)) return value
  if (value === 0) return -(2 ** -149)
  single[0] = value
  bits[0] += value > 0 ? -1 : 1
  return single[0]
}

const single = new Float32Array(1)
const bits = new Int32Array(single.buffer)
