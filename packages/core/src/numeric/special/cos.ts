/**
 * cos from +, − and · alone, which every machine rounds the same way; `Math.cos` may differ between engines. cos(x) = (−1)ᵏ cos(r) with
 * k the integer nearest to x / π and r = x − k π taken off in three parts, of which the first two times k are exact (Cody & Waite
 * 1980, "Software Manual for the Elementary Functions", ch. 8). For |r| ≤ π/2 the Taylor series up to r²⁰ / 20! is off by less
 * than 2e-17, so that the result is good to 2 units of 2⁻⁵³, in absolute terms. Beyond 2³⁰ a double hardly resolves the phase: there
 * the argument counts as ±2³⁰.
 */
const INVERSE_PI = 1 / Math.PI
const PI_HIGH = 3.141592502593994 // 24 bits of π
const PI_MIDDLE = 1.5099578831723193e-7 // the next 24
const PI_LOW = 1.0780605716316238e-14
const ROUNDER = 6755399441055744 // 1.5 · 2⁵²: adding and taking it off leaves the nearest integer, ties to even
const FARTHEST = 2 ** 30

export function cos(into: Float64Array): void {
  for (let i = 0; i < into.length; i++) into[i] = cosOf(into[i])
}

export function cosOf(value: number): number {
  const x = Math.min(Math.max(value, -FARTHEST), FARTHEST)
  const k = x * INVERSE_PI + ROUNDER - ROUNDER
  const r = x - k * PI_HIGH - k * PI_MIDDLE - k * PI_LOW
  const odd = k - 2 * (k * 0.5 + ROUNDER - ROUNDER)
  const z = r * r
  let series = C20
  series = series * z + C18
  series = series * z + C16
  series = series * z + C14
  series = series * z + C12
  series = series * z + C10
  series = series * z + C8
  series = series * z + C6
  series = series * z + C4
  series = series * z - 0.5
  return (1 - 2 * odd * odd) * (1 + series * z)
}

const C4 = 1 / 24
const C6 = -1 / 720
const C8 = 1 / 40320
const C10 = -1 / 3628800
const C12 = 1 / 479001600
const C14 = -1 / 87178291200
const C16 = 1 / 20922789888000
const C18 = -1 / 6402373705728000
const C20 = 1 / 2432902008176640000
