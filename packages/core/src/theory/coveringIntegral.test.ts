import { expect, test } from 'vitest'
import { entropyIntegral, rootCeilingIntegral, sparseEntropyIntegral } from './coveringIntegral.ts'

/** The midpoint rule in 1/ε², which is what the steps are even in. */
function byQuadrature(integrand: (epsilon: number) => number, low: number, high: number, pieces: number): number {
  let sum = 0
  for (let piece = 0; piece < pieces; piece++) {
    const from = low * (high / low) ** (piece / pieces)
    const to = low * (high / low) ** ((piece + 1) / pieces)
    sum += integrand((from + to) / 2) * (to - from)
  }
  return sum
}

test('between two edges the integrand is one root', () => {
  expect(rootCeilingIntegral(1, Math.sqrt(1 / 2), 1)).toBeCloseTo(Math.SQRT2 * (1 - Math.sqrt(1 / 2)), 14)
  expect(rootCeilingIntegral(1, 1, 3)).toBeCloseTo(2, 14)
  expect(rootCeilingIntegral(1, 2, 2)).toBe(0)
})

test('over many steps it is what quadrature gives', () => {
  for (const [scale, low, high] of [
    [1, 0.05, 1],
    [2, 0.03, 5],
    [3, 0.01, 2.9],
    [1, 0.0101, 0.02],
  ]) {
    const expected = byQuadrature((epsilon) => Math.sqrt(Math.ceil((scale / epsilon) ** 2)), low, high, 400_000)
    expect(rootCeilingIntegral(scale, low, high) / expected).toBeCloseTo(1, 5)
  }
})

test('far down the steps it goes on as the sum of all of them would', () => {
  const whole = (from: number, to: number) => {
    let sum = 0
    for (let step = from + 1; step <= to; step++) sum += Math.sqrt(step / (step - 1)) - 1
    return sum
  }
  const [from, to] = [100, 3_000_000]
  const computed = rootCeilingIntegral(1, 1 / Math.sqrt(to), 1 / Math.sqrt(from))
  expect(computed).toBeCloseTo(whole(from, to), 9)
})

test('no other α gives less', () => {
  const [scale, log, n, top] = [2, 22.1, 19_000, 2]
  const at = (alpha: number) => 4 * alpha + 10 * Math.sqrt(log / n) * rootCeilingIntegral(scale, alpha, top)
  const least = entropyIntegral(scale, log, n, top)
  let closest = Infinity
  for (let alpha = 0.001; alpha <= 2; alpha += 0.001) {
    expect(at(alpha)).toBeGreaterThanOrEqual(least - 1e-12)
    closest = Math.min(closest, at(alpha))
  }
  expect(closest).toBeCloseTo(least, 4)
})

test('with too few lists the whole scale is given up: 4 · top', () => {
  expect(entropyIntegral(2, 10, 5, 2)).toBe(8)
  expect(entropyIntegral(2, 10, 5, 1)).toBe(4)
})

test('a scale of 0 costs nothing', () => {
  expect(entropyIntegral(0, 10, 100, 0)).toBe(0)
})

test('Proposition 10’s two kinds of steps are summed as quadrature sums them, and no other α gives less', () => {
  const [weight, rows, n] = [288 * (2 + Math.log(136)), 2e6, 5e6]
  const entropy = (u: number) => Math.ceil(weight / u ** 2) * Math.log2(2 * Math.ceil(8 / u) * rows + 1)
  const at = (alpha: number) => 4 * alpha + byQuadrature((u) => 10 * Math.sqrt(entropy(u) / n), alpha, 1, 20_000)
  const least = sparseEntropyIntegral(weight, rows, n)
  let closest = Infinity
  for (let alpha = 0.2; alpha < 1; alpha += 0.01) closest = Math.min(closest, at(alpha))
  expect(closest).toBeGreaterThanOrEqual(least * (1 - 1e-5))
  expect(closest / least).toBeCloseTo(1, 3)
})
