// The series and its steps are those of core/src/numeric/special/cos.ts, to the operation.
const INVERSE_PI: f64 = 0.3183098861837907
const PI_HIGH: f64 = 3.141592502593994
const PI_MIDDLE: f64 = 1.5099578831723193e-7
const PI_LOW: f64 = 1.0780605716316238e-14
const ROUNDER: f64 = 6755399441055744
const FARTHEST: f64 = 1073741824

const C4: f64 = 1.0 / 24.0
const C6: f64 = -1.0 / 720.0
const C8: f64 = 1.0 / 40320.0
const C10: f64 = -1.0 / 3628800.0
const C12: f64 = 1.0 / 479001600.0
const C14: f64 = -1.0 / 87178291200.0
const C16: f64 = 1.0 / 20922789888000.0
const C18: f64 = -1.0 / 6402373705728000.0
const C20: f64 = 1.0 / 2432902008176640000.0

/** Two lanes. */
@inline
function cos2(value: v128): v128 {
  const x = f64x2.pmax(f64x2.pmin(value, f64x2.splat(FARTHEST)), f64x2.splat(-FARTHEST))
  const rounder = f64x2.splat(ROUNDER)
  const k = f64x2.sub(f64x2.add(f64x2.mul(x, f64x2.splat(INVERSE_PI)), rounder), rounder)
  let r = f64x2.sub(x, f64x2.mul(k, f64x2.splat(PI_HIGH)))
  r = f64x2.sub(r, f64x2.mul(k, f64x2.splat(PI_MIDDLE)))
  r = f64x2.sub(r, f64x2.mul(k, f64x2.splat(PI_LOW)))
  const halves = f64x2.sub(f64x2.add(f64x2.mul(k, f64x2.splat(0.5)), rounder), rounder)
  const odd = f64x2.sub(k, f64x2.mul(f64x2.splat(2), halves))
  const z = f64x2.mul(r, r)
  let series = f64x2.splat(C20)
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(C18))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(C16))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(C14))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(C12))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(C10))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(C8))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(C6))
  series = f64x2.add(f64x2.mul(series, z), f64x2.splat(C4))
  series = f64x2.sub(f64x2.mul(series, z), f64x2.splat(0.5))
  const one = f64x2.splat(1)
  const sign = f64x2.sub(one, f64x2.mul(f64x2.mul(f64x2.splat(2), odd), odd))
  return f64x2.mul(sign, f64x2.add(one, f64x2.mul(series, z)))
}

/** values ← cos(values). */
export function cos(values: usize, length: i32): void {
  const whole = values + ((<usize>(length & ~7)) << 3)
  const end = values + ((<usize>length) << 3)
  while (values < whole) {
    v128.store(values, cos2(v128.load(values)))
    v128.store(values, cos2(v128.load(values, 16)), 16)
    v128.store(values, cos2(v128.load(values, 32)), 32)
    v128.store(values, cos2(v128.load(values, 48)), 48)
    values += 64
  }
  while (values < end) {
    store<f64>(values, f64x2.extract_lane(cos2(v128.load64_splat(values)), 0))
    values += 8
  }
}

/** values ← max(0, values); NaN stays NaN. */
export function relu(values: usize, length: i32): void {
  const whole = values + ((<usize>(length & ~1)) << 3)
  const zero = f64x2.splat(0)
  while (values < whole) {
    const x = v128.load(values)
    v128.store(values, v128.andnot(x, f64x2.lt(x, zero)))
    values += 16
  }
  if (length & 1) {
    const x = load<f64>(values)
    if (x < 0) store<f64>(values, 0)
  }
}
