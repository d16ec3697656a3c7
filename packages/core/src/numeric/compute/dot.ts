/**
 * Σ aᵢ bᵢ on eight lanes, as four vectors of two doubles add it: lane l takes the indices ≡ l (mod 8), lanes meet in a fixed
 * tree, and the remaining values are added one by one.
 */
export function dot(a: Float64Array, b: Float64Array): number {
  return dotAt(a, 0, b, 0, Math.min(a.length, b.length))
}

/** The same for the stretches of `length` numbers that start at `aStart` and `bStart`; `a` may hold single precision. */
export function dotAt(a: Float32Array | Float64Array, aStart: number, b: Float64Array, bStart: number, length: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  let s4 = 0
  let s5 = 0
  let s6 = 0
  let s7 = 0
  const even = length & ~7
  let i = 0
  for (; i < even; i += 8) {
    const p = aStart + i
    const q = bStart + i
    s0 += a[p] * b[q]
    s1 += a[p + 1] * b[q + 1]
    s2 += a[p + 2] * b[q + 2]
    s3 += a[p + 3] * b[q + 3]
    s4 += a[p + 4] * b[q + 4]
    s5 += a[p + 5] * b[q + 5]
    s6 += a[p + 6] * b[q + 6]
    s7 += a[p + 7] * b[q + 7]
  }
  let sum = s0 + s2 + (s4 + s6) + (s1 + s3 + (s5 + s7))
  for (; i < length; i++) sum += a[aStart + i] * b[bStart + i]
  return sum
}

/** Σ aᵢ over a stretch, on the same lanes. */
export function sumAt(a: Float64Array, start: number, length: number): number {
  let s0 = 0
  let s1 = 0
  let s2 = 0
  let s3 = 0
  let s4 = 0
  let s5 = 0
  let s6 = 0
  let s7 = 0
  const even = length & ~7
  let i = 0
  for (; i < even; i += 8) {
    const p = start + i
    s0 += a[p]
    s1 += a[p + 1]
    s2 += a[p + 2]
    s3 += a[p + 3]
    s4 += a[p + 4]
    s5 += a[p + 5]
    s6 += a[p + 6]
    s7 += a[p + 7]
  }
  let sum = s0 + s2 + (s4 + s6) + (s1 + s3 + (s5 + s7))
  for (; i < length; i++) sum += a[start + i]
  return sum
}
