/** Places in ascending values, by bisection. */

/** Of the first value that is not below; the length when all are. */
export function firstAtLeast(sorted: Float64Array | Float32Array | Uint32Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] < value) low = middle + 1
    else high = middle
  }
  return low
}

/** Of the first value that is above; the length when none is. */
export function firstAbove(sorted: Float64Array | Uint32Array, value: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (sorted[middle] <= value) low = middle + 1
    else high = middle
  }
  return low
}

/** How often the value occurs. */
export function timesIn(sorted: Float64Array | Uint32Array, value: number): number {
  return firstAbove(sorted, value) - firstAtLeast(sorted, value)
}
