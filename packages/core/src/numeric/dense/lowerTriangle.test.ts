import { expect, test } from 'vitest'
import { lowerTriangle, symmetricFromTriangle } from './lowerTriangle.ts'

test('a symmetric matrix comes back from its lower triangle', () => {
  const matrix = Float64Array.of(1, 2, 4, 2, 3, 5, 4, 5, 6)
  const triangle = lowerTriangle(3, matrix)
  expect([...triangle]).toEqual([1, 2, 3, 4, 5, 6])
  expect(symmetricFromTriangle(3, triangle)).toEqual(matrix)
})
