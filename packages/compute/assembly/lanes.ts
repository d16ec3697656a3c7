// Four vectors of two doubles work as eight lanes: lane l takes the indices ≡ l (mod 8), as in core/src/numeric/compute/dot.ts.

/** sum + a · b, rounded twice; in the relaxed build once, where the machine can. */
@inline
export function multiplyAdd(sum: v128, a: v128, b: v128): v128 {
  if (RELAXED) return f64x2.relaxed_madd(a, b, sum)
  return f64x2.add(sum, f64x2.mul(a, b))
}

/** sum − a · b, likewise. */
@inline
export function multiplySubtract(sum: v128, a: v128, b: v128): v128 {
  if (RELAXED) return f64x2.relaxed_nmadd(a, b, sum)
  return f64x2.sub(sum, f64x2.mul(a, b))
}

/** `multiplyAdd` for four lanes of single precision. */
@inline
export function multiplyAdd32(sum: v128, a: v128, b: v128): v128 {
  if (RELAXED) return f32x4.relaxed_madd(a, b, sum)
  return f32x4.add(sum, f32x4.mul(a, b))
}

@inline
export function addLanes(s0: v128, s1: v128, s2: v128, s3: v128): f64 {
  const sum = f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3))
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1)
}

/** Two floats from memory, as doubles. */
@inline
export function load2(at: usize): v128 {
  return f64x2.promote_low_f32x4(v128.load64_zero(at))
}
