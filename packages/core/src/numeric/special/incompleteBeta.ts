import { expOf } from './exp.ts'
import { logOf } from './log.ts'
import { logBeta } from './logGamma.ts'
import { logOnePlus } from './logOnePlus.ts'

/** The regularised incomplete beta function I_x(a, b) for a, b > 0: DLMF 8.17.22 on the side where it converges fast. */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) return Number.NaN
  if (x === 0 || x === 1) return x
  return x <= (a + 1) / (a + b + 2) ? byFraction(x, 1 - x, a, b) : 1 - byFraction(1 - x, x, b, a)
}

/** The same with 1 − x given too: keeps its digits when x is close to 1. */
export function incompleteBetaWithComplement(x: number, complement: number, a: number, b: number): number {
  if (x === 0 || complement === 0) return x === 0 ? 0 : 1
  return x <= (a + 1) / (a + b + 2) ? byFraction(x, complement, a, b) : 1 - byFraction(complement, x, b, a)
}

/** x^a (1 − x)^b/(a B(a, b)) times the continued fraction 1/(1 + d₁/(1 + d₂/(1 + …))), by Lentz's method. */
function byFraction(x: number, complement: number, a: number, b: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1), tiny)
  let fraction = d
  for (let m = 1; m <= 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d, tiny)
    c = away(1 + even / c, tiny)
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d, tiny)
    c = away(1 + odd / c, tiny)
    const change = d * c
    fraction *= change
    if (Math.abs(change - 1) < 1e-16) break
  }
  return (expOf(a * logOfShare(x, complement) + b * logOfShare(complement, x) - logBeta(a, b)) * fraction) / a
}

/** ln x, from 1 − x where that keeps more digits. */
function logOfShare(x: number, complement: number): number {
  return x > 0.5 ? logOnePlus(-complement) : logOf(x)
}

function away(value: number, tiny: number): number {
  return Math.abs(value) < tiny ? tiny : value
}
