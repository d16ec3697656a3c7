/**
 * exp and its relatives from +, −, · and / alone, which every machine rounds the same way; `Math.exp` may differ between engines.
 *
 * exp(x) = 2ᵏ exp(r) with k the integer nearest to x / ln 2 and r = x − k ln 2 taken off in two parts (Cody & Waite 1980,
 * "Software Manual for the Elementary Functions", ch. 6). For |r| ≤ ln 2 / 2, exp(r) = 1 + r + r² q(r) with q of degree 10
 * through the Chebyshev nodes: the polynomial itself is off by 3.4e-19.
 */
const Q0 = 0.5
const Q1 = 0.1666666666666667
const Q2 = 0.04166666666666667
const Q3 = 0.008333333333326136
const Q4 = 0.0013888888888883748
const Q5 = 0.00019841269874820627
const Q6 = 2.4801587325547743e-5
const Q7 = 2.7557255400206422e-6
const Q8 = 2.75572736431103e-7
const Q9 = 2.5105217004720745e-8
const Q10 = 2.0914686968086876e-9

const LOG2_E = Math.LOG2E
const LN2_HIGH = 0.6931471803691238 // 32 bits of ln 2, so k · LN2_HIGH is exact
const LN2_LOW = 1.9082149292705877e-10
const ROUNDER = 6755399441055744 // 1.5 · 2⁵²: adding and taking it off leaves the nearest integer, ties to even
const OVERFLOWS_ABOVE = 709.782712893384
const VANISHES_BELOW = -745.1332191019412

export function exp(into: Float64Array): void {
  for (let i = 0; i < into.length; i++) into[i] = expOf(into[i])
}

/** 1 / (1 + exp(−x)), taken from the side on which nothing overflows. */
export function sigmoid(into: Float64Array): void {
  for (let i = 0; i < into.length; i++) {
    const x = into[i]
    const e = expOf(-Math.abs(x))
    into[i] = (x < 0 ? e : 1) / (1 + e)
  }
}

export function expOf(x: number): number {
  if (!(x <= OVERFLOWS_ABOVE)) return x + Infinity // NaN stays NaN
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
  const half = k >> 1 // two exact steps, so that a subnormal result is rounded once
  return (1 + (r + r * r * q)) * powerOfTwo(half) * powerOfTwo(k - half)
}

function powerOfTwo(exponent: number): number {
  return POWERS_OF_TWO[exponent + LARGEST_STEP]
}

const LARGEST_STEP = 540
const POWERS_OF_TWO = powersOfTwo()

/** By doubling and halving, which are exact; `2 ** k` is left to the engine. */
function powersOfTwo(): Float64Array {
  const powers = new Float64Array(2 * LARGEST_STEP + 1)
  powers[LARGEST_STEP] = 1
  for (let k = 1; k <= LARGEST_STEP; k++) {
    powers[LARGEST_STEP + k] = powers[LARGEST_STEP + k - 1] * 2
    powers[LARGEST_STEP - k] = powers[LARGEST_STEP - k + 1] * 0.5
  }
  return powers
}
