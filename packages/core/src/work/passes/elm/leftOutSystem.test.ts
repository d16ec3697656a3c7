import { expect, test } from 'vitest'
import { plainCompute } from '../../../numeric/compute/plainCompute.ts'
import { seededRandom } from '../../../numeric/random.ts'
import { leftOutSolver } from './leftOutSystem.ts'

const depth = 70

/** Rows at right angles, row i of the squared length 1 − εᵢ: with g = 1, I − P g Pᵀ has the eigenvalues ε. */
function almostOrthonormal(size: number, epsilon: (i: number) => number): Float64Array {
  const random = seededRandom(size)
  const rows: Float64Array[] = []
  for (let i = 0; i < size; i++) {
    const row = Float64Array.from({ length: depth }, () => random.normal())
    for (let pass = 0; pass < 2; pass++) {
      for (const other of rows) {
        const along = row.reduce((sum, value, k) => sum + value * other[k], 0)
        for (let k = 0; k < depth; k++) row[k] -= along * other[k]
      }
    }
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))
    rows.push(row.map((value) => value / length))
  }
  return Float64Array.from(rows.flatMap((row, i) => Array.from(row, (value) => value * Math.sqrt(1 - epsilon(i)))))
}

function systemOf(size: number, items: Float64Array, g: Float64Array, units?: Float64Array): number[][] {
  return Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => {
      let entry = i === j ? 1 : 0
      for (let k = 0; k < depth; k++) entry -= items[i * depth + k] * g[k] * items[j * depth + k]
      return entry - (units === undefined ? 0 : units[i] * units[j] * 0.01)
    }),
  )
}

// Short lists, lists for conjugate gradients, and lists whose systems are so near to singular that these give up.
const even = () => 0.1
const graded = (i: number) => 10 ** (-i / 6)
test.each([
  [1, even, false],
  [7, graded, false],
  [18, even, true],
  [19, even, false],
  [40, even, true],
  [60, graded, false],
])('solves the systems of %i items, %o from singular, intercept %s', (size, epsilon, shared) => {
  const random = seededRandom(2)
  const items = almostOrthonormal(size, epsilon)
  const across = Float64Array.from({ length: depth * size }, (_, at) => items[(at % size) * depth + Math.floor(at / size)])
  const units = shared ? Float64Array.from({ length: size }, () => random.uniform()) : undefined
  const solver = leftOutSolver(depth, 3, 60, plainCompute)
  const factors = shared ? [0.2, 0.5, 0.9] : [0.2, 0.9, 1]
  for (const [point, factor] of factors.entries()) solver.inverses.fill(factor, point * depth, (point + 1) * depth)
  solver.inversesChanged()
  const right = Float64Array.from({ length: 3 * size }, () => random.normal())
  const found = right.slice()
  const known = solver.solve({ size, items, across, ...(units && { intercept: { units, share: 0.01 } }) }, found)
  expect([...known]).toEqual([1, 1, 1])
  for (const point of factors.keys()) {
    const system = systemOf(size, items, solver.inverses.subarray(point * depth, (point + 1) * depth), units)
    const x = found.subarray(point * size, (point + 1) * size)
    const reach = Math.max(...x.map(Math.abs))
    for (const [i, row] of system.entries()) {
      const image = row.reduce((sum, entry, j) => sum + entry * x[j], 0)
      expect(Math.abs(image - right[point * size + i])).toBeLessThan(1e-10 * Math.max(1, reach))
    }
  }
})

test.each([5, 30])('says which systems of %i items have no solution', (size) => {
  const items = almostOrthonormal(size, () => 0.001)
  const across = Float64Array.from({ length: depth * size }, (_, at) => items[(at % size) * depth + Math.floor(at / size)])
  const solver = leftOutSolver(depth, 2, size, plainCompute)
  solver.inverses.fill(0.5, 0, depth)
  solver.inverses.fill(1.5, depth)
  solver.inversesChanged()
  expect([...solver.solve({ size, items, across }, new Float64Array(2 * size).fill(1))]).toEqual([1, 0])
})
