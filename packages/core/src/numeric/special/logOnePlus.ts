import { artanhSeries } from './artanhSeries.ts'
import { logOf } from './log.ts'

/**
 * log(1 + x) for x > −1, to full relative precision also for small x, from exact operations alone: 2 artanh(s), with s = x / (2 + x),
 * or from 0.41 to 1 log 2 + 2 artanh(s) with s = (x − 1) / (x + 3), by the series of artanh up to s²¹ / 21.
 */
export function logOnePlus(x: number): number {
  if (!(x <= 1) || x < -0.29) return logOf(1 + x)
  const small = x < 0.41
  const s = small ? x / (2 + x) : (x - 1) / (x + 3)
  const z = s * s
  const rest = 2 * s + 2 * s * z * artanhSeries(z)
  return small ? rest : Math.LN2 + rest
}
