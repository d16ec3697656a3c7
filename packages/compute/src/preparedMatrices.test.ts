import { seededRandom } from '@rankwright/core'
import { plainCompute } from '@rankwright/core/numeric'
import { expect, test } from 'vitest'
import { wasmCompute } from './wasmCompute.ts'

test('matrices for which there is no room any more are multiplied all the same', () => {
  const compute = wasmCompute()
  const random = seededRandom(2)
  const [n, k] = [1000, 3000] // 24 MB each, of the 64 MB that are kept
  const values = Float64Array.from({ length: n * k }, () => random.uniform())
  const row = Float64Array.from({ length: k }, () => random.uniform())
  const wanted = new Float64Array(n)
  plainCompute.gemm(1, n, k, row, values, wanted)
  const prepared = Array.from({ length: 4 }, () => compute.prepare(n, k, values, 'double'))
  for (const matrix of prepared) {
    const [a, into] = [compute.float64(k), compute.float64(n)]
    a.set(row)
    compute.gemmPrepared(1, a, matrix, into)
    expect(into.every((value, column) => value === wanted[column])).toBe(true)
  }
})
