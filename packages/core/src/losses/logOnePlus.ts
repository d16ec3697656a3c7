import { logOf } from '../numeric/log.ts'

/**
 * log(1 + x) for x ≥ 0, to full relative precision also for small x: 2 artanh(x / (2 + x)) by its series up to s²¹ / 21, from
 * exact operations alone.
 */
export function logOnePlus(x: number): number {
  if (!(x < 0.41)) return logOf(1 + x)
  const s = x / (2 + x)
  const z = s * s
  let series = 1 / 21
  series = series * z + 1 / 19
  series = series * z + 1 / 17
  series = series * z + 1 / 15
  series = series * z + 1 / 13
  series = series * z + 1 / 11
  series = series * z + 1 / 9
  series = series * z + 1 / 7
  series = series * z + 1 / 5
  series = series * z + 1 / 3
  return 2 * s + 2 * s * z * series
}
