import { cosOf } from './special/cos.ts'

/** Points between 0 and 1, and what the values there count: Σ weights · f(points) is ∫ f from 0 to 1. */
export interface Quadrature {
  readonly points: Float64Array
  readonly weights: Float64Array
}

/**
 * Gauss–Legendre quadrature: with n points it is exact for polynomials of degree up to 2n − 1. Points are the zeros of the Legendre polynomial Pₙ,
 * found by Newton's method; Abramowitz & Stegun 1964, "Handbook of mathematical functions", 25.4.29 and 22.16.6.
 */
export function gaussLegendre(count: number): Quadrature {
  const points = new Float64Array(count)
  const weights = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    let x = cosOf((Math.PI * (i + 0.75)) / (count + 0.5))
    let { value, slope } = legendre(count, x)
    for (let step = 0; step < 100 && Math.abs(value) > 1e-15 * Math.abs(slope); step++) {
      x -= value / slope
      ;({ value, slope } = legendre(count, x))
    }
    points[count - 1 - i] = (1 + x) / 2
    weights[count - 1 - i] = 1 / ((1 - x * x) * slope * slope)
  }
  return { points, weights }
}

/** Pₙ(x) and its derivative, by the recursion from lower degrees. */
function legendre(degree: number, x: number): { readonly value: number; readonly slope: number } {
  let [before, value] = [0, 1]
  for (let n = 1; n <= degree; n++) [before, value] = [value, ((2 * n - 1) * x * value - (n - 1) * before) / n]
  return { value, slope: (degree * (x * value - before)) / (x * x - 1) }
}
