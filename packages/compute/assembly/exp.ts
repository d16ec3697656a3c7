import { multiplyAdd, multiplySubtract } from './lanes'

// The polynomial and its steps are those of core/src/numeric/special/exp.ts, to the operation; the relaxed build fuses products and sums.
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
export function exp2(x: v128): v128 {
  const shifted = multiplyAdd(f64x2.splat(ROUNDER), x, f64x2.splat(LOG2_E))
  const k = f64x2.sub(shifted, f64x2.splat(ROUNDER))
  const r = multiplySubtract(multiplySubtract(x, k, f64x2.splat(LN2_HIGH)), k, f64x2.splat(LN2_LOW))
  let q = f64x2.splat(Q10)
  q = multiplyAdd(f64x2.splat(Q9), q, r)
  q = multiplyAdd(f64x2.splat(Q8), q, r)
  q = multiplyAdd(f64x2.splat(Q7), q, r)
  q = multiplyAdd(f64x2.splat(Q6), q, r)
  q = multiplyAdd(f64x2.splat(Q5), q, r)
  q = multiplyAdd(f64x2.splat(Q4), q, r)
  q = multiplyAdd(f64x2.splat(Q3), q, r)
  q = multiplyAdd(f64x2.splat(Q2), q, r)
  q = multiplyAdd(f64x2.splat(Q1), q, r)
  q = multiplyAdd(f64x2.splat(Q0), q, r)
  const p = f64x2.add(f64x2.splat(1), multiplyAdd(r, f64x2.mul(r, r), q))
  return i64x2.add(p, i64x2.shl(shifted, 52))
}

@inline
function safe(x: v128): v128 {
  return f64x2.le(f64x2.abs(x), f64x2.splat(SAFE))
}

/**
 * Where the constants lie: below all arrays. Engines make a constant anew wherever it is used, by way of other registers; a load with a
 * splat is a third of that. All threads write the same.
 */
const TABLE: usize = 256

function writeTable(): void {
  store<f64>(TABLE, LOG2_E)
  store<f64>(TABLE, ROUNDER, 8)
  store<f64>(TABLE, LN2_HIGH, 16)
  store<f64>(TABLE, LN2_LOW, 24)
  store<f64>(TABLE, Q10, 32)
  store<f64>(TABLE, Q9, 40)
  store<f64>(TABLE, Q8, 48)
  store<f64>(TABLE, Q7, 56)
  store<f64>(TABLE, Q6, 64)
  store<f64>(TABLE, Q5, 72)
  store<f64>(TABLE, Q4, 80)
  store<f64>(TABLE, Q3, 88)
  store<f64>(TABLE, Q2, 96)
  store<f64>(TABLE, Q1, 104)
  store<f64>(TABLE, Q0, 112)
  store<f64>(TABLE, 1, 120)
  store<f64>(TABLE, SAFE, 128)
  store<f64>(TABLE, -0.0, 136)
}

@inline
function allSafe(x0: v128, x1: v128, x2: v128, x3: v128): bool {
  const most = v128.load64_splat(TABLE, 128)
  const low = v128.and(f64x2.le(f64x2.abs(x0), most), f64x2.le(f64x2.abs(x1), most))
  return i64x2.all_true(v128.and(low, v128.and(f64x2.le(f64x2.abs(x2), most), f64x2.le(f64x2.abs(x3), most))))
}

/** The eight values at `at`, all within SAFE ← exp, or sigmoid, of each, by the steps of `exp2`. A constant is loaded once for all of them. */
@inline
function eight(at: usize, x0: v128, x1: v128, x2: v128, x3: v128, asSigmoid: bool): void {
  const minus = v128.load64_splat(TABLE, 136)
  const a0 = asSigmoid ? v128.or(x0, minus) : x0
  const a1 = asSigmoid ? v128.or(x1, minus) : x1
  const a2 = asSigmoid ? v128.or(x2, minus) : x2
  const a3 = asSigmoid ? v128.or(x3, minus) : x3
  const log2E = v128.load64_splat(TABLE, 0)
  const rounder = v128.load64_splat(TABLE, 8)
  const s0 = multiplyAdd(rounder, a0, log2E)
  const s1 = multiplyAdd(rounder, a1, log2E)
  const s2 = multiplyAdd(rounder, a2, log2E)
  const s3 = multiplyAdd(rounder, a3, log2E)
  const k0 = f64x2.sub(s0, rounder)
  const k1 = f64x2.sub(s1, rounder)
  const k2 = f64x2.sub(s2, rounder)
  const k3 = f64x2.sub(s3, rounder)
  const high = v128.load64_splat(TABLE, 16)
  const low = v128.load64_splat(TABLE, 24)
  const r0 = multiplySubtract(multiplySubtract(a0, k0, high), k0, low)
  const r1 = multiplySubtract(multiplySubtract(a1, k1, high), k1, low)
  const r2 = multiplySubtract(multiplySubtract(a2, k2, high), k2, low)
  const r3 = multiplySubtract(multiplySubtract(a3, k3, high), k3, low)
  let c = v128.load64_splat(TABLE, 32)
  let q0 = c
  let q1 = c
  let q2 = c
  let q3 = c
  c = v128.load64_splat(TABLE, 40)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  c = v128.load64_splat(TABLE, 48)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  c = v128.load64_splat(TABLE, 56)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  c = v128.load64_splat(TABLE, 64)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  c = v128.load64_splat(TABLE, 72)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  c = v128.load64_splat(TABLE, 80)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  c = v128.load64_splat(TABLE, 88)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  c = v128.load64_splat(TABLE, 96)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  c = v128.load64_splat(TABLE, 104)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  c = v128.load64_splat(TABLE, 112)
  q0 = multiplyAdd(c, q0, r0)
  q1 = multiplyAdd(c, q1, r1)
  q2 = multiplyAdd(c, q2, r2)
  q3 = multiplyAdd(c, q3, r3)
  const one = v128.load64_splat(TABLE, 120)
  const p0 = f64x2.add(one, multiplyAdd(r0, f64x2.mul(r0, r0), q0))
  const p1 = f64x2.add(one, multiplyAdd(r1, f64x2.mul(r1, r1), q1))
  const p2 = f64x2.add(one, multiplyAdd(r2, f64x2.mul(r2, r2), q2))
  const p3 = f64x2.add(one, multiplyAdd(r3, f64x2.mul(r3, r3), q3))
  const e0 = i64x2.add(p0, i64x2.shl(s0, 52))
  const e1 = i64x2.add(p1, i64x2.shl(s1, 52))
  const e2 = i64x2.add(p2, i64x2.shl(s2, 52))
  const e3 = i64x2.add(p3, i64x2.shl(s3, 52))
  v128.store(at, asSigmoid ? sigmoidFrom(e0, x0, one) : e0)
  v128.store(at, asSigmoid ? sigmoidFrom(e1, x1, one) : e1, 16)
  v128.store(at, asSigmoid ? sigmoidFrom(e2, x2, one) : e2, 32)
  v128.store(at, asSigmoid ? sigmoidFrom(e3, x3, one) : e3, 48)
}

/** 1 / (1 + exp(−x)), given e = exp(−|x|). */
@inline
function sigmoidFrom(e: v128, x: v128, one: v128): v128 {
  return f64x2.div(v128.bitselect(e, one, f64x2.lt(x, f64x2.splat(0))), f64x2.add(one, e))
}

/** values ← exp(values), eight in flight. */
export function exp(values: usize, length: i32): void {
  if (length >= 8) writeTable()
  const whole = values + ((<usize>(length & ~7)) << 3)
  const end = values + ((<usize>length) << 3)
  while (values < whole) {
    const x0 = v128.load(values)
    const x1 = v128.load(values, 16)
    const x2 = v128.load(values, 32)
    const x3 = v128.load(values, 48)
    if (allSafe(x0, x1, x2, x3)) {
      eight(values, x0, x1, x2, x3, false)
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
  return sigmoidFrom(exp2(f64x2.neg(f64x2.abs(x))), x, f64x2.splat(1))
}

/** values ← 1 / (1 + exp(−values)). */
export function sigmoid(values: usize, length: i32): void {
  if (length >= 8) writeTable()
  const whole = values + ((<usize>(length & ~7)) << 3)
  const end = values + ((<usize>length) << 3)
  while (values < whole) {
    const x0 = v128.load(values)
    const x1 = v128.load(values, 16)
    const x2 = v128.load(values, 32)
    const x3 = v128.load(values, 48)
    if (allSafe(x0, x1, x2, x3)) {
      eight(values, x0, x1, x2, x3, true)
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
