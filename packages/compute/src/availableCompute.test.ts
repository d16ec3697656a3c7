import { plainCompute } from '@rankwright/core/numeric'
import { afterEach, expect, test, vi } from 'vitest'
import { availableCompute } from './availableCompute.ts'

afterEach(() => vi.unstubAllGlobals())

class NoMemory {
  constructor() {
    throw new RangeError('WebAssembly.Memory(): could not allocate memory')
  }
}

test('WebAssembly is used where there is memory for it', () => {
  expect(availableCompute().build).toBe('simd')
})

test('without memory for WebAssembly, the plain primitives work, and a note says so', () => {
  vi.stubGlobal('WebAssembly', { ...WebAssembly, Module: WebAssembly.Module, Instance: WebAssembly.Instance, Memory: NoMemory })
  const notes: string[] = []
  expect(availableCompute({ note: (text) => notes.push(text) })).toBe(plainCompute)
  expect(notes).toEqual([expect.stringContaining('could not allocate memory); plain JavaScript does the work')])
})
