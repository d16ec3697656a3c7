// The polynomial and its steps are those of core/src/numeric/special/exp.ts, to the operation.
const Q0: f64 = 0.5
const Q1: f64 = 0.1666666666666667
const Q2: f64 = 0.04166666666666667
const Q3: f64 = 0.008333333333326136
const Q4: f64 = 0.0013888888888883748
const Q5: f64 = 0.00019841269874820627
const Q6: f64 = 2.4801587325547743e-5
const Q7: f64 = 2.7557255400206422e-6
const Q8: f64 = 2.75572736431103e-7
const Q9: f64 = 2.5105217004720745e-8
const Q10: f64 = 2.0914686968086876e-9
const LOG2_E: f64 = 1.4426950408889634
const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10
const ROUNDER: f64 = 6755399441055744
const OVERFLOWS_ABOVE: f64 = 709.782712893384
const VANISHES_BELOW: f64 = -745.1332191019412
/** Within this, the result is a normal number and its exponent can be set by adding to the bits. */
const SAFE: f64 = 708

export function expOf(x: f64): f64 {
  if (!(x <= OVERFLOWS_ABOVE)) return x + Infinity
  if (x < VANISHES_BELOW) return 0
  const k = x * LOG2_E + ROUNDER - ROUNDER
  const r = x - k * LN2_HIGH - k * LN2_LOW
  let q = Q10
  q = q * r + Q9
  q = q * r + Q8
  q = q * r + Q7
  q = q * r + Q6
  q = q * r + Q5
  q = q * r + Q4
  q = q * r + Q3
  q = q * r + Q2
  q = q * r + Q1
  q = q * r + Q0
  const whole = <i32>k
  const half = whole >> 1
  return (1 + (r + r * r * q)) * powerOfTwo(half) * powerOfTwo(whole - half)
}

@inline
function powerOfTwo(exponent: i32): f64 {
  return reinterpret<f64>((<i64>(exponent + 1023)) << 52)
}

/** Two lanes, both within SAFE. */
@inline
function exp2(x: v128): v128 {
  const shifted = f64x2.add(f64x2.mul(x, f64x2.splat(LOG2_E)), f64x2.splat(ROUNDER))
  const k = f64x2.sub(shifted, f64x2.splat(ROUNDER))
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH))), f64x2.mul(k, f64x2.splat(LN2_LOW)))
  let q = f64x2.splat(Q10)
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q9))
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q8))
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q7))
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q6))
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q5))
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q4))
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q3))
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q2))
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q1))
  q = f64x2.add(f64x2.mul(q, r), f64x2.splat(Q0))
  const p = f64x2.add(f64x2.splat(1), f64x2.add(r, f64x2.mul(f64x2.mul(r, r), q)))
  return i64x2.add(p, i64x2.shl(shifted, 52))
}

@inline
function safe(x: v128): v128 {
  return f64x2.le(f64x2.abs(x), f64x2.splat(SAFE))
}

/** values ← exp(values), eight in flight. */
export function exp(values: usize, length: i32): void {
  const whole = values + ((<usize>(length & ~7)) << 3)
  const end = values + ((<usize>length) << 3)
  while (values < whole) {
    const x0 = v128.load(values)
    const x1 = v128.load(values, 16)
    const x2 = v128.load(values, 32)
    const x3 = v128.load(values, 48)
    if (i64x2.all_true(v128.and(v128.and(safe(x0), safe(x1)), v128.and(safe(x2), safe(x3))))) {
      v128.store(values, exp2(x0))
      v128.store(values, exp2(x1), 16)
      v128.store(values, exp2(x2), 32)
      v128.store(values, exp2(x3), 48)
    } else {
      for (let at = values; at < values + 64; at += 8) store<f64>(at, expOf(load<f64>(at)))
    }
    values += 64
  }
  while (values + 16 <= end) {
    const x = v128.load(values)
    if (!i64x2.all_true(safe(x))) break
    v128.store(values, exp2(x))
    values += 16
  }
  while (values < end) {
    store<f64>(values, expOf(load<f64>(values)))
    values += 8
  }
}

@inline
function sigmoidOf(x: f64): f64 {
  const e = expOf(-abs(x))
  return (x < 0 ? e : 1) / (1 + e)
}

@inline
function sigmoid2(x: v128): v128 {
  const e = exp2(f64x2.neg(f64x2.abs(x)))
  const one = f64x2.splat(1)
  return f64x2.div(v128.bitselect(e, one, f64x2.lt(x, f64x2.splat(0))), f64x2.add(one, e))
}

/** values ← 1 / (1 + exp(−values)). */
export function sigmoid(values: usize, length: i32): void {
  const whole = values + ((<usize>(length & ~7)) << 3)
  const end = values + ((<usize>length) << 3)
  while (values < whole) {
    const x0 = v128.load(values)
    const x1 = v128.load(values, 16)
    const x2 = v128.load(values, 32)
    const x3 = v128.load(values, 48)
    if (i64x2.all_true(v128.and(v128.and(safe(x0), safe(x1)), v128.and(safe(x2), safe(x3))))) {
      v128.store(values, sigmoid2(x0))
      v128.store(values, sigmoid2(x1), 16)
      v128.store(values, sigmoid2(x2), 32)
      v128.store(values, sigmoid2(x3), 48)
    } else {
      for (let at = values; at < values + 64; at += 8) store<f64>(at, sigmoidOf(load<f64>(at)))
    }
    values += 64
  }
  while (values + 16 <= end) {
    const x = v128.load(values)
    if (!i64x2.all_true(safe(x))) break
    v128.store(values, sigmoid2(x))
    values += 16
  }
  while (values < end) {
    store<f64>(values, sigmoidOf(load<f64>(values)))
    values += 8
  }
}
