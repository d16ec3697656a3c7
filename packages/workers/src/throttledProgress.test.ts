import type { Progress } from '@rankwright/core'
import { afterEach, expect, test, vi } from 'vitest'
import { throttledProgress } from './throttledProgress.ts'

afterEach(() => void vi.useRealTimers())

test('steps come at most twenty a second, and a new stage at once', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const reported: Progress[] = []
  const tell = throttledProgress((step) => reported.push(step))
  for (let done = 0; done < 100; done++) {
    tell({ stage: 'iteration', done })
    vi.advanceTimersByTime(10)
  }
  tell({ stage: 'scoring', done: 0 })
  expect(reported.map(({ done }) => done)).toEqual([...Array.from({ length: 20 }, (_, index) => 5 * index), 0])
})
