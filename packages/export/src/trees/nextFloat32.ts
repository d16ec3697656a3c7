const single = new Float32Array(1)
const bits = new Int32Array(single.buffer)

/** The float32 next above another. */
export function float32After(value: number): number {
  single[0] = value
  if (single[0] === 0) return 2 ** -149
  bits[0] += single[0] > 0 ? 1 : -1
  return single[0]
}

/** The float32 next below the one nearest to a number. */
export function float32Before(value: number): number {
  return -float32After(-value)
}

/** The greatest float32 that is not above a number. */
export function float32AtMost(value: number): number {
  const near = Math.fround(value)
  return near > value ? float32Before(near) : near
}
