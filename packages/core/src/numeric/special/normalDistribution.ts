import { expOf } from './exp.ts'
import { logOf } from './log.ts'

/** Φ(x) = P(Z ≤ x) for a standard normal Z, with a small relative error in the lower tail too. */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) return Number.NaN
  const half = (x * x) / 2
  if (half > 745) return x > 0 ? 1 : 0
  const tail = half < 2 ? 0.5 - 0.5 * errorFunctionSeries(half) : 0.5 * complementaryErrorFraction(half)
  return x > 0 ? 1 - tail : tail
}

/** erf(√h) = (2/√π) e⁻ʰ Σ 2ᵏ h^(k + ½)/(1·3·5 … (2k + 1)), DLMF 7.6.2. */
function errorFunctionSeries(h: number): number {
  let term = Math.sqrt(h)
  let sum = term
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= (2 * h) / (2 * k + 1)
    sum += term
  }
  return (2 / Math.sqrt(Math.PI)) * expOf(-h) * sum
}

/** erfc(√h) by the continued fraction of the incomplete gamma function, DLMF 8.9.2 with a = ½, from its far end. */
function complementaryErrorFraction(h: number): number {
  let fraction = 0
  for (let k = 120; k >= 1; k--) fraction = (k * (0.5 - k)) / (h + 2 * k + 0.5 + fraction)
  return (Math.sqrt(h) * expOf(-h)) / Math.sqrt(Math.PI) / (h + 0.5 + fraction)
}

/** Φ⁻¹(p). Wichura 1988, "Algorithm AS 241: the percentage points of the normal distribution", PPND16: 16 digits. */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN
  if (p === 0) return Number.NEGATIVE_INFINITY
  if (p === 1) return Number.POSITIVE_INFINITY
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) {
    const r = 0.180625 - q * q
    return (q * polynomial(centreTop, r)) / polynomial(centreBottom, r)
  }
  const r = Math.sqrt(-logOf(q < 0 ? p : 1 - p))
  const size =
    r <= 5 ? polynomial(middleTop, r - 1.6) / polynomial(middleBottom, r - 1.6) : polynomial(farTop, r - 5) / polynomial(farBottom, r - 5)
  return q < 0 ? -size : size
}

/** c₀ + c₁ x + c₂ x² + … */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduceRight((sum, coefficient) => sum * x + coefficient, 0)
}

const centreTop = [
  3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087, 33430.57558358813,
  2509.0809287301227,
]
const centreBottom = [
  1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943, 5226.495278852854,
]
const middleTop = [
  1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
  0.022723844989269184, 0.0007745450142783414,
]
const middleBottom = [
  1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457, 0.0005475938084995345,
  1.0507500716444169e-9,
]
const farTop = [
  6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124, 0.0012426609473880784,
  2.7115555687434876e-5, 2.0103343992922881e-7,
]
const farBottom = [
  1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5, 1.421511758316446e-7,
  2.0442631033899397e-15,
]
