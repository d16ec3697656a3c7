import { artanhSeries } from './artanhSeries.ts'

/**
 * The natural logarithm of a positive number from exact operations alone (`Math.log` may differ between engines):
 * x = 2ᵏ m with m in [√½, √2), and log m = 2 artanh(s) with s = (m − 1) / (m + 1), by its series up to s²¹ / 21, whose rest is
 * below 3e-18 as s² ≤ 0.0295.
 */
export function logOf(x: number): number {
  let m = x
  let k = 0
  while (m >= Math.SQRT2 && k < 1024) {
    m *= 0.5
    k++
  }
  while (m < Math.SQRT1_2 && k > -1080) {
    m *= 2
    k--
  }
  const s = (m - 1) / (m + 1)
  const z = s * s
  return k * LN2_HIGH + (2 * s + (2 * s * z * artanhSeries(z) + k * LN2_LOW))
}

const LN2_HIGH = 0.6931471803691238 // 32 bits of ln 2, so k · LN2_HIGH is exact
const LN2_LOW = 1.9082149292705877e-10
