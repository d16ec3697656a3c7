import { describe, expect, test } from 'vitest'
import { plainCompute } from '../numeric/compute/plainCompute.ts'
import { symmetricEigen } from '../numeric/dense/symmetricEigen.ts'
import { seededRandom } from '../numeric/random.ts'
import { conjugateUpdate, kernelSystem, kernelUpdate, linearUpdate, linearUpdates } from './clusterUpdates.ts'
import { compareRows, scaledRows, streamKernelOf } from './streamKernel.ts'

const random = seededRandom(7)
const normals = (count: number) => Float64Array.from({ length: count }, () => random.normal())

function problem(clusters: number, features: number) {
  const centres = normals(clusters * features)
  const among = compareRows(clusters, centres, scaledRows(centres, clusters, features, plainCompute), plainCompute)
  const kernel = streamKernelOf({ name: 'rbf', width: 1.3, degree: 2 }, features, among, plainCompute)
  return { clusters, features, centres, kernel, means: normals(clusters), linear: normals(clusters) }
}

/** Central differences of a function of a vector. */
function gradientOf(objective: (at: Float64Array) => number, at: Float64Array): Float64Array {
  const step = 1e-5
  return at.map((value, i) => {
    const beside = at.slice()
    beside[i] = value + step
    const above = objective(beside)
    beside[i] = value - step
    return (above - objective(beside)) / (2 * step)
  })
}

const times = (size: number, matrix: Float64Array, vector: Float64Array) =>
  Float64Array.from({ length: vector.length }, (_, i) => {
    let total = 0
    for (let j = 0; j < size; j++) total += matrix[i * size + j] * vector[j]
    return total
  })
const square = (values: Float64Array) => values.reduce((total, value) => total + value * value, 0)
const largest = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
const less = (a: Float64Array, b: Float64Array) => a.map((value, i) => value - b[i])
const inner = (a: Float64Array, b: Float64Array) => a.reduce((total, value, i) => total + value * b[i], 0)

/** (K + shift I)⁻¹ b by another way than the code: through eigenvectors. */
function solvedByEigenvectors(size: number, matrix: Float64Array, shift: number, right: Float64Array): Float64Array {
  return throughEigenvectors(size, matrix, [right], (value, share) => share / (value + shift))
}

/** The sum of the eigenvectors, each as often as `of` says for its value and the shares of the given vectors in it. */
function throughEigenvectors(
  size: number,
  matrix: Float64Array,
  right: readonly Float64Array[],
  of: (value: number, ...shares: number[]) => number,
) {
  const { values, vectors } = symmetricEigen(size, matrix)
  const into = new Float64Array(size)
  for (let k = 0; k < size; k++) {
    const vector = vectors.subarray(k * size, (k + 1) * size)
    const share = of(values[k], ...right.map((each) => inner(vector, each)))
    for (let i = 0; i < size; i++) into[i] += share * vector[i]
  }
  return into
}

describe('the linear update', () => {
  test.each([
    [12, 3],
    [3, 12],
    [5, 5],
  ])('zeroes the gradient of its objective for %i clusters and %i features', (clusters, features) => {
    const { centres, means } = problem(clusters, features)
    const previous = normals(features)
    const alpha = 0.7
    const objective = (w: Float64Array) => {
      const fitted = Float64Array.from(means, (mean, m) => mean - inner(centres.subarray(m * features, (m + 1) * features), w))
      return square(fitted) + alpha * square(less(w, previous))
    }
    const found = linearUpdate(clusters, features, centres, means, alpha, previous)
    expect(largest(gradientOf(objective, found))).toBeLessThan(1e-8)
    expect(largest(gradientOf(objective, previous))).toBeGreaterThan(0.1)
  })

  test('equals the batch solve: least squares on the clusters and √α times the weights before, stacked', () => {
    const [clusters, features, alpha] = [9, 4, 0.7]
    const { centres, means } = problem(clusters, features)
    const previous = normals(features)
    const rows = clusters + features
    const stacked = new Float64Array(rows * features)
    stacked.set(centres)
    const wanted = new Float64Array(rows)
    wanted.set(means)
    for (let j = 0; j < features; j++) {
      stacked[(clusters + j) * features + j] = Math.sqrt(alpha)
      wanted[clusters + j] = Math.sqrt(alpha) * previous[j]
    }
    const gram = new Float64Array(features * features)
    const right = new Float64Array(features)
    for (let row = 0; row < rows; row++)
      for (let i = 0; i < features; i++) {
        right[i] += stacked[row * features + i] * wanted[row]
        for (let j = 0; j < features; j++) gram[i * features + j] += stacked[row * features + i] * stacked[row * features + j]
      }
    const batch = solvedByEigenvectors(features, gram, 0, right)
    expect(largest(less(linearUpdate(clusters, features, centres, means, alpha, previous), batch))).toBeLessThan(1e-12)
  })

  test('keeps the weights when they explain the clusters already', () => {
    const { centres } = problem(9, 4)
    const previous = normals(4)
    const means = Float64Array.from({ length: 9 }, (_, m) => inner(centres.subarray(m * 4, m * 4 + 4), previous))
    expect(largest(less(linearUpdate(9, 4, centres, means, 2, previous), previous))).toBeLessThan(1e-14)
  })
})

test.each([
  [12, 3],
  [3, 12],
])('several α at once give what each gives alone, for %i clusters and %i features', (clusters, features) => {
  const { centres, means } = problem(clusters, features)
  const previous = [normals(features), normals(features)]
  const alphas = [0.7, 40]
  const both = linearUpdates(clusters, features, centres, means, alphas, previous, plainCompute)
  expect(both).toEqual(alphas.map((alpha, index) => linearUpdate(clusters, features, centres, means, alpha, previous[index])))
})

describe('clusters that count by their size', () => {
  const { clusters, kernel, means, linear } = problem(10, 3)
  const [beta, gamma, delta] = [0.3, 0.2, 0.9]
  const sizes = Float64Array.from({ length: clusters }, (_, m) => (m * 7) % 4) // some count nothing at all
  const prior = solvedByEigenvectors(clusters, kernel, gamma, linear)
  const system = kernelSystem(clusters, kernel, means, linear, gamma, sizes)
  const weighted = (fitted: Float64Array) =>
    inner(
      sizes,
      less(means, fitted).map((value) => value * value),
    )

  test('zero the gradient of (11) with weights', () => {
    const objective = (d: Float64Array) => {
      const apart = less(d, prior)
      return weighted(times(clusters, kernel, d)) + beta * inner(apart, times(clusters, kernel, apart))
    }
    const found = kernelUpdate(clusters, kernel, means, linear, beta, gamma, plainCompute, system)
    expect(largest(gradientOf(objective, found))).toBeLessThan(1e-8)
    expect(largest(gradientOf(objective, kernelUpdate(clusters, kernel, means, linear, beta, gamma)))).toBeGreaterThan(0.01)
  })

  test('zero the gradient of (22) with weights', () => {
    const previous = normals(clusters)
    const objective = (lambda: Float64Array) => {
      const apart = less(lambda, previous)
      const coefficients = lambda.map((value, m) => value / beta + prior[m])
      return delta * inner(apart, times(clusters, kernel, apart)) + weighted(times(clusters, kernel, coefficients))
    }
    const weights = { beta, gamma, delta }
    const { dual } = conjugateUpdate(clusters, kernel, means, linear, previous, weights, plainCompute, system)
    expect(largest(gradientOf(objective, dual))).toBeLessThan(1e-8)
    const equal = conjugateUpdate(clusters, kernel, means, linear, previous, weights)
    expect(largest(gradientOf(objective, equal.dual))).toBeGreaterThan(0.01)
  })

  test('are the paper when all are the same', () => {
    const alike = kernelSystem(clusters, kernel, means, linear, gamma, new Float64Array(clusters).fill(1))
    const found = kernelUpdate(clusters, kernel, means, linear, beta, gamma, plainCompute, alike)
    expect(largest(less(found, kernelUpdate(clusters, kernel, means, linear, beta, gamma)))).toBeLessThan(1e-12)
  })
})

describe('the kernel update', () => {
  const { clusters, kernel, means, linear } = problem(10, 3)
  const [beta, gamma] = [0.3, 0.2]
  const prior = solvedByEigenvectors(clusters, kernel, gamma, linear)
  const objective = (shift: number) => (d: Float64Array) => {
    const apart = less(d, prior)
    return square(less(means, times(clusters, kernel, d))) + shift * inner(apart, times(clusters, kernel, apart))
  }

  test('zeroes the gradient of (11)', () => {
    const found = kernelUpdate(clusters, kernel, means, linear, beta, gamma)
    expect(largest(gradientOf(objective(beta), found))).toBeLessThan(1e-8)
  })

  test('equals the batch solve of (KK + βK) d = K r + βK p, eigenvector by eigenvector', () => {
    const batch = throughEigenvectors(
      clusters,
      kernel,
      [means, prior],
      (value, r, p) => (value * r + beta * value * p) / (value * value + beta * value),
    )
    expect(largest(less(kernelUpdate(clusters, kernel, means, linear, beta, gamma), batch))).toBeLessThan(1e-9)
  })

  test('is not the printed formula, which has 1/β for β and does not minimise (11)', () => {
    const printed = kernelUpdate(clusters, kernel, means, linear, 1 / beta, gamma)
    expect(largest(gradientOf(objective(beta), printed))).toBeGreaterThan(0.1)
  })
})

describe('the conjugate update', () => {
  const { clusters, kernel, means, linear } = problem(10, 3)
  const weights = { beta: 0.3, gamma: 0.2, delta: 0.9 }
  const { beta, gamma, delta } = weights
  const previous = normals(clusters)
  const prior = solvedByEigenvectors(clusters, kernel, gamma, linear)
  const objective = (lambda: Float64Array) => {
    const apart = less(lambda, previous)
    const fitted = times(
      clusters,
      kernel,
      lambda.map((value, m) => value / beta + prior[m]),
    )
    return delta * inner(apart, times(clusters, kernel, apart)) + square(less(means, fitted))
  }

  test('zeroes the gradient of (22)', () => {
    const { dual, coefficients } = conjugateUpdate(clusters, kernel, means, linear, previous, weights)
    expect(largest(gradientOf(objective, dual))).toBeLessThan(1e-8)
    expect(
      largest(
        less(
          coefficients,
          dual.map((value, m) => value / beta + prior[m]),
        ),
      ),
    ).toBeLessThan(1e-11)
  })

  test('equals the batch solve of (δK + β⁻²KK) λ = δK λ₀ + β⁻¹K (r − K p), eigenvector by eigenvector', () => {
    const batch = throughEigenvectors(
      clusters,
      kernel,
      [previous, means, prior],
      (value, before, r, p) =>
        (delta * value * before + (value / beta) * (r - value * p)) / (delta * value + (value * value) / (beta * beta)),
    )
    expect(largest(less(conjugateUpdate(clusters, kernel, means, linear, previous, weights).dual, batch))).toBeLessThan(1e-9)
  })

  test('is not the printed (24), which does not minimise (22)', () => {
    const shift = delta * beta * beta // 1 / ρ
    const change = solvedByEigenvectors(clusters, kernel, shift, times(clusters, kernel, previous))
    const rest = less(
      means,
      times(clusters, kernel, prior).map((value) => beta * value),
    )
    const fit = solvedByEigenvectors(clusters, kernel, shift, rest)
    const printed = change.map((value, m) => delta * value + beta * fit[m])
    expect(largest(gradientOf(objective, printed))).toBeGreaterThan(0.1)
  })

  test('equals the kernel update when nothing holds the conjugate variables back', () => {
    // As δ β² = β, λ₀ = 0 makes (22) and (11) the same problem.
    const same = { beta, gamma, delta: 1 / beta }
    const { coefficients } = conjugateUpdate(clusters, kernel, means, linear, new Float64Array(clusters), same)
    expect(largest(less(coefficients, kernelUpdate(clusters, kernel, means, linear, beta, gamma)))).toBeLessThan(1e-11)
  })
})
