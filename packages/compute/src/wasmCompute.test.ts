import { readFileSync } from 'node:fs'
import { computeContract } from '@rankwright/contracts'
import { plainCompute } from '@rankwright/core/numeric'
import { expect, test } from 'vitest'
import { loadWasmCompute, wasmCompute } from './wasmCompute.ts'

const once = wasmCompute()
computeContract('WebAssembly', once)

test('the compiled primitives use vectors of 128 bits', () => {
  for (const build of ['simd', 'simdShared', 'simdRelaxed']) {
    const text = readFileSync(new URL(`../build/${build}.wat`, import.meta.url), 'utf8')
    for (const instruction of ['v128.load', 'f64x2.mul', 'f64x2.add', 'f64x2.promote_low_f32x4']) expect(text).toContain(instruction)
  }
})

test('primitives loaded in the background are the same', async () => {
  const loaded = await loadWasmCompute()
  expect(loaded.build).toBe('simd')
  const values = Float64Array.of(0.1, 1, -3, 700)
  const wanted = values.slice()
  plainCompute.exp(wanted)
  loaded.exp(values)
  expect(values).toEqual(wanted)
})

test('arrays handed out are in one memory and stay alive, whatever is asked for later', () => {
  const compute = wasmCompute()
  const first = compute.float64(1000).fill(3)
  const second = compute.float32(1000).fill(4)
  expect(second.buffer === first.buffer).toBe(true)
  const huge = compute.float64(150_000_000) // more than the memory can give without growing
  expect(huge.buffer === first.buffer).toBe(false)
  expect(huge.length).toBe(150_000_000)
  compute.exp(new Float64Array(10))
  expect(first.length).toBe(1000)
  expect(first.every((value) => value === 3)).toBe(true)
  expect(second.every((value) => value === 4)).toBe(true)
})

test('the memory grows for a huge array that is asked for first, or reserved', () => {
  const compute = wasmCompute()
  const mark = compute.mark()
  const huge = compute.float64(150_000_000)
  expect(compute.float64(10).buffer === huge.buffer).toBe(true)
  compute.release(mark)
  expect(compute.float64(10).buffer === huge.buffer).toBe(true)

  const reserved = wasmCompute({ reserve: 1201e6 })
  const small = reserved.float64(10)
  expect(reserved.float64(150_000_000).buffer === small.buffer).toBe(true)
})

test('without scratch for a call, the plain version gives its bits', () => {
  const compute = wasmCompute()
  const held = compute.float64(1) // from here on the memory does not grow
  expect(compute.float64(133_000_000).buffer === held.buffer).toBe(true)
  const shares = new Float64Array(19_000_000) // one list, longer than the scratch that is left
  compute.softmax(Uint32Array.of(0, shares.length), shares)
  expect(shares.every((share) => share === 1 / shares.length)).toBe(true)
})

test('a mark of another memory is refused', () => {
  expect(() => wasmCompute().release(123456789)).toThrow(RangeError)
})
