import { setFlagsFromString } from 'node:v8'
import { seededRandom } from '@rankwright/core'
import { plainCompute } from '@rankwright/core/numeric'
import { expect, test } from 'vitest'
import { runtimeFor } from './runtimeFor.ts'

const node20 = process.versions.node.startsWith('20.')

test('an engine without relaxed SIMD is told apart, whatever the number of threads', ({ skip }) => {
  if (!node20) return skip('this Node has relaxed SIMD')
  for (const threads of [1, 2]) expect(() => runtimeFor(threads, { compute: 'relaxed' })).toThrow('Use Node 22 or later')
})

test('relaxed compute gives the plain products within rounding, with the same bits for any number of threads', () => {
  if (node20) setFlagsFromString('--experimental-wasm-relaxed-simd')
  const random = seededRandom(4)
  const [m, n] = [700, 90]
  const matrix = Float64Array.from({ length: m * n }, () => random.normal())
  const wanted = new Float64Array(n * n)
  plainCompute.syrk(m, n, matrix, undefined, wanted)
  const found = [1, 3].map((threads) => {
    const { runtime, close } = runtimeFor(threads, { compute: 'relaxed' })
    const into = new Float64Array(n * n)
    runtime.compute.syrk(m, n, matrix, undefined, into)
    close()
    expect(runtime.compute.build).toBe('simd-relaxed')
    return into
  })
  expect(found[1]).toEqual(found[0])
  expect(found[0].every((value, at) => Math.abs(value - wanted[at]) < 1e-10)).toBe(true)
})
