import { afterEach, expect, test, vi } from 'vitest'
import { sharedStopFlag } from './sharedStopFlag.ts'

afterEach(() => void vi.unstubAllGlobals())

test('raised by one, it is raised for all that hold its memory', () => {
  const flag = sharedStopFlag()
  const other = sharedStopFlag(flag.memory)
  expect([flag.stopped, other.stopped]).toEqual([false, false])
  other.raise()
  expect([flag.stopped, other.stopped]).toEqual([true, true])
})

test('without shared memory it still tells its listeners, until they leave', () => {
  vi.stubGlobal('SharedArrayBuffer', undefined)
  const flag = sharedStopFlag()
  expect(flag.memory).toBeUndefined()
  let calls = 0
  const leave = flag.onRaise(() => calls++)
  flag.raise()
  leave()
  flag.raise()
  expect([flag.stopped, calls]).toEqual([true, 1])
})
