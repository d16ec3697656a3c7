import { expect, test } from 'vitest'
import { transposeInto, transposeSquare } from './transpose.ts'

test.each([0, 1, 5, 16, 33])('a square matrix of %i rows is transposed in place as into another', (n) => {
  const matrix = Float64Array.from({ length: n * n }, (_, at) => at)
  const into = new Float64Array(n * n)
  transposeInto(n, n, matrix, into)
  transposeSquare(n, matrix)
  expect(matrix).toEqual(into)
})

test('rows become columns', () => {
  const into = new Float64Array(6)
  transposeInto(2, 3, Float64Array.of(1, 2, 3, 4, 5, 6), into)
  expect([...into]).toEqual([1, 4, 2, 5, 3, 6])
})
