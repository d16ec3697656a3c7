// The steps are those of core/src/numeric/special/log.ts for numbers from 1 on.
const SQRT2: f64 = 1.4142135623730951
const LN2_HIGH: f64 = 0.6931471803691238
const LN2_LOW: f64 = 1.9082149292705877e-10

/** log x for x ≥ 1. */
export function logOf(x: f64): f64 {
  let m = x
  let k: i32 = 0
  while (m >= SQRT2 && k < 1024) {
    m *= 0.5
    k++
  }
  const s = (m - 1) / (m + 1)
  const z = s * s
  let series: f64 = 1.0 / 21.0
  series = series * z + 1.0 / 19.0
  series = series * z + 1.0 / 17.0
  series = series * z + 1.0 / 15.0
  series = series * z + 1.0 / 13.0
  series = series * z + 1.0 / 11.0
  series = series * z + 1.0 / 9.0
  series = series * z + 1.0 / 7.0
  series = series * z + 1.0 / 5.0
  series = series * z + 1.0 / 3.0
  return <f64>k * LN2_HIGH + (2 * s + (2 * s * z * series + <f64>k * LN2_LOW))
}
