import { afterEach, expect, test, vi } from 'vitest'
import { letGo } from './letGo.ts'

afterEach(() => void vi.unstubAllGlobals())

test('arrays over memory that is let go are empty', () => {
  const numbers = Float64Array.of(1, 2, 3)
  letGo(numbers.buffer)
  expect(numbers).toHaveLength(0)
})

test('memory stays where the platform cannot let it go', () => {
  vi.stubGlobal('structuredClone', undefined)
  const numbers = Float64Array.of(1, 2, 3)
  letGo(numbers.buffer)
  expect(numbers).toEqual(Float64Array.of(1, 2, 3))
})
