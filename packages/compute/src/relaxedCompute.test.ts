import { setFlagsFromString } from 'node:v8'
import { seededRandom } from '@rankwright/core'
import { plainCompute } from '@rankwright/core/numeric'
import { expect, test } from 'vitest'
import { relaxedWasmCompute } from './relaxedCompute.ts'

test('the relaxed build gives the same sums within rounding, and says that it is another build', ({ skip }) => {
  setFlagsFromString('--experimental-wasm-relaxed-simd') // for Node 20; newer ones have it
  const compute = relaxedWasmCompute()
  if (compute === undefined) return skip('this engine has no relaxed SIMD')
  expect(compute.build).toBe('simd-relaxed')
  const random = seededRandom(3)
  const [m, n] = [300, 21]
  const matrix = Float64Array.from({ length: m * n }, () => random.normal())
  const found = new Float64Array(n * n)
  const wanted = new Float64Array(n * n)
  compute.syrk(m, n, matrix, undefined, found)
  plainCompute.syrk(m, n, matrix, undefined, wanted)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const size = Math.sqrt(wanted[i * n + i] * wanted[j * n + j])
      expect(Math.abs(found[i * n + j] - wanted[i * n + j])).toBeLessThan(300 * 2 ** -52 * size)
    }
  }
})

test('exponentials and sigmoids of the relaxed build are the plain ones within rounding, extreme ones included', ({ skip }) => {
  setFlagsFromString('--experimental-wasm-relaxed-simd')
  const compute = relaxedWasmCompute()
  if (compute === undefined) return skip('this engine has no relaxed SIMD')
  const random = seededRandom(4)
  const values = Float64Array.from({ length: 1003 }, () => 30 * random.normal())
  values.set([0, -0, 700, -700, 745, -745, Infinity, -Infinity], 500)
  for (const name of ['exp', 'sigmoid'] as const) {
    const found = compute.float64(values.length)
    found.set(values)
    compute[name](found)
    const wanted = values.slice()
    plainCompute[name](wanted)
    for (const [at, value] of wanted.entries()) {
      if (Number.isFinite(value)) expect(Math.abs(found[at] - value)).toBeLessThanOrEqual(4 * 2 ** -52 * value)
      else expect(found[at]).toBe(value)
    }
  }
})
